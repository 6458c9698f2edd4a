"""Series: the seats are swapped after each game, and points belong to players, whichever seat they have."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.lobby.series import entrant, next_game, rematch_of, score_after, series_continues
from kibitz_server.core.match.commands import Abort, CheckClock, PlayMove, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import MatchAborted, MatchStarted
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Series, Terms
from kibitz_server.core.values.timeouts import BREAK_S
from kibitz_server.games.declaration import ANY
from tests.server.core.make import ADA, BEN, CAT, DRAWN, ENGINE, WON, create, make_match, play


def first_game(games: int = 3, **fields: Any) -> Match:
    """Return the first game of a series."""
    return make_match(terms=Terms(series=Series("s1", games)), **fields)


def next_game_after(match: Match, now: float = 0.0) -> Match:
    """Return the next game of the series."""
    number = match.created.terms.series
    assert number is not None
    command = next_game(match, f"m{number.number + 1}", f"C0DE{number.number + 1}", 1_700_000_100.0)
    return create(MatchRegistry(), command, now)[0]


def test_the_sides_are_swapped_and_points_stay_with_the_players() -> None:
    """Two wins and a draw of one player make a score of 2.5 to 0.5, with swapped seats in between."""
    first = first_game()
    play(first, *WON)
    assert (score_after(first), series_continues(first)) == ((1, 0), True)
    second = next_game_after(first)
    assert second.seats == (BEN, ADA)
    second.handle(CheckClock(), BREAK_S)
    play(second, *DRAWN, first_at=10.0)
    assert (score_after(second), series_continues(second)) == ((1.5, 0.5), True)
    third = next_game_after(second)
    assert third.seats == (ADA, BEN)
    third.handle(CheckClock(), BREAK_S)
    third.handle(Resign(BEN.id), 20.0)
    assert (score_after(third), series_continues(third)) == ((2.5, 0.5), False)


def test_a_win_from_the_other_seat_is_a_point_for_the_player() -> None:
    """In the second game a win of the first seat is a point for the second entrant."""
    first = first_game()
    first.handle(Resign(ADA.id), 1.0)
    second = next_game_after(first)
    second.handle(CheckClock(), BREAK_S)
    second.handle(Resign(ADA.id), 10.0)
    assert score_after(second) == (0, 2)


def test_a_running_game_does_not_change_the_score() -> None:
    """Points are counted when a game has a result."""
    first = first_game()
    assert score_after(first) == (0, 0)
    play(first, *WON)
    assert score_after(next_game_after(first)) == (1, 0)


def test_entrants_change_seats_every_game() -> None:
    """In odd games a player has the same seat as in the first one, in even games the other."""
    assert [entrant(Series("s", 9, number), 0) for number in (1, 2, 3, 4)] == [0, 1, 0, 1]


def test_an_aborted_game_ends_its_series() -> None:
    """An aborted game ends its series without a point."""
    match = first_game()
    match.handle(Abort("a test"), 1.0)
    assert not series_continues(match)
    assert score_after(match) == (0, 0)
    assert not series_continues(make_match())


def test_there_is_a_break_before_the_next_game() -> None:
    """The next game is open for a break, refuses moves, and starts with its clocks at the end of the break."""
    first = first_game()
    play(first, *WON)
    second = next_game_after(first, now=100.0)
    assert (second.phase, second.next_deadline()) == (Phase.OPEN, 100.0 + BREAK_S)
    early = second.handle(PlayMove(BEN.id, 0, "b2"), 101.0)
    assert early.refusal is not None
    assert early.refusal.reason is Reason.NOT_RUNNING
    assert second.handle(CheckClock(), 100.0 + BREAK_S).events == (MatchStarted(),)
    assert second.turn.began_at == 100.0 + BREAK_S


@pytest.mark.parametrize("leaver", [ADA, BEN])
def test_leaving_in_the_break_ends_the_series(leaver: Human) -> None:
    """A player who leaves during the break aborts the next game, whether host or not."""
    first = first_game()
    play(first, *WON)
    second = next_game_after(first)
    events = second.handle(Resign(leaver.id), 1.0).events
    assert events == (MatchAborted(f"{leaver.name} left the series", second.seat_of(leaver.id)),)
    assert not series_continues(second)


def test_engines_need_no_break() -> None:
    """Between engines the next game starts with its creation."""
    first = first_game(seats=(ENGINE, ENGINE), host=CAT)
    first.handle(Abort("only to have it over"), 1.0)
    second = next_game_after(first)
    assert (second.phase, second.seq) == (Phase.RUNNING, 2)


def test_a_later_game_is_like_the_first() -> None:
    """Game, options, clock, opening and terms stay; id and code are new."""
    first = first_game(opening=("b2",), listed=False)
    first.handle(Resign(ADA.id), 1.0)
    second = next_game_after(first)
    one, two = first.created, second.created
    assert (two.game, two.options, two.control, two.opening, two.listed) == (
        one.game,
        one.options,
        one.control,
        one.opening,
        False,
    )
    assert two.terms.series == Series("s1", 3, 2, (0.0, 1.0))
    assert (two.host, two.id, two.code) == (ADA, "m2", "C0DE2")


@pytest.mark.usefixtures("trial")
def test_drawn_options_change_after_two_games() -> None:
    """Two games in a row have the number that the server drew. The next two, and a rematch, get another one."""
    drawn, any_number = (("array", 7), ("claims", False)), (("array", ANY), ("claims", False))
    match = first_game(4, game="trial", options=drawn, random_options=("array",))
    asked = []
    for _ in range(3):
        match.handle(CheckClock(), BREAK_S)
        match.handle(Resign(BEN.id), 20.0)
        command = next_game(match, "m", "C0DE", 1_700_000_100.0)
        asked.append((command.options, command.random_options))
        match = create(MatchRegistry(), replace(command, options=drawn, random_options=("array",)))[0]
    assert asked == [(drawn, ("array",)), (any_number, ()), (drawn, ("array",))]
    again = rematch_of(match, "m", "C0DE", 1_700_000_100.0)
    assert (again.options, again.random_options) == (any_number, ())
