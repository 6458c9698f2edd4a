"""Arena: who is paired when, points in a row, time, and the grace after it."""

import pytest

from kibitz_server.core.tournament.commands import CheckClock, Enter, Leave, NotePresence, Ready, Rest
from kibitz_server.core.tournament.events import GameVoided, RoundPaired, TournamentEnded
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.values import Format, SideFigures
from kibitz_server.core.values.players import Human
from tests.server.core.tournament.play import DRAWN, LOST, START, WON, Play, engines, people, person


def human(play: Play, number: int) -> Human:
    """Return the player with a number."""
    player = play.tournament.entrant(number).entrant.player
    assert isinstance(player, Human)
    return player


def paired(play: Play) -> set[int]:
    """Return the entrants with a game that runs or is due."""
    due = {number for each in play.due() for number in (each.first, each.second)}
    return due | {number for game in play.tournament.running.values() for number in (game.first, game.second)}


def test_only_entrants_that_are_there_are_paired() -> None:
    """Absent, resting and withdrawn players are not paired; they are when they return."""
    play = Play(Format.ARENA, people(6))
    play.wait(60)
    assert paired(play) == set()
    play.do(Rest(human(play, 2)))
    play.do(Leave(human(play, 3)))
    play.do(NotePresence((1, 2, 3, 4, 5)))
    play.wait(60)
    assert paired(play) <= {1, 4, 5}
    assert len(paired(play)) == 2
    rows = {row.number: row.state for row in standings(play.tournament).rows}
    assert (rows[2], rows[3], rows[6]) == ("resting", "left", "away")
    play.do(Ready(human(play, 2)))
    play.wait(60)
    assert 2 in paired(play)
    assert len(paired(play)) == 4


def test_entrants_wait_between_games_and_do_not_repeat() -> None:
    """After a game its entrants pause for 3 s, and then meet others first."""
    play = Play(Format.ARENA, engines(4))
    play.wait(3)
    games = [play.begin(), play.begin()]
    met = {frozenset((game.first, game.second)) for game in games}
    for game in games:
        play.end(game, WON)
    ended = play.now
    lookout = play.tournament.lookout
    assert lookout is not None
    assert lookout.waiting(play.tournament, ended + 2.9) == []
    assert len(lookout.waiting(play.tournament, ended + 3)) == 4
    while not play.due():
        at = play.tournament.next_deadline()
        assert at is not None
        play.now = at
        play.do(CheckClock())
    assert play.now >= ended + 3
    assert not met & {frozenset((each.first, each.second)) for each in play.due()}


def test_two_alone_may_repeat() -> None:
    """Two entrants without others meet again and again, with sides in turn."""
    play = Play(Format.ARENA, engines(2), minutes=5.0)
    firsts = []
    for _ in range(6):
        while not play.due():
            play.wait(3)
        firsts.append(play.play(DRAWN).first)
    assert abs(firsts.count(1) - firsts.count(2)) <= 1


def test_an_arena_ends_by_time_and_running_games_count_within_the_grace() -> None:
    """At the end no game begins, running ones count within the grace, and those that still run then are void."""
    play = Play(Format.ARENA, engines(4), minutes=1.0, grace_s=30.0)
    play.wait(3)
    first, second = play.begin(), play.begin()
    play.wait(60)
    assert play.tournament.ended is None
    assert play.due() == []
    play.end(first, WON)
    assert play.tournament.entrant(first.first).points == 2
    happened = play.wait(60)
    assert happened == (
        GameVoided(second.number, "the tournament has ended", again=False),
        TournamentEnded(),
    )
    assert play.tournament.ended_at == START + 90


def test_an_arena_ends_at_once_when_no_game_runs() -> None:
    """Without running games an arena ends when its time is up."""
    play = Play(Format.ARENA, engines(4), minutes=1.0)
    assert play.wait(600)[-1] == TournamentEnded()
    assert play.tournament.ended_at == START + 60


def test_forbidden_pairs_are_never_made() -> None:
    """Entrants that the terms keep apart meet others, and wait if there are none."""
    play = Play(Format.ARENA, engines(4), forbidden=(("e1", "E2"), ("e3", "e4")))
    for _ in range(40):
        play.wait(3)
        if play.due():
            game = play.play(DRAWN)
            assert {game.first, game.second} not in ({1, 2}, {3, 4})
    assert len(play.tournament.games) > 4
    two = Play(Format.ARENA, engines(2), forbidden=(("e1", "e2"),))
    two.wait(120)
    assert two.due() == []


def test_points_of_a_streak_and_of_berserk() -> None:
    """Wins in a row count double from the third on, and a win of seven own moves by berserk one more."""
    play = Play(Format.ARENA, engines(2), minutes=30.0)
    for outcome in ("won", "won", "won", "lost", "berserk", "short berserk"):
        while not play.due():
            play.wait(3)
        game = play.begin()
        wins = outcome != "lost"
        mine = SideFigures(3 if "short" in outcome else 7, berserk="berserk" in outcome)
        sides = (mine, SideFigures(7)) if game.first == 1 else (SideFigures(7), mine)
        play.end(game, WON if (game.first == 1) is wins else LOST, sides=sides)
    row = standings(play.tournament).of(1)
    assert row is not None
    assert row.score == (2, 2, 4, 0, 3, 2)
    assert row.points == 13
    assert row.streak
    play.check()


def test_all_who_enter_late_are_paired() -> None:
    """A player that enters while the arena runs is paired with those that wait."""
    play = Play(Format.ARENA, people(1))
    play.do(NotePresence((1, 2)))
    play.wait(60)
    assert paired(play) == set()
    late = person("late")
    assert isinstance(late.player, Human)
    play.do(Enter(late.player, late))
    play.do(NotePresence((1, 2)))
    play.wait(60)
    assert paired(play) == {1, 2}


@pytest.mark.timeout(60)
def test_a_large_arena_is_paired_group_by_group() -> None:
    """Each call pairs one group of a hundred, and the next one follows at once, until all are paired."""
    play = Play(Format.ARENA, engines(450), most_entrants=1000)
    play.now += 3
    sizes: list[int] = []
    while not sizes or (play.tournament.next_deadline() or 0.0) <= play.now:
        events = [event for event in play.do(CheckClock()) if isinstance(event, RoundPaired)]
        assert len(events) <= 1
        sizes += [len(event.pairs) for event in events]
    assert len(sizes) >= 4
    assert max(sizes) <= 60
    assert len(paired(play)) >= 448
