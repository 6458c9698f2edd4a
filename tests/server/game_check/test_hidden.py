"""Each mistake of the author of a game with hidden information is one finding, with a way out."""

from pathlib import Path

import pytest

from kibitz_server.game_check.check import check
from kibitz_server.games.poker import kuhn
from tests.server.engine.helpers import native


def written(folder: Path, *functions: str) -> Path:
    """Write Kuhn poker under another name, with functions that replace those of its companions; return its file."""
    text = Path(kuhn.__file__).read_text()
    assert 'name="kuhn"' in text
    file = folder / "trial.py"
    file.write_text("\n\n\n".join([text.replace('name="kuhn"', 'name="trial"'), *functions]))
    return file


def test_kuhn_passes(tmp_path: Path) -> None:
    """Nothing is wrong with Kuhn poker, in plain Python."""
    assert list(check(written(tmp_path), None)) == []


LEGAL = "def legal(s, moves, k):\n    if s.dealt < 2:\n        return k\n    moves[k] = 1\n"
BETS_KINGS = f"{LEGAL}    moves[k + 1] = 3\n    return k + 1 + (s.hole[0] == 3)\n"
CHANCE = "def chance(s, moves, weights, k):\n    if s.over or s.dealt == 2:\n        return k\n"
KNOWS = f"{CHANCE}    moves[k], weights[k] = 2 if s.hole[0] == 1 else 0, 1\n    return k + 1\n"
SEEN = "def seen(s, seat):\n    for i in range(2):\n        if i != seat and s.hole[i]:\n            s.hole[i] = -1\n"
GUESS = "def guess(s, memory):\n    for i in range(2):\n        if s.hole[i] < 0:\n            s.hole[i] = "

MISTAKES = {
    "nothing is blank": ("def seen(s, seat):\n    pass\n", "seat 1 sees in hole of State which chance outcome it was"),
    "blanked twice": ("def seen(s, seat):\n    s.hand -= 1\n", "seen changes a record that it has made"),
    "another side to move": (f"{SEEN}    s.turn = 1\n", "turn is 1 in a record as seat 0 has seen it, and 0 in truth"),
    "moves that tell": (BETS_KINGS, "legal is"),
    "draws that tell": (KNOWS, "which is due"),
    "another text of a draw": ("def chance_seen(s, draw, seat):\n    return 'X'\n", "chance_seen returns 'X'"),
    "no draw is heard": ("def chance_seen(s, draw, seat):\n    return '?'\n", "seat 0 sees in hole of State"),
    "every draw is heard": (
        "def chance_seen(s, draw, seat):\n    return CARDS[draw]\n",
        "chance_seen tells seat 1 a chance outcome that seen blanks",
    ),
    "a draw that depends on a secret": (
        "def chance_seen(s, draw, seat):\n    return CARDS[draw] if seat == s.dealt and s.hole[0] != 1 else '?'\n",
        "chance_seen of 'Q' depends on what is hidden",
    ),
    "no guess": ("def guess(s, memory):\n    pass\n", "a guess is not a position that the game reads"),
    "an impossible guess": (f"{GUESS}1\n", "a guess is not a position that the game reads"),
    "a guess that is impossible with large random numbers": (
        f"{GUESS}({{1, 2, 3}} - {{*s.hole}}).pop()\n    if memory.random >> 63:\n        s.hole[1] = s.hole[0]\n",
        "a guess is not a position that the game reads",
    ),
    "a guess of the own card": (f"{GUESS}3 - i\n    s.hole[s.turn] = 1\n", "a guess differs in hole of State"),
    "a move that tells": (
        "def said(s, move):\n    return CARDS[s.hole[s.turn] - 1]\n",
        "said tells of check what is hidden",
    ),
    "information that tells": (
        "def information(s):\n    return 4 * s.action_count + s.hole[1 - s.turn] + 1\n",
        "information depends on what the side to move has not seen",
    ),
    "too little information": (
        "def information(s):\n    return s.hole[s.turn]\n",
        "two positions with other legal moves have the same information",
    ),
    "negative information": ("def information(s):\n    return -1\n", "information returns -1"),
    "too large a win": ("def won(s):\n    return 500\n", "won returns 500"),
    "a win without a limit": ("WON_LIMIT = 0\n", "the constant WON_LIMIT is 0"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(tmp_path: Path, mistake: str) -> None:
    """The first finding says what is wrong, and how to correct it."""
    function, wanted = MISTAKES[mistake]
    (finding,) = check(written(tmp_path, function), None)
    assert wanted in finding.problem
    assert finding.hint


@pytest.mark.compiled
@pytest.mark.io
def test_machine_code_agrees(tmp_path: Path) -> None:
    """Counts and playouts are the same in machine code."""
    assert list(check(written(tmp_path), native())) == []
