"""Codes of matches: how servers write them, and how they are read as typed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_protocol.match_codes import (
    ALPHABET,
    IN_ADDRESS,
    LONG,
    SHORT,
    TOURNAMENT_IN_ADDRESS,
    canonical,
    is_code,
    is_tournament_code,
    of_address,
)

PLAIN = st.sampled_from((SHORT, LONG)).flatmap(lambda size: st.text(ALPHABET, min_size=size, max_size=size))
LOOKALIKES = {"0": "0oO", "1": "1iIlL"}


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, str]:
    """Return a code as its characters, and the same as a person may type it."""
    plain = draw(PLAIN)
    signs = (draw(st.sampled_from(LOOKALIKES.get(sign, sign + sign.lower()))) for sign in plain)
    return plain, "".join(sign + draw(st.sampled_from(("", "", "-", " ", "\u2013"))) for sign in signs)


@given(spellings())
def test_every_spelling_of_a_code_means_it(spelling: tuple[str, str]) -> None:
    """Case, look-alike characters, dashes and blanks do not matter, and reading a read code changes nothing."""
    plain, typed = spelling
    assert canonical(typed) == canonical(plain) == canonical(canonical(plain))
    assert canonical(plain).replace("-", "") == plain


@given(PLAIN)
def test_codes_stand_in_addresses(plain: str) -> None:
    """An address has a code with its dashes, without them, with blanks, and in small letters."""
    code = canonical(plain)
    for path in (code, plain, plain.lower(), code.replace("-", "%20")):
        assert re.fullmatch(IN_ADDRESS, path)
        assert of_address(path) == code


@pytest.mark.parametrize(
    "text", ["7KQ2XF", "7kq2xf", "7KQ2-XF9H-3MTB", "7kq2-xf9h-3mtb", "7KQ2 XF9H 3MTB", "7KQ2XF9H3MTB"]
)
def test_a_code_is_no_line_of_moves(text: str) -> None:
    """An analysis board takes such text for a code."""
    assert is_code(text)


@pytest.mark.parametrize(
    "text",
    [
        *("e2e4e7e5g1f3", "e2e4 e7e5 g1f3", "E2E4 E7E5 G1F3", "Nxe5 Qxf7 Kxd8", "b2 a1 c3"),
        *("", "7KQ2X", "7KQ2XF9", "7KQ2-XF9H", "7KQ2-XF9H-3MTB-", "7KQ2--XF9H-3MTB", "7KQ2XF/", "0123456789abcdef"),
    ],
)
def test_moves_and_other_text_are_no_code(text: str) -> None:
    """Moves of four characters each stay moves."""
    assert not is_code(text)


def test_a_long_code_is_written_in_groups() -> None:
    """It can be read aloud."""
    assert canonical("7kq2xf9h3mtb") == "7KQ2-XF9H-3MTB"
    assert canonical("7kq2xf") == "7KQ2XF"


@given(spellings(), st.sampled_from(("T", "t", "T-", "t ", "T \u2013")))
def test_codes_of_tournaments_are_never_those_of_matches(spelling: tuple[str, str], mark: str) -> None:
    """The mark is kept in every spelling, and no code of a match has it."""
    plain, typed = spelling
    code = canonical(mark + typed)
    assert code == f"T-{canonical(plain)}" == canonical(code)
    assert is_tournament_code(mark + typed)
    assert not is_code(code)
    assert not is_tournament_code(typed)
    assert re.fullmatch(TOURNAMENT_IN_ADDRESS, code)
    assert of_address(code) == code
