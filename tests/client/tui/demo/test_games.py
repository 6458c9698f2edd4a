"""What the demo plays."""

import pytest

from kibitz_client.parsing.arguments import create
from kibitz_client.tui.demo.games import FAST_GAME, FAST_MOST_S, GAMES, MOST_S, SEEDS, SHOWN, choose, read_opening
from kibitz_client.tui.demo.openings import OPENINGS
from kibitz_protocol.values.seats import Engine
from kibitz_server.engine.algorithms import check
from kibitz_server.games.game import Position
from kibitz_server.games.registry import declarations, load

WITHOUT_OPENING = {"holdem", "kuhn", "leduc"}
"""Games of cards, whose deal is different each time."""


def test_the_demo_knows_every_game() -> None:
    """There is a plan for each game, and balanced openings for each game without cards."""
    assert set(GAMES) == {declared.name for declared in declarations()}
    assert set(OPENINGS) == set(GAMES) - WITHOUT_OPENING
    assert set(SHOWN) <= set(OPENINGS)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_engines_can_play_and_show_a_search(name: str) -> None:
    """Both engines fit the game, think for as long, and are no strategy that was computed before."""
    seats = [seat for seat in create(choose(name, 1).setup()).seats if isinstance(seat, Engine)]
    assert len(seats) == 2
    for seat in seats:
        check(seat.engine.algorithm, load(name))
        assert seat.engine.algorithm not in ("cfr", "random")
    assert seats[0].engine.limit.seconds == seats[1].engine.limit.seconds is not None


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in sorted(OPENINGS) for line in OPENINGS[name]])
def test_every_opening_is_legal_and_decides_nothing(name: str, line: str) -> None:
    """Moves and chance events of an opening are legal, and after them a side is to move."""
    options = create(choose(name, 0).setup()).options
    position: Position = load(name, options).start()
    for text in read_opening(line).moves:
        assert position.outcome is None
        position = position.after(position.find(text))
    assert position.outcome is None
    assert position.legal
    assert not position.chances


@pytest.mark.parametrize("name", sorted(OPENINGS))
def test_the_openings_of_a_game_differ(name: str) -> None:
    """No opening of a game occurs twice."""
    lines = [read_opening(line).moves for line in OPENINGS[name]]
    assert len(set(lines)) == len(lines) >= (1 if name == "tictactoe" else 4)


def test_a_seed_repeats_game_and_opening() -> None:
    """The same seed chooses the same game and opening, and other seeds choose others."""
    assert choose(None, 7) == choose(None, 7)
    assert choose("chess", 7) == choose("chess", 7)
    chosen = [choose(None, seed) for seed in range(200)]
    assert {choice.game for choice in chosen} == set(SHOWN)
    openings = {choose("chess", seed).opening for seed in range(200)}
    assert len(openings) == len(OPENINGS["chess"])


def test_without_a_seed_each_demo_is_another() -> None:
    """A seed is drawn, and the choice names the command that repeats it."""
    decided = iter(range(100, 200))
    first, second = (choose(None, None, draw=lambda _most: next(decided)) for _ in range(2))
    assert (first.seed, second.seed) == (100, 101)
    assert first.again == f"demo {first.game} --seed 100"
    assert choose(first.game, first.seed) == first


def test_a_drawn_seed_is_easily_typed() -> None:
    """A seed that is drawn has few digits."""
    assert 0 <= choose(None, None).seed < SEEDS


def test_a_fast_demo_is_short() -> None:
    """A fast demo plays Connect Four by tiny searches, without a pause."""
    choice = choose(None, None, fast=True)
    assert (choice.game, choice.most_s, choice.plan.pace_s) == (FAST_GAME, FAST_MOST_S, 0.0)
    assert all("seconds" not in engine for engine in choice.plan.engines)
    assert choose("go", 1, fast=True).game == "go"


def test_a_demo_takes_half_a_minute() -> None:
    """A match is stopped in time for the whole demo to take less than 40 seconds, at about a move in a second."""
    assert MOST_S <= 35
    assert all(0.7 <= plan.pace_s <= 1.2 for plan in GAMES.values())


def test_an_unknown_game_gets_an_engine() -> None:
    """The server decides whether a game exists; one of its own is played by the usual engine."""
    assert choose("chomp", 1).opening.moves == ()
    assert choose("chomp", 1).plan.options == ()


def test_the_name_of_an_opening_stands_before_a_colon() -> None:
    """An opening may have a name, and moves with blanks are separated by commas."""
    assert read_opening("Queen's Gambit: d2d4 d7d5").name == "Queen's Gambit"
    assert read_opening("8/5 6/5, 31, 24/23").moves == ("8/5 6/5", "31", "24/23")
    assert read_opening("4 4 3").name == ""
