"""What an entrant waits for, in sentences."""

from kibitz_server.core.tournament.commands import Challenge, Enter, Leave, NotePresence, Pause, RemoveEntrant, Rest
from kibitz_server.core.tournament.rules.why import why
from kibitz_server.core.tournament.values import Format, StartTerms
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.players import Human
from tests.server.core.tournament.play import DRAWN, ORGANISER, TODAY, WON, Play, engines, people, person


def said(play: Play, number: int) -> str:
    """Return what is said of an entrant."""
    return " ".join(why(play.tournament, number, play.now))


def human(play: Play, number: int) -> Human:
    """Return the player with a number."""
    player = play.tournament.entrant(number).entrant.player
    assert isinstance(player, Human)
    return player


def test_before_the_start() -> None:
    """Before the start the sentence says when it is."""
    at = Play(Format.SWISS, people(4), start_now=False, start=StartTerms(at=TODAY + 3700))
    assert said(at, 1) == "The tournament starts in 1 h 1 min."
    number = Play(Format.SWISS, people(3), start_now=False, start=StartTerms(entrants=5))
    assert said(number, 1) == "The tournament starts with 5 entrants: 2 are missing."
    hand = Play(Format.SWISS, people(3), start_now=False)
    assert said(hand, 1) == "The tournament starts when the organiser starts it."


def test_the_entry_of_an_entrant() -> None:
    """Entrants that wait for approval, have left, were removed or rest learn it."""
    play = Play(Format.SWISS, people(5), start_now=False, approve=True)
    new = person("new")
    assert isinstance(new.player, Human)
    play.do(Enter(new.player, new))
    assert said(play, 6) == "The organiser has not approved new yet."
    running = Play(Format.SWISS, people(5))
    running.do(Leave(human(running, 1)))
    running.do(RemoveEntrant(ORGANISER, 2, "rude"))
    running.do(Rest(human(running, 3)))
    assert said(running, 1) == "p1 has withdrawn."
    assert said(running, 2) == "p2 was removed: rude."
    assert said(running, 3) == "p3 rests, and is not paired before it is ready."


def test_games_that_must_end_first() -> None:
    """An entrant whose round is over for it learns which games must end, and what follows then."""
    play = Play(Format.ROUND_ROBIN, people(4), break_s=30.0)
    first, second = play.begin(), play.begin()
    assert said(play, first.first) == f"{play.name(first.first)} plays {play.name(first.second)} (C1)."
    play.end(first)
    names = f"{play.name(second.first)} - {play.name(second.second)} (C2)"
    assert said(play, first.first) == f"Round 2 is paired when round 1 has ended; {names} still runs."
    play.end(second)
    assert said(play, first.first) == "Round 2 is paired in 30 s."


def test_a_game_that_waits_for_another_entrant() -> None:
    """An entrant with a paired game learns that its opponent still plays, or rests."""
    play = Play(Format.GAUNTLET, people(3))
    game = play.begin()
    waiting = ({1, 2, 3} - {game.first, game.second}).pop()
    still = f"p{game.second if game.first == 1 else game.first} (C1)"
    assert said(play, waiting) == f"The next game of p{waiting} is against p1, which still plays {still}."
    play.end(game)
    play.do(Rest(human(play, 1)))
    assert said(play, waiting) == f"The next game of p{waiting} is against p1, which rests: it begins when p1 is ready."
    slots = Play(Format.ROUND_ROBIN, engines(4))
    assert "begins when a slot for a search is free" in said(slots, 1)


def test_a_pause_and_an_end() -> None:
    """A pause is named with its author and reason, and so is an early end."""
    play = Play(Format.SWISS, people(4))
    play.do(Pause(ORGANISER, "lunch"))
    assert said(play, 1) == "The tournament is paused by @Org: lunch."
    over = Play(Format.ROUND_ROBIN, people(2))
    over.play()
    assert said(over, 1) == "The tournament is over."
    left = Play(Format.ROUND_ROBIN, people(2))
    left.do(RemoveEntrant(ORGANISER, 2))
    assert said(left, 1) == "The tournament is over."


def test_a_swiss_round() -> None:
    """An entrant of a Swiss learns of its bye, and that the round is being paired."""
    play = Play(Format.SWISS, people(3))
    assert said(play, 1) == "Round 1 is being paired."
    assert play.wanted is not None
    play.pair(play.wanted)
    bye = next(iter(play.tournament.rounds[0].byes))
    game = play.begin()
    names = f"{play.name(game.first)} - {play.name(game.second)} (C1)"
    assert said(play, bye) == (
        f"p{bye} has a bye in round 1, because no opponent was left. "
        f"Round 2 is paired when round 1 has ended; {names} still runs."
    )
    play.end(game)
    play.wait(10)
    for number in (1, 2):
        play.do(Rest(human(play, number)))
    assert said(play, 3) == "The next round waits for entrants that rest: p1 and p2."


def test_a_knockout() -> None:
    """An entrant of a knockout learns that it is out, or which meeting its next opponent comes from."""
    play = Play(Format.KNOCKOUT, people(4))
    game = play.play(WON)
    assert said(play, game.second).startswith(f"p{game.second} is out since round 1.")
    others = play.tournament.pairs[1].entrants
    assert said(play, game.first).startswith(
        f"The next opponent of p{game.first} is the winner of p{others[0]} and p{others[1]}."
    )


def test_an_arena() -> None:
    """An entrant of an arena learns that it is not connected, alone, or when it is paired."""
    play = Play(Format.ARENA, people(3))
    assert said(play, 1) == "p1 is not connected, and is paired when it is back."
    play.do(NotePresence((1,)))
    assert said(play, 1) == "No other entrant is free: no game runs."
    play.do(Rest(human(play, 2)))
    assert said(play, 1) == "No other entrant is free: no game runs; p2 rests."
    engines_only = Play(Format.ARENA, engines(4))
    assert "begins when a slot for a search is free" in said(engines_only, 1)
    game, other = engines_only.begin(), engines_only.begin()
    engines_only.end(game, DRAWN)
    engines_only.wait(3.5)
    assert said(engines_only, game.first).startswith(f"Only e{game.second} is free, the last opponent of e{game.first}")
    assert "still runs" in said(engines_only, game.first)
    assert other.runs


def test_an_arena_says_when_those_that_wait_are_paired() -> None:
    """It is the time that two wait for others to become free, from the end of the pause after a game."""
    play = Play(Format.ARENA, engines(6), control=Fischer(120.0, 1.0))
    games = [play.begin(), play.begin(), play.begin()]
    play.end(games[0], WON)
    play.end(games[1], WON)
    assert said(play, games[0].first).startswith("No other entrant is free: ")
    play.wait(3.5)
    assert said(play, games[0].first) == "3 other entrants are free; the next pairs are made in 22 s at the latest."


def test_a_ladder() -> None:
    """An entrant of a ladder learns of its place and of open challenges."""
    play = Play(Format.LADDER, people(3), reach=2)
    assert said(play, 1) == "p1 has the first place, and waits for challenges."
    play.do(Challenge(human(play, 3), 1))
    assert "p3 has challenged p1, which loses the challenge unless it accepts within 7 d." in said(play, 1)
    assert (
        said(play, 3)
        == "p1 has 7 d to accept the challenge of p3. p3 has place 3, and may challenge up to 2 places above."
    )
