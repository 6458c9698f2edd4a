"""Knockout: a bracket by seed, pairs until one leads, byes, and withdrawals."""

import pytest

from kibitz_server.core.tournament.commands import Leave, RemoveEntrant, SetResult
from kibitz_server.core.tournament.events import RoundEnded, TournamentEnded
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.players import Human
from tests.server.core.tournament.play import DRAWN, LOST, ORGANISER, WON, Play, engines, people, stronger


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 11, 16])
@pytest.mark.parametrize("pairs", [True, False])
def test_the_first_seed_wins_if_the_better_one_always_does(count: int, pairs: bool) -> None:
    """The better seed advances through all rounds, byes go to the first seeds, and places follow from the rounds."""
    play = Play(Format.KNOCKOUT, people(count), pairs=pairs)
    play.play_all(stronger)
    assert play.tournament.ended == TournamentEnded()
    assert len(play.tournament.games) == (count - 1) * (1 + pairs)
    byes = sorted(play.tournament.rounds[0].byes)
    assert byes == list(range(1, (1 << (count - 1).bit_length()) - count + 1))
    rows = standings(play.tournament).rows
    assert [row.number for row in rows[:2]] == [1, 2]
    assert rows[0].rank == 1
    assert rows[-1].state == "out"


def test_a_meeting_goes_on_until_one_leads() -> None:
    """Drawn pairs are followed by others, and after the most pairs the better seed advances."""
    play = Play(Format.KNOCKOUT, people(2), pairs=True, most_pairs=3)
    for _ in range(6):
        play.play(DRAWN)
    assert play.tournament.ended is not None
    assert len(play.tournament.pairs) == 3
    assert {pair.pairing.board for pair in play.tournament.pairs} == {1}
    assert standings(play.tournament).rows[0].number == 1
    second = Play(Format.KNOCKOUT, people(2), pairs=True)
    for outcome in (WON, WON, DRAWN, WON):
        second.play(outcome)
    assert standings(second.tournament).rows[0].number == 2


def test_single_games_swap_sides_until_one_wins() -> None:
    """Without pairs a drawn game is followed by one with the sides swapped."""
    play = Play(Format.KNOCKOUT, people(2), most_pairs=4)
    firsts = [play.play(DRAWN).first for _ in range(3)]
    assert firsts[0] == firsts[2] != firsts[1]
    play.play(LOST)
    assert play.tournament.ended is not None


def test_boards_go_on_independently() -> None:
    """A meeting that needs a further pair gets it at once, while others of the round are still played."""
    play = Play(Format.KNOCKOUT, people(4))
    first, other = play.begin(), play.begin()
    play.end(first, DRAWN)
    assert [(each.first, each.second) for each in play.due()] == [(first.second, first.first)]
    again = play.begin()
    play.end(other, WON)
    assert RoundEnded(1) in play.end(again, WON)
    play.check()


def test_an_entrant_that_leaves_is_out() -> None:
    """Who leaves loses what is undecided: the opponent advances, also in a later round."""
    play = Play(Format.KNOCKOUT, people(4))
    player = play.tournament.entrant(4).entrant.player
    assert isinstance(player, Human)
    play.do(Leave(player))
    play.play(WON)
    play.wait(10)
    assert {number for pair in play.tournament.pairs if pair.round == 2 for number in pair.entrants} == {1, 2}


def test_an_entrant_that_leads_and_leaves_is_out() -> None:
    """An entrant that won the first game of a pair and leaves loses the other by forfeit, and is out at 1 to 1."""
    play = Play(Format.KNOCKOUT, people(4), pairs=True)
    game = play.begin(next(each for each in play.due() if {each.first, each.second} == {1, 4}))
    play.end(game, WON if game.first == 1 else LOST)
    player = play.tournament.entrant(1).entrant.player
    assert isinstance(player, Human)
    play.do(Leave(player))
    assert play.points()["p1"] == play.points()["p4"] == 1
    while play.due():
        play.play(DRAWN)
    play.wait(10)
    assert {number for pair in play.tournament.pairs if pair.round == 2 for number in pair.entrants} == {2, 4}


def test_a_winner_that_leaves_is_replaced_by_its_opponent_alone() -> None:
    """A finalist that leaves before the final gives the place to the other finalist."""
    play = Play(Format.KNOCKOUT, engines(4))
    play.play(stronger(play.tournament.games[0]) if play.tournament.games else WON)
    play.play(WON if play.due()[0].first < play.due()[0].second else LOST)
    play.do(RemoveEntrant(ORGANISER, play.tournament.pairs[-1].pairing.first))
    assert play.tournament.ended is not None
    assert standings(play.tournament).rows[0].number == play.tournament.pairs[-1].pairing.second
    play.check()


def test_a_changed_result_reopens_a_meeting() -> None:
    """A result that is set to a draw before the next round is paired leads to a further pair."""
    play = Play(Format.KNOCKOUT, people(4))
    play.play(WON)
    assert len(play.tournament.pairs) == 2
    play.do(SetResult(ORGANISER, 1, DRAWN, "agreed"))
    assert len(play.tournament.pairs) == 3
    assert play.tournament.pairs[2].pairing.board == play.tournament.pairs[0].pairing.board
    play.check()


def leave(play: Play, number: int) -> None:
    """Have an entrant of a knockout leave."""
    player = play.tournament.entrant(number).entrant.player
    assert isinstance(player, Human)
    play.do(Leave(player))


def pairs_of_round(play: Play, number: int) -> list[tuple[int, int]]:
    """Return the pairs of a round."""
    return [pair.entrants for pair in play.tournament.pairs if pair.round == number]


def test_the_better_seed_does_not_advance_by_a_forfeit() -> None:
    """A better seed that leaves at 1 to 0 is out at 1 to 1, also where no further pair would be played."""
    play = Play(Format.KNOCKOUT, people(4), pairs=True, most_pairs=1)
    game = play.begin(next(each for each in play.due() if {each.first, each.second} == {1, 4}))
    play.end(game, WON if game.first == 1 else LOST)
    leave(play, 1)
    while play.due():
        play.play(DRAWN)
    play.wait(10)
    assert pairs_of_round(play, 2) == [(4, 2)]


def test_earlier_rounds_stand_when_their_entrants_leave() -> None:
    """A better seed that advanced at equal points keeps its win when both entrants of that meeting leave later."""
    play = Play(Format.KNOCKOUT, people(4), most_pairs=1)
    while play.due():
        play.play(DRAWN)
    leave(play, 4)
    play.wait(10)
    assert pairs_of_round(play, 2) == [(1, 2)]
    leave(play, 1)
    assert [(row.number, row.rank) for row in standings(play.tournament).rows] == [(2, 1), (1, 2), (3, 3), (4, 3)]
    play.check()


@pytest.mark.parametrize("order", [(1, 4), (4, 1)])
def test_of_two_entrants_that_leave_the_first_is_out(order: tuple[int, int]) -> None:
    """If both entrants leave while they play, the first to leave is out, and the opponent of the other advances."""
    play = Play(Format.KNOCKOUT, people(4), most_pairs=3)
    game = play.begin(next(each for each in play.due() if {each.first, each.second} == {1, 4}))
    for number in order:
        leave(play, number)
    play.end(game, DRAWN)
    while play.due():
        play.play(WON)
    play.wait(10)
    rows = {row.number: row.rank for row in standings(play.tournament).rows}
    assert rows[2] == 1
    assert rows[order[1]] == 2
    play.check()
