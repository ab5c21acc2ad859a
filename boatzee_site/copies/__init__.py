"""Public pages from a copy of the database that follows the primary, where DATABASE_REPLICA_URL names one.

A copy is a moment behind. So only pages of `pages.py` are read from it, only while it is at most some seconds
behind (`lag.py`), and never for who has just sent something (`middleware.py`). Sessions, forms, play and all
that writes or locks stay with the primary (`router.py`). While no primary is to be had (`leader.py`) these
pages are still shown, as to a visitor, and say so; nothing can be written then.
"""
