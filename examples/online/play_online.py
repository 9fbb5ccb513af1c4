"""Plays a whole game against a bot of the server, each move the one that scores most.

python play_online.py http://127.0.0.1:8000 --game shear-panic
"""

import argparse
import asyncio
import random

from tablee.client import Guest, Joining, LiveTable, NewTable, SeatWish


async def play(address: str, game: str, options: dict[str, str]) -> None:
    # A seat for us and one for a bot. The table is private: nobody finds it in the lobby.
    seats = [SeatWish(), SeatWish(bot="random")]
    wish = NewTable(game, options, seats=seats, private=True, join=Joining("Example"))
    async with Guest(address) as guest:
        made = await guest.create(wish)
        # With previews the server says what each move leads to, so no rules are needed here.
        async with guest.live(made.table.id, previews=True) as table:
            await table.until(is_ready)
            while table.state.phase != "over":
                await table.play(best_move(table))
                await table.until(is_ready)
            print(f"scores: {table.state.scores}, winners: {table.state.winners}")


def is_ready(table: LiveTable) -> bool:
    """It is our turn and the previews of this state are there, or the game is over."""
    previews = table.previews
    has_previews = previews is not None and previews.version == table.state.version
    return table.state.phase == "over" or (table.is_my_turn and has_previews)


def best_move(table: LiveTable) -> str:
    assert table.previews is not None
    assert table.state.actor is not None
    me = table.state.actor
    moves = random.sample(table.previews.moves, len(table.previews.moves))
    return max(moves, key=lambda preview: preview.scores[me]).move


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--game", default="fragile")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    arguments = parser.parse_args()
    options = dict(option.split("=", 1) for option in arguments.option)
    asyncio.run(play(arguments.address, arguments.game, {"players": "2", **options}))


if __name__ == "__main__":
    main()
