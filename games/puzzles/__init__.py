"""Puzzles: positions with one clear best move, found in matches that are over, and solved by whoever likes.

`making` says which position makes a puzzle, `mining` looks for them in reviews and `stock` where robots play
for nobody; `choosing` says which comes next and which is of today, `solving` takes answers, `history` tells
what a player did, and `asking` what perfect play makes of a position that somebody shared (docs/puzzles.md).
"""
