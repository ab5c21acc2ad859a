"""Perfect play of one card by oneself: what every position of a column is worth, exactly.

`rolls` knows the dice, `column` the boxes, `turn` what a turn of three rolls is worth for many positions at
once, `build` goes through all positions from the last box back to the first, `position` looks one up.
"""
