"""A key that is wrong or missing opens nothing, rolls nothing and burns nothing."""

from __future__ import annotations

import base64
import importlib
import secrets
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.core import checks as framework
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dicepool import checks, keys, pool, refill, retire, routine, seal, stock, taking, tasks
from dicepool.models import Batch, Handout, Publication
from tests.games.tables import begin, to_move

pytestmark = pytest.mark.django_db

HandOut = Callable[[int], list[pool.Drawn]]
UNFIT = ["wrong", "missing", "wrong under one id and right under another"]


def spoil(settings: LazySettings, how: str) -> None:
    """Take the right key away."""
    number, _, right = settings.DICE_KEYS.partition(":")
    other = base64.urlsafe_b64encode(secrets.token_bytes(seal.KEY_BYTES)).decode()
    settings.DICE_KEYS = {
        "wrong": f"{number}:{other}",
        "missing": f"77:{other}",
        "wrong under one id and right under another": f"{number}:{other},77:{other}",
    }[how]
    assert right not in settings.DICE_KEYS


def state() -> tuple[int, int, int, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_inherits WHERE inhparent = 'dicepool_diceset'::regclass")
        return stock.taken(), Handout.objects.count(), Batch.objects.count(), cursor.fetchone()[0]


@pytest.mark.parametrize("how", UNFIT)
def test_a_thousand_draws_with_an_unfit_key_move_no_serial(
    batch: Batch, hand_out: HandOut, settings: LazySettings, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    right = settings.DICE_KEYS
    hand_out(3)
    before = state()
    spoil(settings, how)
    for _ in range(1000 if how == "wrong" else 5):
        with transaction.atomic(), pytest.raises(pool.PoolStopped, match="not hold the right key"):
            pool.draw(1)
    assert state() == before
    assert "No dice can be drawn" in caplog.text
    settings.DICE_KEYS = right
    assert [drawn.serial for drawn in hand_out(1)] == [batch.first + 3]


def test_a_new_key_beside_the_old_one_changes_nothing(
    batch: Batch, hand_out: HandOut, settings: LazySettings
) -> None:
    other = base64.urlsafe_b64encode(secrets.token_bytes(seal.KEY_BYTES)).decode()
    settings.DICE_KEYS += f",77:{other}"
    assert [drawn.serial for drawn in hand_out(2)] == [batch.first, batch.first + 1]
    refill.add_sets(10, "test")
    assert Batch.objects.latest("number").key_id == 77
    assert len(hand_out(batch.size)) == batch.size


@pytest.mark.parametrize("how", UNFIT)
def test_a_refill_with_an_unfit_key_adds_nothing_and_says_so(
    batch: Batch, settings: LazySettings, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    spoil(settings, how)
    before = state()
    with pytest.raises(seal.KeyUnfit):
        refill.add_sets(10, "test")
    settings.DICE_LOW_WATER = 2 * batch.size
    tasks.top_up()
    assert "No dice can be drawn" in caplog.text
    with pytest.raises(CommandError, match="Nothing was added"):
        call_command("refill_dice", sets=10, verbosity=0)
    assert state() == before


def test_a_refill_looks_at_the_last_batch_of_its_key_though_it_is_used_up(
    batch: Batch, hand_out: HandOut, settings: LazySettings
) -> None:
    hand_out(batch.size)
    spoil(settings, "wrong")
    with pytest.raises(seal.KeyWrong):
        refill.add_sets(10, "test")


def test_a_batch_is_not_laid_open_with_a_wrong_key(
    batch: Batch, hand_out: HandOut, settings: LazySettings
) -> None:
    hand_out(batch.size)
    spoil(settings, "wrong")
    with pytest.raises(seal.KeyWrong):
        retire.publish(batch)
    assert not Publication.objects.filter(pk=batch.pk).exists()


@pytest.mark.parametrize("how", UNFIT)
def test_a_proof_is_not_made_with_an_unfit_key(
    client: Client, batch: Batch, hand_out: HandOut, settings: LazySettings, how: str
) -> None:
    [drawn] = hand_out(1)
    addresses = [
        reverse("dicepool:roll", args=[drawn.serial]),
        reverse("dicepool:roll_json", args=[drawn.serial]),
        reverse("dicepool:proofs_json") + f"?serials={drawn.serial}",
    ]
    assert [client.get(address).status_code for address in addresses] == [200] * 3
    spoil(settings, how)
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 503
        assert "does not have the right key" in answer.content.decode()


class TestBatchesOfOld:
    @pytest.fixture(autouse=True)
    def _without_check_values(self, batch: Batch) -> None:
        self.batch = batch
        Batch.objects.update(key_check=b"")
        batch.refresh_from_db()

    def kept(self) -> bytes:
        return bytes(Batch.objects.get(pk=self.batch.pk).key_check)

    def test_the_right_key_proves_itself_by_the_tree_and_is_known_from_then_on(self) -> None:
        key = keys.batch_key(self.batch)
        assert self.kept() == seal.check_value(key, self.batch.first, self.batch.last)

    def test_a_check_value_without_serials_is_believed_once(self) -> None:
        right = keys.batch_key(self.batch)
        Batch.objects.update(key_check=seal.unbound_check_value(right))
        assert keys.batch_key(Batch.objects.get(pk=self.batch.pk)) == right
        assert self.kept() == seal.check_value(right, self.batch.first, self.batch.last)

    def test_a_small_batch_proves_its_key_too(self) -> None:
        refill.add_sets(7, "test")
        Batch.objects.update(key_check=b"")
        assert keys.unfit() == []
        assert not Batch.objects.filter(key_check=b"").exists()

    def test_a_wrong_key_does_not_and_is_not_kept(self, settings: LazySettings) -> None:
        spoil(settings, "wrong")
        with pytest.raises(seal.KeyWrong, match=f"batch {self.batch.number} was sealed with"):
            keys.batch_key(self.batch)
        assert self.kept() == b""

    def test_one_that_is_laid_open_knows_its_key_by_that(
        self, hand_out: HandOut, settings: LazySettings
    ) -> None:
        hand_out(self.batch.size)
        retire.publish(self.batch)
        Batch.objects.update(key_check=b"")
        self.batch.refresh_from_db()
        right = settings.DICE_KEYS
        spoil(settings, "wrong")
        with pytest.raises(seal.KeyWrong):
            keys.batch_key(self.batch)
        settings.DICE_KEYS = right
        assert keys.batch_key(self.batch) == bytes(self.batch.publication.key)


@pytest.mark.parametrize(
    ("how", "found"),
    [("wrong", "dicepool.E002"), ("missing", "dicepool.E001")],
)
def test_what_is_wrong_is_said_by_the_check_and_at_the_start(
    batch: Batch, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, how: str, found: str
) -> None:
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's own transaction
    checks.at_start()
    spoil(settings, how)
    said = framework.run_checks(tags=["database"], databases=["default"])
    assert [str(error.id) for error in said] == [found]
    with pytest.raises(SystemExit, match=r"^Boatzee cannot start: The dice key 1 [^\n]*$"):
        checks.at_start()


def test_the_names_and_check_values_are_not_the_keys(batch: Batch, settings: LazySettings) -> None:
    held = seal.parse_keys(settings.DICE_KEYS)
    batch_key = keys.batch_key(batch)
    assert held.names == held.name(batch.key_id)
    assert len(held.names) == len(bytes(batch.key_check)) == seal.CHECK_BYTES
    for shown in (held.names, bytes(batch.key_check)):
        assert shown not in batch_key
        assert all(shown not in key for key in held.by_id.values())


@pytest.mark.django_db(transaction=True)
class TestAtATable:
    def test_a_move_is_refused_with_a_clear_page_and_changes_nothing(
        self, batch: Batch, alice: User, bob: User, settings: LazySettings
    ) -> None:
        right = settings.DICE_KEYS
        match = begin("BZ", alice, bob)
        player = Client()
        player.force_login(to_move(match))
        form = {"version": match.version, "do": "roll"}
        before = match.version, match.moves.count(), state()
        spoil(settings, "wrong")

        refused = player.post(reverse("games:move", args=[match.pk]), form)

        assert refused.status_code == 503
        text = refused.content.decode()
        assert "this site does not hold the right key" in text
        assert "Nothing was changed" in text
        match.refresh_from_db()
        assert (match.version, match.moves.count(), state()) == before
        settings.DICE_KEYS = right
        assert player.post(reverse("games:move", args=[match.pk]), form).status_code == 302

    def test_the_first_draw_after_the_migration_writes_the_routine(
        self, batch: Batch, hand_out: HandOut, settings: LazySettings
    ) -> None:
        right = settings.DICE_KEYS
        migration = importlib.import_module("dicepool.migrations.0007_fates")
        Batch.objects.update(key_check=b"")
        with connection.cursor() as cursor:
            cursor.execute(migration.BEFORE)
            cursor.execute(migration.DRAW)
        with transaction.atomic():
            assert (
                taking._ask(taking._call([pool.Wanted(bytes(32))], b"", [], at_once=True))
                == routine.UNWRITTEN
            )
        spoil(settings, "wrong")
        with pytest.raises(pool.PoolStopped):
            hand_out(1)
        settings.DICE_KEYS = right
        assert [drawn.serial for drawn in hand_out(2)] == [batch.first, batch.first + 1]
        assert not Batch.objects.filter(pk=batch.pk, key_check=b"").exists()
