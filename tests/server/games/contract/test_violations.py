"""Contract of a game: parts of a module that do not fit together are found before any rule is called."""

from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from kibitz_server.games.contract.violations import violations
from kibitz_server.games.game import Option
from tests.games import claim
from tests.server.engine import dash, tug


def companion(name: str, **names: Any) -> ModuleType:
    """Return a module with these names."""
    made = ModuleType(f"games.{name}")
    vars(made).update(names)
    return made


def game_with(*companions: ModuleType) -> ModuleType:
    """Return the game of the tests with companions."""
    module = ModuleType("games.dash")
    vars(module).update(vars(dash), __name__="games.dash", COMPANIONS=companions)
    return module


def test_companions_share_one_set_of_names() -> None:
    """Of two functions with one name, one would silently take the place of the other; slots are not definitions."""
    first = companion("moves", step_count=lambda s: s.turn, LIMIT=3, SLOTS=(), TO=0, shared=dash.play)
    second = companion("reasons", step_count=lambda s: s.turn, LIMIT=4, SLOTS=("TO",), TO=1, shared=dash.play)
    assert [wrong.problem for wrong in violations(game_with(first, second))] == [
        "the companions moves and reasons both define step_count",
        "the companions moves and reasons both define LIMIT",
    ]
    assert list(violations(game_with(first))) == []


def test_a_companion_says_that_it_is_one() -> None:
    """Without State and SLOTS, functions of a companion would not be bound to the constants of options."""
    (wrong,) = violations(game_with(companion("moves", step_count=lambda s: s.turn)))
    assert (wrong.problem, wrong.hint) == ("moves has neither State nor SLOTS", "import State, or write SLOTS = ()")


KOMI, HANDICAP = Option("komi", 1.5, 0, 20, step=0.5), Option("handicap", 0, 0, 9, without=(1,))


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        (replace(KOMI, default="1", any=True, step=1), "the option komi may be any and is no number"),
        (replace(KOMI, step=0.25), "the option komi has steps of 0.25"),
        (replace(KOMI, step=0), "the option komi has steps of 0"),
        (replace(KOMI, default=1), "the option komi has steps of 0.5 and no float as its default"),
        (replace(KOMI, default=1.25), "the default 1.25 of komi is not 0 to 20 in steps of 0.5"),
        (replace(KOMI, default=1.0, without=(1,)), "the default 1.0 of komi is not 0 to 20 in steps of 0.5, but not 1"),
        (replace(KOMI, otherwise=("handicap", 1)), "the default 1 of komi is not 0 to 20 in steps of 0.5"),
        (replace(KOMI, otherwise=("handicap", 20.5)), "the default 20.5 of komi is not 0 to 20 in steps of 0.5"),
        (replace(KOMI, otherwise=("size", 0.5)), "the default of komi depends on 'size'"),
        (replace(KOMI, otherwise=("komi", 0.5)), "the default of komi depends on 'komi'"),
    ],
)
def test_parts_of_an_option_fit_together(option: Option, problem: str) -> None:
    """A wrong option is found by its name, and the other options are not."""
    module = ModuleType("games.claim")
    vars(module).update(vars(claim), __name__="games.claim", GAME=replace(claim.GAME, options=(option, HANDICAP)))
    assert [wrong.problem for wrong in violations(module)] == [problem]
    assert list(violations(claim)) == []


def test_an_option_that_decides_is_never_drawn() -> None:
    """A default cannot depend on a number that the server draws later."""
    options = (replace(KOMI, otherwise=("handicap", 0.5)), replace(HANDICAP, any=True))
    module = ModuleType("games.claim")
    vars(module).update(vars(claim), __name__="games.claim", GAME=replace(claim.GAME, options=options))
    assert [wrong.problem for wrong in violations(module)] == ["the default of komi depends on 'handicap'"]


def test_scores_of_moves_need_a_weight() -> None:
    """A game with `prior` says as how many playouts a score counts: with none, a move without visits has no mean."""
    module = ModuleType("games.tug")
    vars(module).update(vars(tug), __name__="games.tug", PRIOR=0)
    assert [wrong.problem for wrong in violations(module)] == ["it has prior but no constant PRIOR"]
    assert list(violations(tug)) == []


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("evaluates", claim.play, "write evaluate(s), or give it another name"),
        ("FUTILITIY", 3, "write FUTILITY, or give it another name"),
        ("draw_text", claim.play, "write chance_text(s, chance), or give it another name"),
        ("draw_seen", claim.play, "write chance_seen(s, chance, seat), or give it another name"),
    ],
)
def test_a_misspelt_part_is_found(name: str, value: object, hint: str) -> None:
    """A name that nothing uses and that is nearly a part would be left out without a word."""
    module = ModuleType("games.claim")
    vars(module).update({**vars(claim), "__name__": "games.claim", name: value})
    (wrong,) = violations(module)
    assert (wrong.problem, wrong.hint) == (f"nothing uses {name}", hint)


def evaluates(s: Any) -> int:
    """Return a number."""
    return int(s.turn)


def helper(s: Any) -> int:
    """Return the number of `evaluates`."""
    return evaluates(s)


def test_a_helper_may_have_a_similar_name() -> None:
    """A function that the game calls is not a misspelt part."""
    module = ModuleType("games.claim")
    vars(module).update({**vars(claim), "__name__": "games.claim", "evaluates": evaluates, "helper": helper})
    assert list(violations(module)) == []


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("REDUCE", "60", "set how much less deep late moves are searched at first"),
        ("EXPLORATION", None, "set the weight of exploration"),
        ("CALLED", "legal", "name long functions that searches call"),
    ],
)
def test_a_constant_of_another_type_is_found(name: str, value: object, hint: str) -> None:
    """A constant that has the name of a part for something else would change searches, or break them."""
    module = ModuleType("games.claim")
    vars(module).update({**vars(claim), "__name__": "games.claim", name: value})
    (wrong,) = violations(module)
    assert wrong.problem == f"the constant {name} is {value!r}"
    assert wrong.hint.startswith(hint)
