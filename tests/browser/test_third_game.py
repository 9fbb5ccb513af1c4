"""A game from outside in the browser: shown by its own drawing, played by clicks and by keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from outside import install
from people import act, choose, pick, play, tab_to, violations, wait_for_turn
from serving import Server

pytestmark = pytest.mark.xdist_group("third game in the browser")  # one worker installs


@pytest.fixture(scope="module")
def reversi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    environment = install(tmp_path_factory.mktemp("reversi"))
    running = Server(tmp_path_factory.mktemp("house"), environment)
    running.start()
    yield running
    running.stop()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'.cells [data-cell="{name}"]')


def sit_down(page: Page, *seats: str) -> None:
    """Makes a table with a small board of Reversi."""
    pick(page, "reversi", list(seats))
    choose(page, "size", "4")
    play(page)


def play_on(page: Page, deed: Callable[[Page], None]) -> None:
    """Plays to the end. Passes if no disc can be placed."""
    while wait_for_turn(page):
        lit = page.locator(".cell.lit").count()
        act(page, deed if lit else lambda page: page.locator(".armed .move").click())


def test_a_game_is_clicked_to_its_end_and_gone_through_again(visit, reversi: Server) -> None:
    page = visit(at=reversi, bypass_csp=True)  # for axe, which is a script from elsewhere
    expect(page.locator(".game-card", has_text="Reversi")).to_contain_text("discs")
    expect(page.locator(".game-card img.game-picture")).to_have_js_property("complete", True)
    assert page.locator(".game-card img.game-picture").evaluate("image => image.naturalWidth") > 0
    sit_down(page, "me", "bot corners")
    expect(page.locator(".players")).to_contain_text("The bot that loves corners")
    expect(page.locator(".cell.lit")).to_have_count(4)
    expect(page.locator(".mark.open:visible")).to_have_count(4)
    expect(page.locator(".choices .move")).to_have_count(4)
    cell(page, "a1").click()  # turns nothing: said in place, with its rule
    expect(page.locator(".answer .refusal")).to_contain_text("A disc on a1 turns none.")
    page.locator(".answer .rule").click()
    expect(page.locator(".rules-panel")).to_contain_text("It must enclose")
    page.keyboard.press("Escape")
    assert violations(page) == []
    play_on(page, lambda page: page.locator(".cell.lit").first.click())
    expect(page.locator(".end")).to_contain_text("whoever has more discs wins")
    expect(page.locator(".log")).to_contain_text("turns discs")
    page.locator(".end a", has_text="Replay").click()
    expect(page.locator(".replay .cells circle:not(.mark)")).to_have_count(4)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay .cells circle:not(.mark)")).to_have_count(5)
    # The disc that was placed and the one it turned.
    expect(page.locator(".replay .mark.last:visible")).to_have_count(2)


def test_two_people_play_with_keys_alone(visit, reversi: Server) -> None:
    page = visit(at=reversi)
    sit_down(page, "me", "screen")
    wait_for_turn(page)
    page.keyboard.press("b")
    expect(cell(page, "a1")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cell(page, "b2")).to_be_focused()
    expect(page.locator(".mark.focus:visible")).to_have_count(1)
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, O")
    page.keyboard.press("ArrowUp")
    expect(cell(page, "b1")).to_have_attribute("aria-label", "b1, can be chosen")
    act(page, lambda page: page.keyboard.press("Enter"))
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, X")
    expect(cell(page, "b1")).to_be_focused()  # the drawing is new, the cursor stays

    def by_the_list(page: Page) -> None:
        tab_to(page, ".choices .move")
        page.keyboard.press("Enter")

    wait_for_turn(page)
    act(page, by_the_list)
    expect(page.locator(".log li code")).to_have_count(2)


def test_a_finger_plays_on_a_phone(visit, reversi: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit(at=reversi, **phone)
    sit_down(page, "me", "bot random")
    play_on(page, lambda page: page.locator(".cell.lit").first.tap())
    expect(page.locator(".end")).to_be_visible()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_lesson_is_done_and_then_a_bot_is_there(visit, reversi: Server, locale: str) -> None:
    page = visit("#/learn/reversi/0", at=reversi, locale=locale)
    title = {"en-GB": "Turn a disc", "de-DE": "Einen Stein umdrehen"}[locale]
    expect(page.locator(".coach h1")).to_have_text(title)
    expect(page.locator(".cell.lit")).to_have_count(4)
    cell(page, "c2").click()
    page.locator(".coach .done button").click()
    page.locator(".coach .primary").click()
    expect(page.locator(".cell.lit")).to_have_count(4)
    expect(page.locator(".cells [data-cell]")).to_have_count(64)


def test_the_rules_open_from_the_lobby(visit, reversi: Server) -> None:
    page = visit(at=reversi)
    page.locator(".game-card", has_text="Reversi").click()
    page.locator(".game-links button").click()
    expect(page.locator("#rules-title")).to_have_text("Rules: Reversi")
    expect(page.locator(".rules-panel")).to_contain_text("Two discs of each player cross")


HOSTILE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="window.hurt = 1">'
    "<script>window.hurt = 2</script><style>body { display: none }</style>"
    '<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.hurt = 3"/>'
    '</foreignObject><a href="javascript:window.hurt = 4"><rect width="9" height="9"/></a>'
    '<rect data-cell="c2" width="5" height="5" onclick="window.hurt = 5" style="fill: red"/></svg>'
)


def test_a_drawing_brings_nothing_but_shapes(visit, reversi: Server) -> None:
    page = visit(at=reversi)

    def tampered(route: Route) -> None:
        told = route.fetch().json()
        told["state"]["picture"] = HOSTILE
        route.fulfill(body=json.dumps(told), content_type="application/json")

    page.route("**/api/games/reversi/lesson/0*", tampered)
    page.goto(f"{reversi.address}#/learn/reversi/0")
    expect(cell(page, "c2")).to_be_visible()
    held = page.locator(".cells svg").evaluate(
        "svg => [...svg.querySelectorAll('*:not(.mark)')].map(element => element.localName)"
    )
    assert held == ["rect"]
    for attribute in ("onclick", "style"):
        assert cell(page, "c2").get_attribute(attribute) is None
    cell(page, "c2").click()
    page.locator(".coach .done button").wait_for()
    assert page.evaluate("() => window.hurt") is None
