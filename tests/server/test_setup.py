"""The setup of a table: options are described and bounded, editions checked and kept."""

import random
import re
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from house import Running, play_on
from tablee.client import Guest, ServerRefused
from tablee.core import LANGUAGES, Record, game_names, game_type
from tablee.core.options import Option, OptionKind
from tablee.core.record import fingerprint
from tablee.games.fragile import Fragile, standard
from tablee.games.fragile.state import FragileState
from tablee.server import dice
from tablee.server.app import create_app
from tablee.server.clock import Clock
from tablee.server.match import Match, Plan
from tablee.server.option_schema import LONGEST_NAME, LONGEST_VALUE, MOST_OPTIONS
from tablee.server.protocol import Previews, encoder
from tablee.server.seats import Seat
from tablee.server.settings import Settings
from tablee.server.tables import by_todays_rules
from tablee.server.thinking import previews_of
from tablee.server.views import table_view
from tablee.server.wishes import Joining, NewTable

pytestmark = pytest.mark.anyio

OWN = standard().text.replace('name = "standard"', 'name = "Ada\'s copy"')


def named(name: str) -> str:
    return standard().text.replace('name = "standard"', f'name = "{name}"')


async def refusal(work: object) -> ServerRefused:
    with pytest.raises(ServerRefused) as refused:
        await work  # type: ignore[misc]
    return refused.value


# The OpenAPI


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """Returns the options of a new table in the OpenAPI document, by game."""
    with tempfile.TemporaryDirectory() as folder:
        schema = create_app(Settings(data_dir=Path(folder))).openapi_schema.to_schema()
    table = msgspec.json.decode(msgspec.json.encode(schema))["components"]["schemas"]["NewTable"]
    options = table["properties"]["options"]
    assert options["maxProperties"] == MOST_OPTIONS
    return {game["title"]: game for game in options["anyOf"]}


def admits(schema: dict[str, Any], text: str) -> bool:
    if "enum" in schema:
        return text in schema["enum"]
    return re.search(schema["pattern"], text) is not None


@pytest.mark.parametrize("name", game_names())
def test_the_openapi_describes_every_option_of_a_game(name: str, described: dict[str, Any]) -> None:
    kind = game_type(name)
    found = described[name]["properties"]
    assert list(found) == ["players", *(option.name for option in kind.all_options)]
    assert found["players"]["enum"] == [str(count) for count in kind.player_counts]
    for option in kind.all_options:
        schema = found[option.name]
        assert schema["type"] == "string"
        assert option.question().text() in schema["description"]
        assert all(option.meaning(word).text() in schema["description"] for word in option.choices)
        assert schema.get("default", "") == option.default
        for text in tried(option):
            taken = any(option.accepts(text, players) for players in kind.player_counts)
            assert admits(schema, text) or not taken
        assert not admits(schema, "nonsense")


def tried(option: Option) -> list[str]:
    """Returns values of every form that an option could have."""
    if option.kind is OptionKind.ONE_EACH:
        return ["".join(option.choices[:count]) for count in range(6)]
    return [*option.choices, *map(str, range(100)), str(option.least), str(option.most)]


async def test_games_are_told_with_all_that_can_be_chosen(anna: Guest) -> None:
    for game in await anna.games():
        kind = game_type(game.name)
        assert game.rules == kind.rules_versions[-1]
        assert game.players == list(kind.player_counts)
        assert [msgspec.to_builtins(option) for option in game.options] == [
            option.to_json() for option in kind.all_options
        ]
        assert kind.from_options({}, game.edition).has_standard_edition


# What strangers send


@pytest.mark.parametrize(
    "options",
    [
        {f"option {number}": "1" for number in range(MOST_OPTIONS + 1)},
        {"x" * (LONGEST_NAME + 1): "1"},
        {"idle": "1" * (LONGEST_VALUE + 1)},
        {"idle": 1},
        {"idle": {}},
        ["idle"],
    ],
    ids=["too many", "a long name", "a long value", "a number", "a table", "a list"],
)
async def test_options_are_few_and_short(anna: Guest, options: Any) -> None:
    assert (await refusal(anna.create(NewTable("fragile", options)))).code == "http-400"


# Editions


async def test_a_broken_edition_is_refused_with_its_line_in_every_language(anna: Guest) -> None:
    broken = OWN.replace('slot = "A1"', 'slot = "K1"')
    line = broken[: broken.index('slot = "K1"')].count("\n") + 1
    found = await refusal(anna.create(NewTable("fragile", edition=broken)))
    assert found.code == "edition"
    assert set(found.refusal.text) == set(LANGUAGES)
    assert len(set(found.refusal.text.values())) == len(LANGUAGES)
    for text in found.refusal.text.values():
        assert re.search(rf"\b{line}\b", text)
        assert "K1" in text


async def test_an_edition_that_is_no_toml_is_refused_with_its_line(anna: Guest) -> None:
    found = await refusal(anna.create(NewTable("fragile", edition='name = "x"\n[[depot\n')))
    assert found.code == "edition"
    assert all("line 2" in found.refusal.text[language] for language in LANGUAGES)


async def test_an_option_is_refused_as_such_though_there_is_an_edition(anna: Guest) -> None:
    found = await refusal(anna.create(NewTable("fragile", {"idle": "0"}, edition=OWN)))
    assert found.code == "invalid"


async def test_an_edition_of_ones_own_is_kept_with_the_table_and_given_again(
    running: Running, anna: Guest, bert: Guest
) -> None:
    made = await anna.create(NewTable("fragile", edition=OWN, private=True, join=Joining("Anna")))
    assert made.table.edition_name == "Ada's copy"
    assert made.table.edition == fingerprint(OWN)
    assert await anna.edition(made.table.id) == OWN
    assert await bert.edition(made.table.id, made.watch_key) == OWN
    assert (await refusal(bert.edition(made.table.id))).code == "no-table"


@pytest.mark.parametrize("name", game_names())
async def test_a_table_on_the_standard_edition_says_so(name: str, anna: Guest) -> None:
    made = await anna.create(NewTable(name))
    assert made.table.edition_name == ""
    again = await anna.create(NewTable(name, edition=await anna.edition(made.table.id)))
    assert again.table.edition_name == ""


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ada's \\n copy ", "Ada's copy"),
        ("x" * 60, "x" * 60),
        ("", fingerprint(named(""))),
        ("st\\u202eab", fingerprint(named("st\\u202eab"))),
    ],
)
def test_the_name_of_an_edition_is_short_and_visible(name: str, shown: str) -> None:
    assert view_of(a_plan("fragile", edition=named(name))).edition_name == shown


def test_an_edition_of_ones_own_is_not_called_standard() -> None:
    own = standard().text + "# mine\n"
    assert view_of(a_plan("fragile", edition=own)).edition_name == fingerprint(own)


def a_plan(name: str, rules: int | None = None, edition: str | None = None, **options: str) -> Plan:
    game = game_type(name).from_options(options, edition, rules)
    version, text = game.rules_version, game.edition_text
    return Plan(name, version, game.options(), text, Clock(), False, [Seat()] * game.players)


def view_of(plan: Plan) -> Any:
    return table_view("0" * 12, Match.begin(plan), dice.new_secret())


# Old rules


@pytest.mark.parametrize("name", game_names())
def test_a_new_game_after_one_of_old_rules_is_played_by_todays(name: str) -> None:
    kind = game_type(name)
    for version in kind.rules_versions:
        plan = a_plan(name, version)
        assert view_of(plan).edition_name == ""
        today = by_todays_rules(plan)
        assert today.rules == kind.rules_versions[-1]
        assert today.edition == kind.from_options({}).edition_text
        assert today.make_game() == kind.from_options(plan.options)


@pytest.mark.parametrize("name", game_names())
def test_a_new_game_after_one_of_old_rules_keeps_an_edition_of_ones_own(name: str) -> None:
    kind = game_type(name)
    own = kind.from_options({}).edition_text + "# mine\n"
    today = by_todays_rules(a_plan(name, kind.rules_versions[0], own))
    assert today.rules == kind.rules_versions[-1]
    assert today.edition == own


def test_what_was_chosen_by_seat_stays_with_the_seat() -> None:
    plan = a_plan("shear-panic", players="3", first="2", colours="YBR")
    assert by_todays_rules(plan).options == plan.options


async def test_a_game_is_finished_by_the_rules_it_began_with(
    anna: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as yesterday:
        yesterday.setattr(Fragile, "rules_versions", (1,))
        options = {"players": "3", "order": "straws", "idle": "1"}
        made = await anna.create(NewTable("fragile", options, join=Joining("Anna")))
    table_id = made.table.id
    for name in ("Bert", "Carla"):
        await anna.join(table_id, Joining(name))
    async with anna.live(table_id, previews=True) as table:
        await play_on(table, random.Random(8))
        assert table.state.phase == "over"
    record = await anna.record(table_id)
    assert "\nrules: 1\n" in record
    assert Record.parse(record).game.rules_version == 1
    assert dice.verify(record) > 0
    replay = await anna.at_move(table_id, len(Record.parse(record).moves))
    assert replay.state.position == table.state.position
    again = await anna.rematch(table_id)
    assert (made.table.rules, again.table.rules) == (1, 2)
    assert again.table.options == {**made.table.options, "first": "1"}
    assert again.table.edition_name == ""


# Previews


def test_a_preview_shows_the_next_moves_where_the_game_looks_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = Fragile().initial()
    first = next(iter(Fragile().sitting().moves))
    ahead = state.play(state.parse(first))
    monkeypatch.setattr(FragileState, "looks_ahead", property(lambda here: here == ahead))
    told = msgspec.json.decode(encoder.encode(Previews(0, previews_of(Fragile().sitting()))))
    assert [preview["move"] for preview in told["moves"] if "then" in preview] == [first]
    then = told["moves"][0]["then"]
    assert [preview["move"] for preview in then] == list(Fragile().sitting(ahead).moves)
    events = ahead.step(ahead.parse(then[0]["move"])).events
    assert [event["kind"] for event in then[0]["events"]] == [event.kind for event in events]


def test_a_preview_looks_one_move_ahead_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FragileState, "looks_ahead", True)
    previews = previews_of(Fragile().sitting())
    assert all(preview.then for preview in previews)
    assert not any(later.then for preview in previews for later in preview.then)
