"""Draw one set after the other and write down every serial whose commit returned.

Run by test_pool_crash.py as `python draw_for_ever.py <connection> <SQL that draws> <file>`, until
it is terminated. A server that is gone is asked again.
"""

import os
import sys
import time

import psycopg


def main(address: str, call: str, name: str) -> None:
    """Never returns."""
    file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    while True:
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                while True:
                    with connection.transaction():
                        row = connection.execute(call).fetchone()
                    assert row
                    if len(row[0]) == 1:
                        continue  # not admitted yet after a start
                    os.write(file, b"%d\n" % int.from_bytes(row[0][:8], "big"))
        except psycopg.OperationalError:
            time.sleep(0.02)


if __name__ == "__main__":
    main(*sys.argv[1:])
