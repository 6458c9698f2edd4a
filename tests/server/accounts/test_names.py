"""Tests of account names: valid names, and names that look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.accounts.names import BadName, account_name, is_reserved, skeleton


@pytest.mark.parametrize(
    "other",
    ["MAGNUS", "Mag nus", "m.a.g.n.u.s", "rnagnus", "Мagnus", "mаgnus", "ｍａｇｎｕｓ", "mágnus", "magnu\u017f"],
)
def test_lookalikes_have_one_skeleton(other: str) -> None:
    """Case, spaces, accents, other alphabets and full-width letters make no difference."""
    assert skeleton(other) == skeleton("magnus")


@pytest.mark.parametrize(
    ("one", "other"), [("0tter", "otter"), ("I1l", "lIi"), ("vvolf", "wolf"), ("Οtter", "Otter"), ("Η\u0301ra", "Hra")]
)
def test_characters_that_are_easily_confused(one: str, other: str) -> None:
    """0 and o, 1 and l and i, and vv and w count as the same."""
    assert skeleton(one) == skeleton(other)


def test_different_names_stay_different() -> None:
    """Names that look different have different skeletons."""
    names = ["otter", "other", "ann", "anna", "bob", "bobby", "李小龍", "成龍", "магнит", "ann2", "ann3"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [("  Zoë ", "Zoë"), ("O'Neil", "O'Neil"), ("ann  b", "ann b"), ("ﬁsh", "fish"), ("李小龍",) * 2],
)
def test_a_name_is_kept_in_one_form(given_name: str, kept: str) -> None:
    """Spaces are normalised and letters composed."""
    assert account_name(given_name) == kept


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a", "2 to 32 characters"),
        ("x" * 33, "2 to 32 characters"),
        ("bob!", "letters and digits"),
        ("-ann", "letters and digits"),
        ("👻👻", "letters and digits"),
        ("a\u202eb", "letters and digits"),
        ("Маgnus", "one alphabet"),
        ("Ιgor", "one alphabet"),
        ("Adm1n", "the server itself"),
        ("K.i.b.i.t.z", "the server itself"),
    ],
)
def test_invalid_account_names_are_refused(name: str, words: str) -> None:
    """A name is refused if it is too short, has other characters, mixes alphabets or is reserved."""
    with pytest.raises(BadName, match=words):
        account_name(name)


def test_reserved_names_are_refused() -> None:
    """Names that look like reserved ones are refused too."""
    assert is_reserved("SYSTEM")
    assert is_reserved("m0derator")
    assert not is_reserved("otter")


@given(st.text(max_size=40))
def test_any_text_is_a_name_or_an_error(text: str) -> None:
    """The result is a valid name or BadName, and a valid name is unchanged the second time."""
    try:
        name = account_name(text)
    except BadName:
        return
    assert account_name(name) == name
    assert skeleton(name) == skeleton(text)
