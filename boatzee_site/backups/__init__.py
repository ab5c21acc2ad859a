"""Encrypted backups of the database, and what becomes of them: taken, kept, tried out, thrown away.

A *chain* is a whole base backup and the incremental ones that build upon it, each a folder in BACKUP_DIR.
Beside them lies the log of the database (WAL), a file a segment: with it a backup can be carried on to any
moment since it was taken. Postgres's own programs make and join all of it; nothing lies in BACKUP_DIR that
is not sealed (sealing.py).
"""
