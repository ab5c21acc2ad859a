"""What is worth remembering of matches that are over: records of players and games, and achievements.

All of it comes from the matches' records, and can be counted anew from them (`checking.py`). A match leaves a
deed for each of its people (games.models.Deed); everything else is a sum of deeds.
"""
