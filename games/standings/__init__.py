"""Who is rated best: lists of everybody, of a country, of one's buddies, and of what a month has brought."""
