"""The what-if board: branches of any game, and tables that go on from there."""

import random
from functools import cache

import pytest

from house import Start, play_on
from tablee.client import Guest, ServerRefused
from tablee.core.chance import draw
from tablee.core.game import CHANCE
from tablee.core.record import Record
from tablee.core.registry import game_type
from tablee.server.dice import verify
from tablee.server.entries import Drawn, Played
from tablee.server.protocol import RefusedMessage
from tablee.server.whatif.wishes import (
    LONGEST_RECORD,
    AnyStart,
    Branch,
    BranchWish,
    LessonStart,
    PlayOnWish,
    ProblemStart,
    RecordStart,
)
from tablee.server.wishes import Joining, SeatWish

pytestmark = pytest.mark.anyio

PROBLEM = "2;C6gC3;D6,B9;C2"


@cache
def played(name: str, moves: int = 10**6) -> Record:
    """A random game, or its beginning."""
    rng = random.Random(7)
    sitting = (game := game_type(name).from_options({})).sitting()
    found = []
    while sitting.state.actor is not None and len(found) < moves:
        at_chance = sitting.state.actor == CHANCE
        choice = draw(sitting.state.outcomes(), rng) if at_chance else None
        sitting = sitting.play(choice or rng.choice(list(sitting.moves.values())))
        found.append(sitting.move)
    return Record(game, tuple(found))


def texts(record: Record) -> list[str]:
    return [sitting.text for sitting in record.sittings()][1:]


def start_of(record: Record) -> AnyStart:
    return RecordStart(record.text())


def first_roll(record: Record) -> int:
    """The number of moves before the first roll after which the dice may show something else."""
    sittings = list(record.sittings())
    return next(n for n, one in enumerate(sittings) if one.state.actor == CHANCE)


async def refused(work: object) -> RefusedMessage:
    with pytest.raises(ServerRefused) as refusal:
        await work  # type: ignore[misc]
    assert set(refusal.value.refusal.text) == {"en", "fr", "de"}
    return refusal.value.refusal


@pytest.mark.parametrize("name", ["fragile", "shear-panic"])
async def test_any_moment_of_a_game_can_be_played_on_by_any_side(anna: Guest, name: str) -> None:
    record = played(name)
    whole = await anna.what_if(BranchWish(start=start_of(record)))
    assert [entry.move for entry in whole.entries] == texts(record)
    assert whole.record == len(record.moves)
    assert whole.state.phase == "over"
    assert not whole.goes_on
    here = await anna.what_if(BranchWish(start=start_of(record), move=20, after=20))
    assert here.entries == []
    assert here.state.moves
    assert {preview.move for preview in here.previews} == set(here.state.moves)
    other = next(move for move in here.state.moves if move != texts(record)[20])
    wish = BranchWish(start=start_of(record), move=20, typed=other, after=20)
    then = await anna.what_if(wish)
    assert [entry.move for entry in then.entries][:1] == [other]
    assert isinstance(then.entries[0], Played)
    assert then.entries[0].number == 21


async def test_the_dice_fall_as_wished_at_random_or_as_they_were(anna: Guest) -> None:
    record = played("shear-panic")
    place = first_roll(record)
    start = start_of(record)
    here = await anna.what_if(BranchWish(start=start, move=place, after=place))
    assert here.state.actor == CHANCE
    assert {odds.move for odds in here.odds} == set(here.state.moves)
    assert here.as_played == texts(record)[place]
    for odds in here.odds:
        chosen = await anna.what_if(BranchWish(start=start, move=place, typed=odds.move))
        assert chosen.entries[place].move == odds.move
    again = await anna.what_if(BranchWish(start=start, move=place, dice="as-played", after=place))
    assert isinstance(again.entries[0], Drawn)
    assert again.entries[0].move == texts(record)[place]
    rolled = await anna.what_if(BranchWish(start=start, move=place, dice="random", after=place))
    assert rolled.entries[0].move in here.state.moves
    assert rolled.state.actor != CHANCE


async def test_problems_and_lessons_branch_off_too(anna: Guest) -> None:
    problem = await anna.what_if(BranchWish(start=ProblemStart(PROBLEM), typed="D6: C6>B6"))
    assert [entry.move for entry in problem.entries] == ["D6: C6>B6"]
    lesson = await anna.what_if(BranchWish(start=LessonStart("shear-panic", 1)))
    assert lesson.state.moves
    assert not lesson.goes_on
    steps = game_type("shear-panic").lesson().steps
    number = next(number for number, step in enumerate(steps) if step.dice and step.solution)
    start = LessonStart("shear-panic", number, steps[number].solution)
    here = await anna.what_if(BranchWish(start=start))
    assert any(isinstance(entry, Drawn) for entry in here.entries)  # the lesson's dice
    again = await anna.what_if(BranchWish(start=start, move=0))
    assert again.entries == []
    assert again.state.moves


async def test_what_a_stranger_sends_is_checked_and_bounded(anna: Guest) -> None:
    record = played("fragile")

    async def code(**wish: object) -> str:
        return (await refused(anna.what_if(BranchWish(**wish)))).code  # type: ignore[arg-type]

    assert await code(start=RecordStart("no record")) == "invalid"
    assert await code(start=start_of(record), move=10**6) == "no-move"
    assert await code(start=start_of(record), move=0, moves=("what?",)) == "invalid"
    assert await code(start=start_of(record), move=0, moves=("depot E5",)) == "illegal"
    assert await code(start=LessonStart("chess", 1)) == "no-game"
    assert await code(start=LessonStart("fragile", 98)) == "no-move"
    long = {"start": {"type": "record", "text": "x" * (LONGEST_RECORD + 1)}}
    many = {"start": {"type": "problem", "problem": PROBLEM}, "moves": ["end"] * 1001}
    await anna.http.get("/health")
    for wish in (long, many):
        token = {"x-csrftoken": anna.http.cookies["csrftoken"]}
        answer = await anna.http.post("/api/what-if", json=wish, headers=token)
        assert answer.status_code == 400


@pytest.mark.parametrize("name", ["fragile", "shear-panic"])
async def test_a_table_goes_on_where_a_branch_ends_and_its_record_verifies(
    start_server: Start, name: str
) -> None:
    running = start_server()
    record = played(name)
    players = record.game.players
    half = len(record.moves) // 2
    while list(record.sittings())[half].state.actor in (None, CHANCE):
        half -= 1
    async with Guest(running.address) as anna:
        made = await anna.play_on(
            PlayOnWish(
                start=start_of(record),
                move=half,
                seats=(SeatWish(), *(SeatWish("random"),) * (players - 1)),
                join=Joining("Anna"),
            )
        )
        assert made.yours == [0]
        assert made.phase == "playing"
        table_id = made.table.id
        log = await anna.log(table_id)
        given = [entry.move for entry in log if getattr(entry, "given", False)]
        assert given == texts(record)[:half]
        async with anna.live(table_id) as table:
            if table.is_my_turn:
                assert (await refused(table.undo())).code.startswith("undo-")
            await play_on(table, random.Random(1))
            assert table.state.phase == "over"
        text = await anna.record(table_id)
        assert f"# given: {half}\n" in text
        assert texts(Record.parse(text))[:half] == given
        verified = verify(text)
        log = await anna.log(table_id)
        assert verified == sum(isinstance(one, Drawn) and not one.given for one in log)
        assert (await anna.at_move(table_id, half)).state.position == list(record.sittings())[
            half
        ].state.to_json()
    running.stop()
    again = start_server()
    async with Guest(again.address) as bert:
        assert await bert.record(table_id, made.watch_key) == text


async def test_only_a_game_that_goes_on_becomes_a_table_against_bots(anna: Guest) -> None:
    record, two = played("fragile"), (SeatWish(), SeatWish("1"))
    anna_sits = Joining("Anna")

    async def code(**wish: object) -> str:
        return (await refused(anna.play_on(PlayOnWish(**wish)))).code  # type: ignore[arg-type]

    branch = {"start": start_of(record), "seats": two, "join": anna_sits}
    assert await code(**branch) == "over"
    assert await code(**{**branch, "move": 20, "seats": (SeatWish(),) * 2}) == "practice-seats"
    assert await code(**{**branch, "move": 20, "seats": (*two, SeatWish("1"))}) == "seats"
    assert await code(**{**branch, "move": 20, "seats": (SeatWish(), SeatWish("x"))}) == "invalid"
    lesson = LessonStart("fragile", 0)
    assert await code(**{**branch, "start": lesson}) == "no-opening"


@pytest.mark.parametrize("name", ["fragile", "shear-panic"])
async def test_a_bot_tells_its_best_turns_with_their_chances(anna: Guest, name: str) -> None:
    record = played(name)
    place = len(record.moves) // 2
    while list(record.sittings())[place].state.actor in (None, CHANCE):
        place -= 1
    branch = Branch(start=start_of(record), move=place)
    found = await anna.advice(branch)
    assert found.turns
    for turn in found.turns:
        assert sum(turn.chances) == sum(found.chances) == 65536
        wish = BranchWish(start=start_of(record), move=place, moves=tuple(turn.moves))
        assert (await anna.what_if(wish)).state.version == place + len(turn.moves)
    over = Branch(start=start_of(record))
    assert (await refused(anna.advice(over))).code == "no-advice"
    assert (await refused(anna.advice(Branch(start=ProblemStart(PROBLEM))))).code == "invalid"
