"""Builders for the tests of the core: players, engines, and matches in any state. Times start at 0."""

from typing import Any

from kibitz_server.core.lobby.registry import CreateMatch, MatchRegistry
from kibitz_server.core.match.commands import GiveClientSeed, PlayMove
from kibitz_server.core.match.match import Decision, Match
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.events import Event, SearchInfo
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.terms import Terms
from kibitz_server.core.values.time_management import Budget

ADA, BEN, CAT = Human("id-ada", "Ada"), Human("id-ben", "Ben"), Human("id-cat", "Cat")
ENGINE = Engine("alphabeta", Budget(depth=3))
BLITZ = Fischer(60.0, 2.0)
SUDDEN_DEATH = Fischer(60.0)

WON = ("b2", "a1", "b3", "c1", "b1")
"""Moves of tic-tac-toe: X wins with its third mark."""
DRAWN = ("b2", "a1", "a2", "c2", "b3", "b1", "c1", "a3", "c3")
"""Moves of tic-tac-toe: a full board without a line."""
SEARCH_INFO = SearchInfo("alphabeta", 35, None, 3, 1200, 0.25, ("b2", "a1"))


def make_create(game: str = "tictactoe", **fields: Any) -> CreateMatch:
    """Return a command to create a match: Ada hosts and plays Ben without a clock, unless other fields are given."""
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
        # Most tests need clocks that run from the first move on.
        "first_moves_free": False,
        "opening": (),
        "terms": Terms(),
    }
    return CreateMatch(game=game, **given | fields)


def create(registry: MatchRegistry, command: CreateMatch, now: float = 0.0) -> tuple[Match, list[Event]]:
    """Create a match in a registry, which must not refuse. Return it with its first events."""
    answer = registry.create(command, now)
    assert not isinstance(answer, Refusal), answer
    return answer


def creation_refusal(registry: MatchRegistry, command: CreateMatch) -> Refusal:
    """Return the refusal of a registry to create a match. It must refuse."""
    answer = registry.create(command, 0.0)
    assert isinstance(answer, Refusal), answer
    return answer


def make_match(game: str = "tictactoe", *, now: float = 0.0, **fields: Any) -> Match:
    """Return a new match, which runs from `now` if all of its seats are taken."""
    return create(MatchRegistry(), make_create(game, **fields), now)[0]


def make_chance_match(game: str, *, now: float = 0.0, **fields: Any) -> Match:
    """Return a match of a game with chance, in which each human player has given a client seed, so that it runs."""
    match = make_match(game, now=now, **fields)
    for player in dict.fromkeys(match.seats):
        if isinstance(player, Human):
            assert match.handle(GiveClientSeed(player.id, f"of-{player.name}"), now).refusal is None
    return match


def play(match: Match, *moves: str, first_at: float = 1.0, every_s: float = 1.0) -> list[Decision]:
    """Play these moves for the human players in turn. None may be refused."""
    decisions = []
    for number, move in enumerate(moves):
        decision = match.handle(PlayMove(player_to_move(match).id, match.ply, move), first_at + number * every_s)
        assert decision.refusal is None, decision.refusal
        decisions.append(decision)
    return decisions


def player_to_move(match: Match) -> Human:
    """Return the human player to move."""
    assert match.to_move is not None
    player = match.seats[match.to_move]
    assert isinstance(player, Human)
    return player


def state_of(match: Match) -> dict[str, Any]:
    """Return the whole state of a match, to compare two of them; only the time when the turn began is left out."""
    return {
        "created": match.created,
        "game": match.game.name,
        "options": match.game.options,
        "phase": match.phase,
        "seq": match.seq,
        "position": match.position.id,
        "to move": match.to_move,
        "seats": match.seats,
        "uncounted": match.uncounted,
        "clock": match.clock,
        "moves": list(match.moves),
        "line": match.history.line(),
        "chance_events": list(zip(match.history.chance_events, match.history.chance_plies, strict=True)),
        "client_seeds": match.client_seeds,
        "server_seed": match.server_seed,
        "result": match.result,
        "offers": match.offers,
        "turn": match.turn,
        "adjourned": match.adjourned,
        "pace": (match.pace_s, match.stepping),
        "rematch": (match.rematch_pending, match.rematch),
        "search": match.search_request(),
    }


def refused(decision: Decision) -> Refusal:
    """Return the refusal of a decision without events."""
    assert decision.events == ()
    assert decision.refusal is not None
    return decision.refusal


def remaining_s(match: Match, now: float) -> tuple[float, ...] | None:
    """Return the displayed time of each seat at `now`; None without a clock."""
    displays = match.clock_displays(now)
    return None if displays is None else displays.remaining_s
