"""People: the waiting host, invitations, rematches, ways out, lists of tables, watching."""

import re
import time
from math import isnan
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from people import (
    cell,
    invitation,
    open_table,
    pick,
    play,
    sit_down,
    violations,
    wait_for_turn,
)
from serving import Server

REMOVE_CLIPBOARD = """
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  const copied = document.execCommand.bind(document);
  document.execCommand = (deed) => {
    window.selected = document.activeElement.value;
    return %s;
  };
"""


def two_people(visit) -> tuple[Page, Page]:
    ada = visit(bypass_csp=True)
    open_table(ada, "fragile", ["me", "friend"])
    ben = visit(invitation(ada), bypass_csp=True)
    sit_down(ben, "Ben")
    wait_for_turn(ada)
    return ada, ben


def expect_players(page: Page, *names: str) -> None:
    """The name stands after the sign of who is there."""
    shown = [re.compile(f"{re.escape(name)}$") for name in names]
    expect(page.locator(".players .name")).to_have_text(shown)


def test_the_waiting_host_adds_a_bot_swaps_seats_and_removes_who_is_away(visit) -> None:
    ada = visit()
    open_table(ada, "fragile", ["me", "friend", "friend", "friend"])
    ben = visit(invitation(ada))
    sit_down(ben, "Ben")
    expect(ada.locator(".arranging .name")).to_have_text(["Ada", "Ben", "free", "free"])
    expect(ben.locator(".arranging .name")).to_have_count(4)
    expect(ben.get_by_role("button", name="Swap seats 1 and 2")).to_have_count(0)
    ada.get_by_label("A bot for seat 3").select_option("3")
    expect(ada.locator(".arranging .name")).to_have_text(["Ada", "Ben", "Bruno", "free"])
    ada.get_by_role("button", name="Swap seats 1 and 2").click()
    expect(ben.locator(".arranging .name")).to_have_text(["Ben", "Ada", "Bruno", "free"])
    ben.close()
    expect(ada.locator(".arranging li", has_text="Ben")).to_contain_text("away")
    ada.get_by_role("button", name="Remove Ben").click()
    ada.get_by_label("A bot for seat 1").select_option("1")
    ada.get_by_label("A bot for seat 4").select_option("1")
    expect_players(ada, "Milo", "Ada", "Bruno", "Milo 2")
    expect(ada.locator(".players li").first).to_contain_text("One crate at a time")
    assert wait_for_turn(ada)


def test_a_chosen_colour_is_worn_everywhere(visit) -> None:
    ada = visit()
    open_table(ada, "fragile", ["me", "friend"])
    ada.get_by_label("Colour of Ada").select_option("purple")
    ben = visit(invitation(ada))
    options = ben.get_by_label("Your colour").locator("option")
    expect(options).to_have_text(["any", "blue", "orange", "green"])
    ben.get_by_label("Your colour").select_option("green")
    sit_down(ben, "Ben")
    wait_for_turn(ada)
    for page in (ada, ben):
        signs = page.locator(".players .badge > :first-child")
        expect(signs.nth(0)).to_have_attribute("fill", "#8a4a9e")
        expect(signs.nth(1)).to_have_attribute("fill", "#1a7d52")
    cell(ada, "A1").click()
    drawn = ben.locator('.board [fill="#8a4a9e"], .board [stroke="#8a4a9e"]')
    expect(drawn.first).to_be_attached()


def test_sheep_are_coloured_before_the_start(visit) -> None:
    ada = visit()
    open_table(ada, "shear-panic", ["me", "friend", "bot random"])
    ada.get_by_label("Colour of Ada").select_option("Y")
    expect(ada.locator(".players .badge text").first).to_have_text("Y")
    expect(ada.locator(".neutral .badge text")).to_have_text("B")


def test_an_invitation_has_a_code_for_phones_and_an_address_that_friends_can_reach(
    visit, tmp_path: Path
) -> None:
    server = Server(tmp_path, hosts=("127.0.0.1", "games.example.org"))
    server.start()
    try:
        page = visit(at=server)
        open_table(page, "fragile", ["me", "friend"])
        link = page.get_by_label("Link to this table")
        expect(link).to_have_value(re.compile(r"^http://games\.example\.org:\d+/#/table/"))
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        assert page.locator(".qr path").get_attribute("d").count("M") > 200
    finally:
        server.stop()


def test_on_a_phone_the_invitation_stands_above_the_board_until_the_game_begins(visit) -> None:
    ada = visit(viewport={"width": 390, "height": 844})
    open_table(ada, "fragile", ["me", "friend"])
    expect(ada.get_by_label("Link to this table")).to_be_in_viewport(ratio=1)
    assert ada.evaluate(
        "() => Boolean(document.querySelector('.seating').compareDocumentPosition("
        "document.querySelector('.board')) & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
    sit_down(visit(invitation(ada)), "Ben")
    wait_for_turn(ada)
    expect(ada.locator(".seating")).to_have_count(0)


ROOM = """select => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = font;
    const text = pen.measureText(select.selectedOptions[0].text).width;
    return select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text;
}"""
"""Pixels that are left in a field beside its text."""
ARROW = 12


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_the_offer_to_give_a_seat_to_a_bot_is_not_cut(visit, locale) -> None:
    page = visit(locale=locale)
    page.locator(".seat-choices select").last.select_option("friend")
    page.locator(".table-form > .primary").click()
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        offer = page.locator('.arranging select:has(option[value=""])')
        expect(offer).to_be_visible()
        while isnan(room := offer.evaluate(ROOM)):
            pass  # it was just moved to another part of the page
        assert room >= ARROW


def test_a_server_for_one_machine_says_that_friends_cannot_reach_it(visit) -> None:
    page = visit()
    open_table(page, "fragile", ["me", "friend"])
    expect(page.locator(".seating")).to_contain_text("tablee serve --host 0.0.0.0")
    expect(page.locator(".qr")).to_have_count(0)


@pytest.mark.parametrize("works", [True, False])
def test_without_a_clipboard_copying_works_in_the_old_way_or_says_that_it_does_not(
    visit, works: bool
) -> None:
    page = visit()
    page.context.add_init_script(REMOVE_CLIPBOARD % str(works).lower())
    page.reload()
    open_table(page, "fragile", ["me", "friend"])
    link = page.get_by_label("Link to this table").first.input_value()
    page.get_by_role("button", name="Copy", exact=True).click()
    if works:
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("window.selected") == link
    else:
        expect(page.locator(".not-copied")).to_contain_text("does not let the page copy")
        expect(page.locator(".not-copied input")).to_have_value(link)
        expect(page.get_by_role("button", name="Copied")).to_have_count(0)


def test_who_resigns_is_asked_first_and_the_other_has_won(visit) -> None:
    ada, ben = two_people(visit)
    ada.get_by_role("button", name="Give up").click()
    dialog = ada.locator("dialog[open]")
    expect(dialog).to_contain_text("the other player has won")
    dialog.get_by_role("button", name="Give up").click()
    expect(ben.locator(".end h2")).to_have_text("You won!")
    expect(ben.locator(".end")).to_contain_text("The others have given up.")
    expect(ada.locator(".end h2")).to_contain_text("Ben")
    expect(ada.locator(".log li").nth(-2)).to_contain_text("Ada gives up")
    assert violations(ben) == []


def test_a_game_is_stopped_by_agreement(visit) -> None:
    ada, ben = two_people(visit)
    ada.get_by_role("button", name="Offer to stop").click()
    expect(ben.locator(".offer")).to_contain_text("Ada would like to stop the game.")
    ben.get_by_role("button", name="Play on").click()
    expect(ada.locator(".offer")).to_have_count(0)
    ben.get_by_role("button", name="Offer to stop").click()
    ada.get_by_role("button", name="Stop the game").click()
    for page in (ada, ben):
        expect(page.locator(".end h2")).to_have_text("The game was stopped.")
        expect(page.locator(".end")).to_contain_text("The players agreed to stop.")


def test_a_rematch_is_offered_declined_and_accepted_by_two_people(visit) -> None:
    ada, ben = two_people(visit)
    ada.get_by_role("button", name="Give up").click()
    ada.locator("dialog[open]").get_by_role("button", name="Give up").click()
    ada.get_by_role("button", name="Rematch").click()
    expect(ben.locator(".offer")).to_have_text("Ada would like a rematch.")
    ben.get_by_role("button", name="No, thanks").click()
    expect(ada.locator(".offer")).to_have_text("Ben does not want a rematch just now.")
    ben.get_by_role("button", name="Rematch").click()
    before = ben.url
    ada.get_by_role("button", name="Accept the rematch").click()
    for page in (ada, ben):
        expect_players(page, "Ben", "Ada")
        expect(page.locator(".end")).to_have_count(0)
    assert ben.url != before


def test_who_comes_to_a_full_table_is_told_that_they_watch(visit) -> None:
    ada, _ = two_people(visit)
    carla = visit(f"#{ada.url.split('#')[1]}")
    expect(carla.locator(".watching")).to_have_text("All seats are taken: you are watching.")
    expect(ada.locator(".watching")).to_have_count(0)


def test_people_at_one_screen_have_names_of_their_own(visit) -> None:
    page = visit()
    pick(page, "fragile", ["me", "screen", "screen"])
    page.get_by_label("Name for seat 2").fill("Zoé")
    play(page)
    expect_players(page, "Ada", "Zoé", "Ada 3")


def test_bots_play_among_themselves_for_who_watches(visit) -> None:
    page = visit()
    pick(page, "fragile", ["me", "bot random"])
    only_bots = page.get_by_role("button", name="Only bots, to watch")
    expect(only_bots).not_to_have_css("border-top-color", "rgba(0, 0, 0, 0)")  # it looks like one
    only_bots.click()
    page.get_by_role("button", name="Watch the bots").click()
    expect(page.locator(".watching")).to_contain_text("Only bots play here.")
    expect(page.locator(".log li").nth(8)).to_be_attached()


def clocked_table(page: Page) -> None:
    pick(page, "fragile", ["me", "screen"])
    page.locator(".more > summary").click()
    page.get_by_label("Clock").select_option("total 600")
    play(page)
    wait_for_turn(page)


def test_the_clock_of_a_whole_game_is_shown_for_everybody(visit) -> None:
    page = visit()
    clocked_table(page)
    clocks = page.locator(".players .clock")
    expect(clocks).to_have_count(2)
    expect(clocks.nth(1)).to_have_text("10:00")
    expect(page.locator(".status .clock")).to_have_text(re.compile(r"^0?9:\d\d$|^10:00$"))
    expect(page.locator(".status .clock")).to_have_css("font-size", "18.4px")


def hurry(socket: WebSocketRoute) -> None:
    """Tells the page that 20 seconds are left. The server knows better, so nothing is over."""
    soon = f'"deadline":{time.time() + 20}'
    server = socket.connect_to_server()
    server.on_message(lambda told: socket.send(re.sub(r'"deadline":[\d.]+', soon, str(told))))


def test_a_clock_that_runs_short_is_large(visit) -> None:
    page = visit()
    page.route_web_socket(re.compile("/live/"), hurry)
    clocked_table(page)
    for place in (".status", ".players"):
        clock = page.locator(f"{place} .clock.late")
        expect(clock).to_have_text(re.compile(r"^00:[012]\d$"))
        expect(clock).to_have_css("font-size", "30.4px")


def test_my_tables_stand_first_and_those_that_wait_for_me_above_all(visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    open_table(page, "shear-panic", ["me", "screen"])
    for _ in range(3):
        page.locator(".brand").click()
        open_table(page, "fragile", ["me", "friend"])
    page.locator(".brand").click()
    rows = page.locator(".my-table")
    expect(rows.first.locator(".tag")).to_have_text("Your turn")
    expect(rows.first).to_contain_text("Shear Panic")
    expect(rows.nth(2)).to_be_in_viewport(ratio=1)
    expect(rows.nth(3)).to_be_hidden()
    page.get_by_text("More tables: 1").click()
    expect(rows.nth(3)).to_be_visible()


def test_my_tables_tell_whose_turn_it_is_and_so_does_the_title(visit) -> None:
    ada, ben = two_people(visit)
    home = ada.url.split("#")[0]
    ada.goto(home + "#/")
    row = ada.locator(".my-table").first
    expect(row.locator(".tag")).to_have_text("Your turn")
    expect(row).to_contain_text("Ada, Ben")
    expect(row).to_contain_text("this minute")
    expect(ada).to_have_title("(1) tablee")
    expect(ada.locator(".elsewhere")).to_have_text("Your turn: Fragile")
    ada.goto(home + "#/problems")
    expect(ada).to_have_title(re.compile(r"^\(1\) Problems"))
    ada.locator(".elsewhere").click()
    wait_for_turn(ada)
    cell(ada, "A1").click()
    expect(ben.locator(".log li").last).to_contain_text("A1")
    ada.goto(home + "#/")
    expect(row.locator(".tag")).to_have_text(re.compile("Ben"))
    expect(ada).to_have_title("tablee")
    assert violations(ada) == []


def test_who_has_too_many_tables_tidies_one_away_and_goes_on(visit, tmp_path: Path) -> None:
    server = Server(tmp_path, tables=2)
    server.start()
    try:
        page = visit(at=server)
        for _ in range(2):
            open_table(page, "fragile", ["me", "friend"])
            page.locator(".brand").click()
        page.locator(".table-form > .primary").click()
        expect(page.locator(".table-form .refusal")).to_contain_text("tidy away one first")
        page.get_by_role("button", name="Tidy away").first.click()
        page.locator("dialog[open]").get_by_role("button", name="Tidy away").click()
        expect(page.locator(".my-table")).to_have_count(1)
        play(page)
    finally:
        server.stop()
