"""Games: which can begin, in which order, and what their ends mean."""

from typing import Any

from kibitz_server.core.search_seed import seed_in_event
from kibitz_server.core.tournament.commands import BeginGame, Leave, Pause, Rest, VoidGame
from kibitz_server.core.tournament.events import EntrantLeft, EntrantRested, GameCounted, GameVoided
from kibitz_server.core.tournament.rules.games import MOST_VOIDS
from kibitz_server.core.tournament.values import (
    Format,
    GameOutcome,
    HowEnded,
    OpeningOrder,
    OpeningSet,
    TournamentOpening,
)
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from tests.server.core.tournament.play import DRAWN, LOST, ORGANISER, WON, Play, engine, engines, people, person

OPENINGS = OpeningSet("five", "0" * 64, tuple(TournamentOpening((move,)) for move in ("a1", "b1", "c1", "b2", "c3")))


def test_both_games_of_a_pair_have_one_opening_and_swapped_sides() -> None:
    """A game pair begins from one opening twice, with sides swapped."""
    play = Play(Format.MATCH, engines(2), games=8, openings=OPENINGS)
    due = play.due()
    assert [(each.pair, each.slot, each.first, each.second) for each in due[:4]] == [
        (1, 0, 1, 2),
        (1, 1, 2, 1),
        (2, 0, 1, 2),
        (2, 1, 2, 1),
    ]
    assert [each.opening for each in due] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [each.position for each in due[::2]] == list(OPENINGS.openings[:4])


def test_openings_repeat_only_when_all_are_used() -> None:
    """Each opening is used once before one is used again, by the two entrants first and then in the tournament."""
    play = Play(Format.ROUND_ROBIN, engines(4), cycles=5, openings=OPENINGS)
    uses: dict[frozenset[int], list[int]] = {}
    while play.tournament.ended is None:
        game = play.play()
        if game.begun.slot == 0:
            uses.setdefault(frozenset((game.first, game.second)), []).append(game.begun.opening or 0)
    assert all(sorted(used) == [0, 1, 2, 3, 4] for used in uses.values())


def test_the_order_and_start_of_openings() -> None:
    """Openings begin at the place that the terms name, or in an order that follows from the seed."""

    def used(**given: Any) -> list[int | None]:
        openings = OpeningSet("five", "0" * 64, OPENINGS.openings, **given)
        return [each.opening for each in Play(Format.MATCH, engines(2), games=10, openings=openings).due()[::2]]

    assert used(start=4) == [3, 4, 0, 1, 2]
    shuffled = used(order=OpeningOrder.RANDOM)
    assert sorted(each for each in shuffled if each is not None) == [0, 1, 2, 3, 4]
    assert shuffled == used(order=OpeningOrder.RANDOM)


def test_each_side_of_each_game_has_its_own_seed() -> None:
    """Search seeds follow from the tournament's seed, the pair, the game and the side, so that no two are equal."""
    due = Play(Format.MATCH, engines(2), games=20, pairs=True, seed=42).due()
    seeds = [seed for each in due for seed in each.seeds]
    assert len(set(seeds)) == 40
    assert due[3].seeds == (seed_in_event(42, 2, 1, 0), seed_in_event(42, 2, 1, 1))


def test_people_play_one_game_at_a_time_and_engines_several() -> None:
    """A person or bot is due at one board only; two engines may play all their games at once."""
    assert len(Play(Format.MATCH, engines(2), games=6).due()) == 6
    for opponent in (person("b"), person("b", bot=True), engine("b")):
        play = Play(Format.MATCH, [person("a"), opponent], games=6)
        assert len(play.due()) == 1
        game = play.begin()
        assert play.due() == []
        other = BeginGame(2, 0, "m9", "C9")
        assert play.refused(other).reason is Reason.ALREADY_PAIRED
        play.end(game)
        assert len(play.due()) == 1


def test_games_are_due_in_the_order_of_boards() -> None:
    """Games of the first boards begin first, and only those between engines wait for a slot."""
    play = Play(Format.SWISS, [*people(3), engine("e1", 1000), engine("e2", 900), engine("e3", 800)])
    wanted = play.tournament.pairing_wanted(play.now)
    assert wanted is not None
    play.pair(wanted)
    due = play.due()
    boards = [play.tournament.pairs[each.pair - 1].pairing.board for each in due]
    assert boards == [1, 2, 3]
    for each in due:
        assert each.engines is (play.name(each.first)[0] == play.name(each.second)[0] == "e")


def test_a_game_begins_once() -> None:
    """A game that has begun, an unknown pair or slot, and any game of a paused tournament cannot begin."""
    play = Play(Format.MATCH, engines(2), games=2)
    play.do(BeginGame(1, 0, "m1", "C1"))
    for pair, slot, match in ((1, 0, "m2"), (2, 0, "m1"), (1, 1, "m3"), (1, -1, "m3")):
        assert play.refused(BeginGame(pair, slot, match, "C")).reason is Reason.ALREADY_PAIRED
    for pair in (0, 3, 10**9):
        assert play.refused(BeginGame(pair, 0, "m4", "C")).reason is Reason.NOT_RUNNING
    play.do(Pause(ORGANISER))
    assert play.due() == []
    assert play.refused(BeginGame(2, 0, "m5", "C")).reason is Reason.NOT_RUNNING


def test_a_game_counts_once() -> None:
    """The end of a match counts once; a second report changes nothing, and a foreign match is refused."""
    play = Play(Format.ROUND_ROBIN, engines(3))
    game = play.begin()
    assert isinstance(play.end(game, WON)[0], GameCounted)
    assert play.end(game, LOST) == ()
    assert play.do(VoidGame(game.begun.match_id, "late")) == ()
    assert play.tournament.counted == 1
    assert play.refused(VoidGame("other", "x")).reason is Reason.NOT_RUNNING


def test_a_void_game_is_played_again_in_its_place() -> None:
    """A void game counts for nothing, and the same pair and slot is due again with the same opening and sides."""
    play = Play(Format.MATCH, engines(2), games=2, openings=OPENINGS)
    due = play.due()[0]
    game = play.begin(due)
    assert play.do(VoidGame(game.begun.match_id, "server error")) == (GameVoided(1, "server error"),)
    assert play.due()[0] == due
    again = play.begin()
    assert (again.number, again.begun.slot) == (2, 0)
    play.end(again, WON)
    assert play.points() == {"e1": 1.0, "e2": 0.0}
    play.check()


def test_a_game_that_is_always_void_pauses_the_tournament() -> None:
    """A game whose matches never have a result does not begin again without end: the tournament pauses."""
    play = Play(Format.ROUND_ROBIN, engines(3))
    for _ in range(MOST_VOIDS):
        assert play.tournament.paused is None
        game = play.begin()
        play.do(VoidGame(game.begun.match_id, "engine missing"))
    names = f"{play.name(game.first)} - {play.name(game.second)}"
    assert play.tournament.reason == f"the game {names} was void 5 times: engine missing"
    play.check()


def test_a_void_game_of_an_arena_is_not_played_again() -> None:
    """In an arena the entrants of a void game are free for others."""
    play = Play(Format.ARENA, engines(4))
    play.wait(3)
    game = play.begin()
    assert play.do(VoidGame(game.begun.match_id, "x")) == (GameVoided(1, "x", again=False),)
    assert all((each.pair, each.slot) != (game.begun.pair, 0) for each in play.due())


def test_an_engine_that_fails_three_times_in_a_row_is_withdrawn() -> None:
    """Three games in a row that an engine loses by failure remove it; a game between them begins the count again."""
    fails = GameOutcome((0.0, 1.0), HowEnded.FAILURE)
    play = Play(Format.ARENA, engines(6))
    seen: list[object] = []
    for how in ("fail", "fail", "ok", "fail", "fail", "fail"):
        for _ in range(200):
            if not play.due():
                play.wait(3)
                continue
            game = play.begin()
            if 1 not in (game.first, game.second):
                play.end(game, DRAWN)
                continue
            lost = fails if game.first == 1 else GameOutcome((1.0, 0.0), HowEnded.FAILURE)
            seen += play.end(game, lost if how == "fail" else DRAWN)
            break
        if how == "ok":
            assert not play.tournament.entrant(1).left
    left = [event for event in seen if isinstance(event, EntrantLeft)]
    assert [event.number for event in left] == [1]
    assert left[0].removed
    assert "3 games in a row" in left[0].reason
    assert isinstance(seen[-2], GameCounted)
    play.check()


def test_a_missed_first_move_is_a_forfeit() -> None:
    """A forfeit counts with `+` and `-`; in an arena the absent entrant rests then, elsewhere it does not."""
    forfeit = GameOutcome((0.0, 1.0), HowEnded.FORFEIT)
    play = Play(Format.ROUND_ROBIN, people(3))
    game = play.begin()
    assert not any(isinstance(event, EntrantRested) for event in play.end(game, forfeit))
    assert play.tournament.entrant(game.second).points == 1
    arena = Play(Format.ARENA, engines(4))
    arena.wait(3)
    game = arena.begin()
    rested = [event for event in arena.end(game, forfeit) if isinstance(event, EntrantRested)]
    assert rested == [EntrantRested(game.first, "missed a first move")]
    assert game.first not in {number for each in arena.due() for number in (each.first, each.second)}


def test_a_game_of_an_entrant_that_left_is_not_replayed() -> None:
    """A void game whose entrant has left meanwhile is a forfeit."""
    play = Play(Format.ROUND_ROBIN, people(3))
    game = play.begin()
    absent = play.tournament.entrant(game.first).entrant.player
    assert isinstance(absent, Human)
    play.do(Leave(absent))
    play.do(VoidGame(game.begun.match_id, "server error"))
    assert play.tournament.entrant(game.second).points == 1
    assert all(game.first not in (each.first, each.second) for each in play.due())


def test_games_of_a_resting_entrant_wait() -> None:
    """In a round robin a game does not begin while one of its entrants rests."""
    play = Play(Format.ROUND_ROBIN, people(2))
    player = play.tournament.entrant(2).entrant.player
    assert isinstance(player, Human)
    play.do(Rest(player))
    assert play.due() == []
    assert play.refused(BeginGame(1, 0, "m", "C")).reason is Reason.ALREADY_PAIRED
