"""Records that players bring along, of matches not played here: replayed, reviewed, and nothing more."""
