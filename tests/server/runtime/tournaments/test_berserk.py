"""Games of an arena allow berserk if its terms do, and their ends tell of it."""

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import GoBerserk
from kibitz_server.core.match.match import Match
from kibitz_server.core.tournament.commands import BeginGame, CountGame, NotePresence
from kibitz_server.core.tournament.rules.match_ends import end_of
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.runtime.tournaments.games import match_of
from tests.server.core.make import WON, play, player_to_move, refused
from tests.server.core.tournament.play import Play, people


def first_game(arena: Play) -> Match:
    """Return the match of the first game of an arena of two players, which has begun."""
    arena.do(NotePresence((1, 2)))
    arena.wait(10.0)
    (due,) = arena.tournament.due_games(arena.now)
    made = MatchRegistry().create(match_of(arena.tournament, due, 1, "m1", "K7QX42", 0.0), 0.0)
    assert not isinstance(made, Refusal), made
    arena.do(BeginGame(due.pair, due.slot, "m1", "K7QX42"))
    return made[0]


@pytest.mark.parametrize("seat", [0, 1])
def test_an_arena_hears_which_side_went_berserk(seat: int) -> None:
    """The figures of that side say so, beside the number of its moves, on which the points depend."""
    arena = Play(Format.ARENA, people(2), berserk=True, control=Fischer(60.0))
    match = first_game(arena)
    player = match.seats[seat]
    assert match.handle(GoBerserk(player.id), 0.5).refusal is None  # type: ignore[union-attr]
    play(match, *WON)
    end = end_of(match)
    assert isinstance(end, CountGame)
    assert [side.berserk for side in end.sides] == [seat == 0, seat == 1]
    assert [side.moves for side in end.sides] == [3, 2]
    arena.do(end)
    counted = arena.tournament.games[0].sides
    assert counted is not None
    assert counted[seat].berserk


def test_an_arena_without_berserk_has_games_without_it() -> None:
    """The command is refused there."""
    match = first_game(Play(Format.ARENA, people(2), control=Fischer(60.0)))
    refusal = refused(match.handle(GoBerserk(player_to_move(match).id), 0.5))
    assert refusal.reason is Reason.NO_BERSERK
