"""What a site has to say of itself to whoever uses it: its papers, and how to write to those who run it."""
