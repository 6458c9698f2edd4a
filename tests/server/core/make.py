"""Builders for the tests of the core: people, engines, and matches in any state. Times start at 0."""

from typing import Any

from kibitz_server.core.lobby.registry import CreateMatch, MatchRegistry
from kibitz_server.core.match.commands import PlayMove
from kibitz_server.core.match.match import Decision, Match
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.events import Event, SearchInfo
from kibitz_server.core.values.players import Engine, Human, Player
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.terms import Terms
from kibitz_server.core.values.time_management import Budget

ADA, BEN, CAT = Human("id-ada", "Ada"), Human("id-ben", "Ben"), Human("id-cat", "Cat")
ENGINE = Engine("alphabeta", Budget(depth=3))
BLITZ = Fischer(60.0, 2.0)
SUDDEN_DEATH = Fischer(60.0)

WON = ("b2", "a1", "b3", "c1", "b1")
"""Tic-tac-toe: X wins with its third stone."""
DRAWN = ("b2", "a1", "a2", "c2", "b3", "b1", "c1", "a3", "c3")
"""Tic-tac-toe: a full board without a line."""
THOUGHT = SearchInfo("alphabeta", 35, None, 3, 1200, 0.25, ("b2", "a1"))


def make_create(game: str = "tictactoe", **fields: Any) -> CreateMatch:
    """A command to make a match: Ada hosts and plays Ben without a clock, unless told otherwise."""
    given: dict[str, Any] = {
        "id": "m1",
        "code": "K7QX42",
        "host": ADA,
        "options": (),
        "seats": (ADA, BEN),
        "control": None,
        "position": None,
        "listed": True,
        "autostart": True,
        "show_thinking": None,
        "created_at": 1_700_000_000.0,
        # Most tests are about clocks that run from the first move on.
        "first_moves_free": False,
        "opening": (),
        "terms": Terms(),
    }
    return CreateMatch(game=game, **given | fields)


def made(hall: MatchRegistry, command: CreateMatch, now: float = 0.0) -> tuple[Match, list[Event]]:
    """The match that a hall makes, and the events it starts with. It must not refuse."""
    answer = hall.create(command, now)
    assert not isinstance(answer, Refusal), answer
    return answer


def refusal(hall: MatchRegistry, command: CreateMatch) -> Refusal:
    """Why a hall does not make a match. It must refuse."""
    answer = hall.create(command, 0.0)
    assert isinstance(answer, Refusal), answer
    return answer


def make_match(game: str = "tictactoe", *, now: float = 0.0, **fields: Any) -> Match:
    """A match as a hall makes it: it runs from `now` when all of its seats are taken."""
    return made(MatchRegistry(), make_create(game, **fields), now)[0]


def play(match: Match, *moves: str, first_at: float = 1.0, every_s: float = 1.0) -> list[Decision]:
    """Let people play these moves in turn. None may be refused."""
    decisions = []
    for number, move in enumerate(moves):
        decision = match.handle(PlayMove(player_to_move(match).id, match.ply, move), first_at + number * every_s)
        assert decision.refusal is None, decision.refusal
        decisions.append(decision)
    return decisions


def player_to_move(match: Match) -> Human:
    """The person who is to move."""
    assert match.to_move is not None
    player = match.seats[match.to_move]
    assert isinstance(player, Human)
    return player


def state_of(match: Match) -> dict[str, Any]:
    """Everything that a match is, to compare two of them; only the moment when the turn began is left out."""
    return {
        "created": match.created,
        "game": match.game.name,
        "options": match.game.options,
        "phase": match.phase,
        "seq": match.seq,
        "position": match.position.id,
        "to move": match.to_move,
        "seats": list[Player | None](match.seats),
        "clock": match.clock,
        "moves": list(match.moves),
        "result": match.result,
        "offers": match.offers,
        "turn": match.turn,
        "adjourned": match.adjourned,
        "rematch": (match.rematch_pending, match.rematch),
        "search": match.search_request(),
    }


def refused(decision: Decision) -> Refusal:
    """The refusal of a decision that led to nothing."""
    assert decision.events == ()
    assert decision.refusal is not None
    return decision.refusal


def remaining_s(match: Match, now: float) -> tuple[float, ...] | None:
    """What the clock of each seat shows at `now`; None without a clock."""
    faces = match.clock_displays(now)
    return None if faces is None else tuple(face.remaining_s for face in faces)
