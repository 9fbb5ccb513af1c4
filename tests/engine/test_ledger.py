"""Ledgers lose no result and accept no other file."""

from pathlib import Path

import pytest

from tablee.core import Invalid
from tablee.engine import Ledger, LocalEngine, in_order

WORK = {"what": "squares", "seed": 3}


def ledger(path: Path, work: dict[str, object] | None = None) -> Ledger[int]:
    return Ledger(path, work or WORK, int, int)


def squared(made: list[int], number: int) -> int:
    made.append(number)
    return number * number


def test_every_result_is_on_disk_before_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "state"
    seen = [
        (result, len(path.read_text().splitlines()))
        for result in in_order(LocalEngine(), abs, range(3), ledger(path))
    ]
    assert seen == [(0, 2), (1, 3), (2, 4)]


def test_what_is_known_is_not_done_again(tmp_path: Path) -> None:
    known = ledger(tmp_path / "state")
    known.add(1, 100)
    known.add(4, 400)
    made: list[int] = []
    again = ledger(tmp_path / "state")
    got = list(in_order(LocalEngine(), lambda number: squared(made, number), range(6), again))
    assert got == [0, 100, 4, 9, 400, 25]
    assert made == [0, 2, 3, 5]


def test_a_line_that_was_cut_off_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "state"
    ledger(path).add(0, 7)
    whole = path.read_bytes()
    ledger(path).add(1, 8)
    for length in range(len(whole), len(path.read_bytes())):
        path.write_bytes((whole + b'{"number": 1, "result": 8}\n')[:length])
        assert ledger(path).known == {0: 7}
        assert path.read_bytes() == whole


def test_a_first_line_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "state"
    ledger(path)
    head = path.read_bytes()
    for length in range(len(head)):
        path.write_bytes(head[:length])
        ledger(path).add(0, 5)
        assert ledger(path).known == {0: 5}


@pytest.mark.parametrize(
    "text",
    [
        "something\n",
        "something",
        '{"what": "cubes"}\n',
        '{"what": "squares", "seed": 3}\nnonsense\n{"number": 0, "result": 1}\n',
        '{"what": "squares", "seed": 3}\n{"number": 0}\n',
        '{"what": "squares", "seed": 3}\n[]\n',
        '{"what": "squares", "seed": 3}\n{"number": 0, "result": "x"}\n',
        '{"what": "squares", "seed": 3}\n\x00\n',
    ],
)
def test_what_is_not_the_ledger_of_this_work_is_refused_and_left_alone(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "state"
    path.write_text(text)
    with pytest.raises(Invalid, match="state"):
        ledger(path)
    assert path.read_text() == text


def test_other_work_has_another_ledger(tmp_path: Path) -> None:
    ledger(tmp_path / "state")
    with pytest.raises(Invalid, match="something else"):
        ledger(tmp_path / "state", {**WORK, "seed": 4})


def test_a_place_where_nothing_can_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="nowhere"):
        ledger(tmp_path / "nowhere" / "state")
    with pytest.raises(Invalid, match="directory"):
        ledger(tmp_path)


def test_a_settled_ledger_is_in_order_and_holds_what_counted(tmp_path: Path) -> None:
    came = ledger(tmp_path / "state")
    for number in (2, 0, 1, 4):
        came.add(number, number)
    came.settle(3)
    other = ledger(tmp_path / "other")
    for number in (0, 1, 2):
        other.add(number, number)
    assert (tmp_path / "state").read_bytes() == (tmp_path / "other").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "state"]


def test_settling_takes_away_nothing_of_an_earlier_run(tmp_path: Path) -> None:
    first = ledger(tmp_path / "state")
    for number in range(5):
        first.add(number, number)
    again = ledger(tmp_path / "state")
    again.settle(2)
    assert set(ledger(tmp_path / "state").known) == set(range(5))
