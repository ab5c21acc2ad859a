"""Reserve one set after the other, each showing the one before, and write down what was committed.

Run by test_pool_crash.py as `python reserve_for_ever.py <connection> <SQL that reserves> <file>`, until it is
terminated; LABEL and SHOWN in the SQL stand for what differs each time. A server that is gone is asked again.
"""

import os
import sys
import time

import psycopg


def main(address: str, call: str, name: str) -> None:
    """Never returns. A line of the file is a serial, its label, and the serial that was shown with it."""
    file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    last = "NULL"
    while True:
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                while True:
                    label = os.urandom(32).hex()
                    with connection.transaction():
                        row = connection.execute(
                            call.replace("LABEL", label).replace("SHOWN", last)
                        ).fetchone()
                    assert row
                    if len(row[0]) == 1:
                        continue  # not admitted yet after a start
                    serial = str(int.from_bytes(row[0][:8], "big"))
                    os.write(file, f"{serial} {label} {last}\n".encode())
                    last = serial
        except psycopg.errors.UniqueViolation:
            last = "NULL"  # it was shown by a commit of which no word came back
        except psycopg.OperationalError:
            time.sleep(0.02)


if __name__ == "__main__":
    main(*sys.argv[1:])
