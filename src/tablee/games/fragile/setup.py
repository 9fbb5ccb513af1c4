"""F-2, setup by the players: depots on the slots, then dockers in the depots."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tablee.core.errors import Refusal
from tablee.games.fragile.board import CELLS, Cell, quarter
from tablee.games.fragile.events import DepotPlaced, DockerPlaced, FirstDrawn, FragileEvent
from tablee.games.fragile.messages import refuse
from tablee.games.fragile.moves import DrawFirst, PlaceDepot, PlaceDocker
from tablee.games.fragile.position import Docker

if TYPE_CHECKING:
    from tablee.games.fragile.state import FragileState

QUARTERS_TO_COVER = 3


def draws_first(state: FragileState) -> bool:
    """F-3.1: true if chance has not yet decided who begins."""
    return not state.to_play and not state.depots


def next_player(state: FragileState) -> int:
    """F-3.1: returns the next player clockwise.

    All place equally often, so the first player is next again when setup ends.
    """
    return (state.player + 1) % state.game.players


def first_player(state: FragileState) -> int:
    """Returns the player who placed first, computed from the present one."""
    placed = sum(owner is not None for owner in state.depots.values())
    return (state.player - placed - len(state.position.dockers)) % state.game.players


def places_depots(state: FragileState) -> bool:
    return len(state.depots) < len(state.game.edition.board.entrances)


def places_dockers(state: FragileState) -> bool:
    wanted = state.game.equipment.dockers * state.game.players
    return not places_depots(state) and len(state.position.dockers) < wanted


def is_setup(state: FragileState) -> bool:
    return places_depots(state) or places_dockers(state)


def free_slots(state: FragileState) -> list[Cell]:
    board = state.game.edition.board
    return [cell for cell in CELLS if board.is_slot(cell) and cell not in state.depots]


def depot_moves(state: FragileState) -> list[PlaceDepot]:
    """F-2.2: returns the slots that keep three quarters in reach, or else all free slots."""
    free = free_slots(state)
    spread = [slot for slot in free if _keeps_spread(state, slot)]
    return [PlaceDepot(slot) for slot in spread or free]


def _keeps_spread(state: FragileState, slot: Cell) -> bool:
    own = [depot for depot, owner in state.depots.items() if owner == state.player]
    covered = {quarter(depot) for depot in (*own, slot)}
    still_to_place = state.game.equipment.depots - len(own) - 1
    return len(covered) + still_to_place >= QUARTERS_TO_COVER


def check_depot(state: FragileState, move: PlaceDepot) -> Refusal | None:
    slot = move.slot
    if not state.game.edition.board.is_slot(slot):
        return refuse("F-1.3", "not-a-slot", slot, cell=slot)
    if slot in state.depots:
        return refuse("F-2.2", "slot-taken", slot, cell=slot)
    if move not in depot_moves(state):
        return refuse("F-2.2", "quarters", slot, cell=slot)
    return None


def docker_moves(state: FragileState) -> list[PlaceDocker]:
    """F-2.4: returns the player's own depots without a docker."""
    return [
        PlaceDocker(cell)
        for cell in CELLS
        if cell in state.depots
        and state.depots[cell] == state.player
        and state.position.docker_at(cell) is None
    ]


def check_docker(state: FragileState, move: PlaceDocker) -> Refusal | None:
    if state.depots.get(move.depot) != state.player or move.depot not in state.depots:
        return refuse("F-2.4", "not-your-depot", move.depot, cell=move.depot)
    if state.position.docker_at(move.depot) is not None:
        return refuse("F-2.4", "depot-has-docker", move.depot, cell=move.depot)
    return None


def check_first(state: FragileState, move: DrawFirst) -> Refusal | None:
    if not draws_first(state):
        return refuse("F-3.1", "not-now")
    if move.player not in range(state.game.players):
        return refuse("F-3.1", "first-player", players=state.game.players)
    return None


def draw_first(state: FragileState, move: DrawFirst) -> tuple[FragileState, list[FragileEvent]]:
    return replace(state, to_play=(move.player,)), [FirstDrawn("F-3.1", move.player)]


def place_depot(state: FragileState, move: PlaceDepot) -> tuple[FragileState, list[FragileEvent]]:
    game = state.game
    depots = {**state.depots, move.slot: state.player}
    events: list[FragileEvent] = [DepotPlaced("F-2.2", state.player, move.slot)]
    placed = sum(owner is not None for owner in depots.values())
    if placed == game.players * game.equipment.depots:
        # F-2.3: the slots left over become neutral depots.
        left = [slot for slot in free_slots(state) if slot != move.slot]
        depots |= dict.fromkeys(left)
        events += [DepotPlaced("F-2.3", None, slot) for slot in left]
    return replace(state, depots=depots, to_play=(next_player(state),)), events


def place_docker(state: FragileState, move: PlaceDocker) -> tuple[FragileState, list[FragileEvent]]:
    dockers = (*state.position.dockers, Docker(state.player, move.depot))
    position = state.position.with_dockers(dockers)
    event = DockerPlaced("F-2.4", state.player, move.depot)
    return replace(state, position=position, to_play=(next_player(state),)), [event]
