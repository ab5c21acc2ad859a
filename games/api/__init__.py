"""What programs ask of games: matches and their tables, moves, players (accounts/api says what all share)."""
