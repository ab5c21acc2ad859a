"""What measures one round of moves: one_round.py runs in any checkout, with what that checkout has."""
