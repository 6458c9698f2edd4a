"""Swiss tournaments of the core, paired by the program that pairs them in a server."""

import pytest

from kibitz_server.core.tournament.commands import Enter, Leave, PairRound, Ready, Rest, SetPair, StartTournament
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.players import Human
from kibitz_server.runtime.tournaments.swiss import SwissPairing, SwissPairs
from tests.server.core.tournament.formats.test_swiss import ROUNDS
from tests.server.core.tournament.play import DRAWN, ORGANISER, Play, people, person, stronger

pytestmark = pytest.mark.io


async def answer(play: Play) -> SwissPairs:
    """Return the program's pairs of the round that the tournament wants."""
    wanted = play.tournament.pairing_wanted(play.now)
    assert wanted is not None
    found = await SwissPairing().pair(wanted.trf)
    assert isinstance(found, SwissPairs), found
    assert found.round == wanted.round
    return found


async def test_the_core_asks_for_each_round_of_a_published_tournament() -> None:
    """With a requested bye, byes and a forfeit, each round that the core asks for gets the published pairs."""
    play = Play(Format.SWISS, [person(f"p{number}") for number in range(1, 8)], rounds=7, start_now=False)
    player = play.tournament.entrant(1).entrant.player
    assert isinstance(player, Human)
    play.do(Rest(player))
    play.do(StartTournament(ORGANISER))
    for number, (pairs, bye, results) in enumerate(ROUNDS, start=1):
        found = await answer(play)
        assert (found.pairs, found.bye) == (tuple(pairs), bye)
        play.do(PairRound(number, found.pairs, found.bye))
        if number == 1:
            play.do(Ready(player))
        while play.due():
            game = play.begin()
            play.end(game, results[game.first, game.second])
        play.wait(10)
    assert play.tournament.ended is not None


@pytest.mark.timeout(120)
async def test_a_swiss_of_twenty_with_all_that_can_happen() -> None:
    """A late entry, a withdrawal, a rest and a pair by hand: the core accepts each answer of the program."""
    play = Play(Format.SWISS, people(20), rounds=5)
    players = [each.entrant.player for each in play.tournament.entrants]
    for number in range(1, 6):
        if number == 2:
            new = person("late", 1500)
            assert isinstance(new.player, Human)
            play.do(Enter(new.player, new))
        if number == 3:
            assert isinstance(players[4], Human)
            play.do(Leave(players[4]))
            assert isinstance(players[6], Human)
            play.do(Rest(players[6]))
        if number == 4:
            met = {game.second for game in play.tournament.games if game.first == 1}
            met |= {game.first for game in play.tournament.games if game.second == 1}
            play.do(SetPair(ORGANISER, 4, 1, max(set(range(8, 20)) - met)))
        found = await answer(play)
        play.do(PairRound(number, found.pairs, found.bye))
        play.check()
        for place, due in enumerate(play.due()):
            game = play.begin(due)
            play.end(game, DRAWN if place % 3 == 0 else stronger(game))
        play.wait(10)
    assert play.tournament.ended is not None
    assert play.tournament.counted >= 47
