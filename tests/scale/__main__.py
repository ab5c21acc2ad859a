"""`python -m tests.scale --active 0.2 --peak 4`: the tables of docs/scale.md with other assumptions."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import fields

from tests.scale.arithmetic import Assumed
from tests.scale.tables import all_of


def main() -> None:
    """Print them."""
    asked = ArgumentParser(prog="python -m tests.scale", description=__doc__)
    for one in fields(Assumed):
        name = f"--{one.name.replace('_', '-')}"
        asked.add_argument(name, type=float, default=one.default, help=one.metadata["words"])
    by = Assumed(**vars(asked.parse_args()))
    print("\n".join(all_of(by).values()))  # noqa: T201  (this is what it is for)


if __name__ == "__main__":
    main()
