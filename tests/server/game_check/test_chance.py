"""Each mistake of the author of a game with chance is one finding, with a way out."""

from pathlib import Path

import pytest

from kibitz_server.game_check.check import check
from tests.server.engine import dash, race
from tests.server.engine.helpers import native

WRITTEN = "    moves[k], weights[k] = (HEADS, 1) if s.due == COIN else (FIRST, 1)\n"
SAID = 'return f"{GAME.seats[s.turn]} tosses {TEXTS[chance]}" if s.due == COIN else None'


def written(folder: Path, module: object, *changes: tuple[str, str]) -> Path:
    """Write the source of a game with some changes, and return its file."""
    source = Path(str(vars(module)["__file__"]))
    text = source.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / source.name
    file.write_text(text)
    return file


@pytest.mark.parametrize("module", [dash, race], ids=["dash", "race"])
def test_games_with_chance_pass(tmp_path: Path, module: object) -> None:
    """Nothing is wrong with the games of the tests, in plain Python."""
    assert list(check(written(tmp_path, module), None)) == []


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (WRITTEN, WRITTEN.replace("(HEADS, 1)", "(HEADS, 0)"), "the chance outcome 2 has the weight 0"),
        (WRITTEN, WRITTEN.replace("(HEADS, 1)", "(HEADS, 0.5)"), "the chance outcome 2 has the weight 0.5"),
        (WRITTEN, WRITTEN.replace("(HEADS, 1)", "(HEADS, 2**31 - 1)"), "add up to 2^31 or more"),
        (WRITTEN, WRITTEN.replace("(HEADS, 1)", "(-1, 1)"), "a chance outcome has the code -1"),
        (WRITTEN, WRITTEN.replace("(HEADS, 1)", "(TAILS, 1)"), "a chance outcome is there twice"),
        (WRITTEN, f"    moves[k - 1] = 0\n{WRITTEN}", "writes before moves"),
        ("    return k + 2\n\n\ndef play", "    return k + 3\n\n\ndef play", "chance returns 4|index 3 is outside"),
        ('"heads", "tails"', '"heads", "He ads"', "the chance outcomes 2 and 3 have the same text"),
        ('TEXTS = ("walk", "dash", "heads"', 'TEXTS = ("walk", "dash", ""', "chance_text returns ''"),
        (SAID, "return ''", "chance_said returns ''"),
        (SAID, "return 'x' * 300", "chance_said returns 300 characters"),
        ('TEXTS = ("walk", "dash"', 'TEXTS = ("walk", "Wal k"', "the moves 0 and 1 have the same text"),
        ("{DUE[s.due]}", "", "read back|other legal moves"),
        ("return 100 * (s.mine - s.theirs)", "return 40_000.5", "evaluate returns 40000.5"),
        ("chance=True,", "", "it has the function chance, and GAME does not say so"),
    ],
)
def test_each_mistake_is_found(tmp_path: Path, old: str, new: str, wanted: str) -> None:
    """The first finding says what is wrong, and how to correct it."""
    first, *_ = check(written(tmp_path, dash, (old, new)), None)
    assert any(part in first.problem for part in wanted.split("|")), first.problem
    assert first.hint


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("return -200.0 if", "return -300.0 if", "payoff returns -300.0"),
        ("return -200.0 if", "return 200.0 if", "outcome says otherwise"),
        ("return lead / 1.5", "return lead * 100.0", "evaluate returns"),
    ],
)
def test_payoffs_and_evaluations_have_a_limit(tmp_path: Path, old: str, new: str, wanted: str) -> None:
    """What a game pays and what it evaluates are bounded, and pays whom the outcome says."""
    first, *_ = check(written(tmp_path, race, (old, new)), None)
    assert wanted in first.problem


@pytest.mark.compiled
@pytest.mark.io
def test_machine_code_agrees(tmp_path: Path) -> None:
    """Counts, playouts and a search with chance outcomes are the same in machine code."""
    assert list(check(written(tmp_path, race), native())) == []
