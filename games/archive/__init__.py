"""The archive: finished matches to search, and what players keep of them."""
