"""What programs ask of events and ladders (accounts/api says what all share)."""
