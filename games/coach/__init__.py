"""The coach: what was best in a match that is over, hints where they are wanted, puzzles, lessons.

It asks `games.analysis`, which is pure, with the tables that lie on this site. Nothing here is for a match
between people that still runs.
"""
