"""Standings: rows, ranks and states of entrants."""

from kibitz_server.core.tournament.commands import ApproveEntrant, Enter, SetResult
from kibitz_server.core.tournament.standings import chosen_tie_breaks, standings
from kibitz_server.core.tournament.values import Format, GameOutcome, HowEnded
from kibitz_server.core.values.players import Human
from tests.server.core.tournament.play import DRAWN, LOST, ORGANISER, WON, Play, engine, engines, people, person


def test_entrants_that_nothing_separates_share_a_rank() -> None:
    """Equal entrants share a rank and are listed by seed; the next rank counts all before it."""
    play = Play(Format.ROUND_ROBIN, people(4))
    play.play_all(lambda _game: DRAWN)
    rows = standings(play.tournament).rows
    assert [(row.rank, row.number) for row in rows] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    play.do(SetResult(ORGANISER, 1, WON, "x"))
    rows = standings(play.tournament).rows
    assert [row.rank for row in rows] == [1, 2, 2, 4]


def test_results_are_counted_by_kind() -> None:
    """A row counts games won, drawn and lost, forfeits among them, and byes as points alone."""
    play = Play(Format.ROUND_ROBIN, people(3))
    outcomes = [WON, DRAWN, GameOutcome((0.0, 1.0), HowEnded.FORFEIT)]
    for outcome in outcomes:
        while not play.due():
            play.wait(5)
        play.play(outcome)
    rows = standings(play.tournament).rows
    assert sum(row.won for row in rows) == sum(row.lost for row in rows) == 2
    assert sum(row.drawn for row in rows) == 2
    assert all(row.played == 2 for row in rows)
    swiss = Play(Format.SWISS, people(3))
    assert swiss.wanted is not None
    swiss.pair(swiss.wanted)
    byes = next(iter(swiss.tournament.rounds[0].byes))
    row = standings(swiss.tournament).of(byes)
    assert row is not None
    assert (row.points, row.played) == (1, 0)


def test_the_state_and_the_game_of_an_entrant() -> None:
    """A row says that an entrant plays, and the code of its game."""
    play = Play(Format.ROUND_ROBIN, people(3))
    game = play.begin()
    states = {row.number: (row.state, row.next) for row in standings(play.tournament).rows}
    assert states[game.first] == states[game.second] == ("playing", "C1")
    play.end(game, GameOutcome((0.5, 0.5)))
    assert {row.state for row in standings(play.tournament).rows} == {"ready"}


def test_entrants_that_wait_for_approval_have_no_row() -> None:
    """An entrant is listed once it is approved."""
    play = Play(Format.SWISS, people(2), start_now=False, approve=True)
    new = person("new")
    assert isinstance(new.player, Human)
    play.do(Enter(new.player, new))
    assert len(standings(play.tournament).rows) == 2
    play.do(ApproveEntrant(ORGANISER, 3))
    assert len(standings(play.tournament).rows) == 3


def test_each_format_has_its_tie_breaks() -> None:
    """Default tie-breaks follow from the format."""
    wanted = {
        Format.SWISS: ("BH-C1", "BH", "SB", "DE", "WON"),
        Format.ROUND_ROBIN: ("DE", "WON", "SB", "KOYA"),
        Format.ARENA: ("GAMES", "TPR"),
        Format.MATCH: (),
        Format.KNOCKOUT: (),
        Format.LADDER: (),
    }
    for format, names in wanted.items():
        assert standings(Play(format, people(2)).tournament).tie_breaks == names


def test_an_arena_ranks_by_points_then_fewer_games_then_performance() -> None:
    """With equal points fewer games decide, and then the performance rating."""
    play = Play(Format.ARENA, [engine("a", 2000), engine("b", 1500), engine("c", 1500), engine("d", 1000)])
    assert [each.name for each in chosen_tie_breaks(play.tournament)] == ["GAMES", "TPR"]
    play.wait(3)
    games = [play.begin(), play.begin()]
    for game in games:
        play.end(game, WON if game.first < game.second else LOST)
    rows = standings(play.tournament).rows
    assert [row.points for row in rows] == [2, 2, 0, 0]
    performances = [row.performance for row in rows[:2]]
    assert performances == sorted(performances, key=lambda each: -(each or 0))
    assert all(row.tie_breaks == (1.0, row.performance) for row in rows)


def test_performance_needs_rated_opponents_and_games_on_the_board() -> None:
    """Without a rated opponent, or by forfeit alone, there is no performance rating."""
    for entrants, outcome, known in (
        ([person("a"), person("b")], WON, False),
        (people(2), GameOutcome((1.0, 0.0), HowEnded.FORFEIT), False),
        (people(2), WON, True),
    ):
        play = Play(Format.ROUND_ROBIN, entrants)
        play.play(outcome)
        assert all((row.performance is not None) is known for row in standings(play.tournament).rows)


def test_standings_are_computed_once_for_a_state() -> None:
    """Asked again without an event between, the standings are the same object."""
    play = Play(Format.ROUND_ROBIN, engines(4))
    play.play()
    found = standings(play.tournament)
    assert standings(play.tournament) is found
    play.play()
    assert standings(play.tournament) is not found


def test_a_gauntlet_of_very_many_games_is_ranked_without_tie_breaks() -> None:
    """Where a crosstable would have too many cells, points and games won decide."""
    play = Play(Format.GAUNTLET, engines(400), most_entrants=1000)
    for _ in range(300):
        play.play(WON)
    rows = standings(play.tournament).rows
    assert rows[0].number == 1
    assert rows[0].tie_breaks == ()
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
