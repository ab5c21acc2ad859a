"""The log's lines and their tree, without a database."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicepool import logbook, merkle, rfc6962
from dicepool.logbook import LINES, Handed, Passed, Span

LABEL, PLEDGE = bytes(range(32)), bytes(range(32, 64))


def sets(*serials: int) -> list[Handed]:
    return [Handed(serial, 1000 + serial, LABEL) for serial in serials]


def told(
    first: int,
    until: int,
    handed: list[Handed],
    passed: list[Passed] | None = None,
    batches: list[Span] | None = None,
) -> list[str]:
    """The lines, those of sets that were taken cut short."""
    pages = logbook.write(first, until, handed, passed or [], batches or [(1, 1000)])
    return [line.split(" taken ")[0] for line in pages.lines]


class TestLines:
    def test_a_set_that_was_taken(self) -> None:
        assert Handed(7, 1234, LABEL, PLEDGE).line == f"7 taken 1234 {LABEL.hex()} {PLEDGE.hex()}"
        assert Handed(7, 1234, LABEL).line == f"7 taken 1234 {LABEL.hex()} -"
        assert Handed(7, 1234).line == "7 taken 1234 - -"

    @pytest.mark.parametrize("one", [Handed(7, 1, LABEL, PLEDGE), Handed(7, 1, LABEL), Handed(7, 1)])
    def test_what_was_written_is_read(self, one: Handed) -> None:
        assert logbook.handed(one.line) == one

    @pytest.mark.parametrize(
        "line", [logbook.rolled_back(7), logbook.thrown_away(7), logbook.passed_over(7, 9, "epoch")]
    )
    def test_other_lines_tell_of_no_set_that_was_taken(self, line: str) -> None:
        assert logbook.handed(line) is None

    def test_what_nobody_took_was_rolled_back(self) -> None:
        assert told(1, 5, sets(2, 4)) == ["1 rolled-back", "2", "3 rolled-back", "4", "5 rolled-back"]

    def test_what_was_passed_over_is_one_line_and_says_why(self) -> None:
        assert told(1, 9, sets(1, 9), [(3, 8, "restart")]) == [
            "1",
            "2 rolled-back",
            "3-8 passed-over restart",
            "9",
        ]

    def test_serials_between_batches_have_none(self) -> None:
        assert told(1, 12, sets(1, 2, 11, 12), batches=[(1, 2), (11, 20)]) == [
            "1",
            "2",
            "3-10 passed-over no-batch",
            "11",
            "12",
        ]

    def test_a_range_that_crosses_batches_and_gaps_stays_one(self) -> None:
        passed: list[Passed] = [(4, 25, "epoch")]
        assert told(3, 26, sets(3, 26), passed, [(1, 5), (8, 9), (22, 30)]) == [
            "3",
            "4-25 passed-over epoch",
            "26",
        ]

    def test_a_range_between_batches_says_why(self) -> None:
        assert told(5, 9, sets(9), [(6, 7, "restart")], [(1, 4), (9, 20)]) == [
            "5-5 passed-over no-batch",
            "6-7 passed-over restart",
            "8-8 passed-over no-batch",
            "9",
        ]

    def test_of_two_ranges_the_one_that_reaches_further_is_told(self) -> None:
        assert told(1, 9, sets(9), [(1, 4, "restart"), (1, 6, "epoch"), (6, 8, "restart")]) == [
            "1-6 passed-over epoch",
            "7-8 passed-over restart",
            "9",
        ]

    def test_a_set_that_was_taken_in_the_midst_of_a_range_is_told_as_taken(self) -> None:
        assert told(1, 5, sets(3), [(1, 5, "restart")]) == [
            "1-2 passed-over restart",
            "3",
            "4-5 passed-over restart",
        ]

    def test_serials_behind_the_last_batch_wait(self) -> None:
        pages = logbook.write(1, 9, sets(1), [], [(1, 4)])
        assert (pages.lines[-1], pages.last) == ("4 rolled-back", 4)
        assert told(5, 9, [], batches=[(1, 4), (8, 12)]) == [
            "5-7 passed-over no-batch",
            "8 rolled-back",
            "9 rolled-back",
        ]

    def test_unless_they_were_passed_over(self) -> None:
        assert told(5, 99, [], [(5, 90, "epoch")], [(1, 4)]) == ["5-90 passed-over epoch"]

    def test_a_segment_holds_so_many_and_no_more(self) -> None:
        many = sets(*range(1, LINES + 1))
        pages = logbook.write(1, 10**7, many, [], [(1, 10**7)])
        assert (len(pages.lines), pages.last) == (LINES, LINES)
        gaps = logbook.write(1, 10**7, sets(10**7), [], [(1, 10**7)])
        assert (len(gaps.lines), gaps.last) == (LINES, LINES)

    def test_behind_so_many_that_were_taken_nothing_is_known(self) -> None:
        many = sets(*range(1, LINES + 1))
        assert logbook.write(1, LINES + 5, many, [], [(1, 10**7)]).last == LINES

    def test_it_counts_sets_and_not_lines(self) -> None:
        pages = logbook.write(1, 30, sets(1, 2), [(11, 30, "restart")], [(1, 4), (8, 30)])
        assert pages.counts == {"taken": 2, "rolled-back": 5, "no-batch": 3, "restart": 20}

    @given(
        st.sets(st.integers(1, 60)),
        st.lists(st.tuples(st.integers(1, 60), st.integers(0, 30), st.sampled_from(["restart", "epoch"]))),
        st.lists(st.tuples(st.integers(0, 4), st.integers(0, 20)), min_size=1),
    )
    def test_every_serial_stands_in_one_line_in_order(
        self, taken: set[int], ranges: list[tuple[int, int, str]], sizes: list[tuple[int, int]]
    ) -> None:
        batches: list[Span] = []
        for gap, size in sizes:
            first = (batches[-1][1] if batches else 0) + gap + 1
            batches.append((first, first + size))
        until = min(60, batches[-1][1])
        passed = sorted((first, first + more, why) for first, more, why in ranges)
        handed = sets(*sorted(serial for serial in taken if serial <= until))
        pages = logbook.write(1, until, handed, passed, batches)
        found = [span_of(line) for line in pages.lines]
        assert [serial for first, last in found for serial in range(first, last + 1)] == list(
            range(1, until + 1)
        )
        assert pages.counts["taken"] == len(handed)
        assert sum(pages.counts.values()) == until
        for line in pages.lines:
            first, last = span_of(line)
            inside = any(low <= first and last <= high for low, high in batches)
            over = [why for low, high, why in passed if low <= first and last <= high]
            fits = {
                "taken": True,
                "rolled-back": inside and not over,
                "passed-over": not inside or bool(over),
            }
            assert fits[line.split(" ")[1]]
            if line.endswith("no-batch"):
                assert not any(low <= last and high >= first for low, high in batches)


def span_of(line: str) -> Span:
    first, _, last = line.partition(" ")[0].partition("-")
    return int(first), int(last or first)


class TestSegments:
    LINES = (*(one.line for one in sets(5, 6)), "7-90 passed-over restart", "91 rolled-back", "5 thrown-away")

    def test_leaves_and_nodes_are_those_of_rfc_6962(self) -> None:
        """Its figure of three leaves: the third moves up as it is."""

        def leaf(line: str) -> bytes:
            return hashlib.sha256(b"\x00" + line.encode()).digest()

        def node(left: bytes, right: bytes) -> bytes:
            return hashlib.sha256(b"\x01" + left + right).digest()

        one, two, three = (f"{n} rolled-back" for n in (1, 2, 3))
        assert logbook.root([one, two, three]) == node(node(leaf(one), leaf(two)), leaf(three))
        assert logbook.root([one]) == leaf(one)

    def test_a_file_is_read_back(self) -> None:
        text = logbook.text(self.LINES)
        assert text.endswith(b"\n")
        segment = logbook.Segment.read(text)
        assert segment.lines == self.LINES
        assert segment.root == logbook.root(self.LINES)

    @pytest.mark.parametrize(("serial", "index"), [(5, 0), (6, 1), (7, 2), (50, 2), (90, 2), (91, 3)])
    def test_a_serial_is_found_by_its_line(self, serial: int, index: int) -> None:
        assert logbook.Segment.read(logbook.text(self.LINES)).index_of(serial) == index

    @pytest.mark.parametrize("count", [1, 2, 3, 7, 8, 100])
    def test_each_path_leads_to_the_root(self, count: int) -> None:
        segment = logbook.Segment.read(logbook.text([f"{n} rolled-back" for n in range(1, count + 1)]))
        for index, line in enumerate(segment.lines):
            found = merkle.climb(rfc6962.leaf(line), index, count, segment.path(index))
            assert found == segment.root

    def test_an_entry_of_the_great_tree(self) -> None:
        assert logbook.entry(3, 10, 90, 5, bytes(32), 1234) == f"segment 3 10 90 5 {'00' * 32} 1234"
