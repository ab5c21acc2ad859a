"""Pages of the forum, one a file."""
