"""Say how the dice pool is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from dicepool import fates, guard, keeper, log, logbook, openings, seal, tree, witnesses
from dicepool.audit import faults
from dicepool.models import Batch, Fate, Publication, Refill
from dicepool.stock import stock


class Command(BaseCommand):
    """Numbers only: no value of a set is ever printed."""

    help = "Say how the pool and the last refills are. Fails when it is low, or nothing is dealt."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be asked for."""
        parser.add_argument(
            "--audit", action="store_true", help="also rebuild every batch's tree from its sets"
        )

    def handle(self, *args: Any, audit: bool, **options: Any) -> None:
        """Print it."""
        now = stock()
        days = (
            "no end in sight" if now.days_left is None else f"{now.days_left:,.1f} days at the present rate"
        )
        self.stdout.write(f"Left:        {now.left:,} sets, {days}")
        self.stdout.write(f"Marks:       low {settings.DICE_LOW_WATER:,}, high {settings.DICE_HIGH_WATER:,}")
        self.stdout.write(f"Rolled:      {now.rolled:,} sets in {Batch.objects.count():,} batches")
        self.stdout.write(
            f"Handed out:  {now.handed_out:,} sets for everybody to see; lately {now.pace:,.0f} a day"
        )
        sealed = log.newest()
        waiting = Fate.objects.filter(kind=Fate.Kind.THROWN_AWAY, segment=None).count()
        thrown_away = waiting + (sealed.total.get(logbook.THROWN_AWAY, 0) if sealed else 0)
        self.stdout.write(f"Thrown away: {thrown_away:,} sets that were reserved and never used")
        self.stdout.write(f"Waiting:     {fates.waiting():,} sets, reserved or not for everybody to see yet")
        if settings.DICE_KEEPER:
            opened = openings.counts()
            self.stdout.write(
                f"Opened:      {opened.sets:,} sets by the keeper of the keys; {opened.thrown_away:,} of them"
                f" thrown away, {opened.otherwise:,} shown with another number"
            )
        here = guard.look()
        far = f"up to serial {here.mark:,}" if here.admitted and here.mark else "nothing yet on this server"
        refused = guard.refusal(here)
        self.stdout.write(f"Dealing:     {f'nothing: {refused}' if refused else far}")
        self.stdout.write(f"Published:   {Publication.objects.count():,} batches")
        self._tell_of_the_log()
        for run in Refill.objects.all()[:5]:
            how = run.failure or ("done" if run.ended_at else "not finished")
            self.stdout.write(
                f"Refill:      {run.started_at:%Y-%m-%d %H:%M}  {run.sets:,} sets  {run.reason}  {how}"
            )
        if audit:
            self._audit(quiet=options["verbosity"] < 1)
        if refused:
            raise CommandError(f"No dice are dealt. {refused}")
        if now.left < settings.DICE_LOW_WATER:
            raise CommandError("The pool is below its low-water mark.")

    def _tell_of_the_log(self) -> None:
        sealed = log.newest()
        far = f"up to serial {sealed.last:,}, {sealed.at:%Y-%m-%d %H:%M}" if sealed else "nothing yet"
        self.stdout.write(f"Sealed:      {far}")
        head = tree.head()
        signed = f"{head.size:,} signed {head.signed_at:%Y-%m-%d %H:%M}" if head else "nothing signed yet"
        self.stdout.write(f"Public log:  {tree.size():,} entries, {signed}")
        for one in witnesses.told():
            seen = f"{one.head.size:,} entries {one.at:%Y-%m-%d %H:%M}" if one.head else "not heard of yet"
            self.stdout.write(f"Witness:     {one.key.name}  {seen}")

    def _audit(self, *, quiet: bool) -> None:
        sizes = [batch.size for batch in Batch.objects.all()]
        with tqdm(total=sum(sizes), unit=" sets", unit_scale=True, disable=quiet) as bar:
            try:
                found = faults(counted=bar.update)
            except (keeper.Silent, seal.KeyUnfit) as error:
                raise CommandError(str(error)) from None
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write(f"Audit:       all {len(sizes):,} batches match their commitments")
