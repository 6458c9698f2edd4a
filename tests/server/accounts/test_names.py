"""Which names an account may have, and which two nobody could tell apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.accounts.names import BadName, account_name, is_reserved, skeleton


@pytest.mark.parametrize(
    "other",
    ["MAGNUS", "Mag nus", "m.a.g.n.u.s", "rnagnus", "Мagnus", "mаgnus", "ｍａｇｎｕｓ", "mágnus", "magnu\u017f"],
)
def test_lookalikes_have_one_skeleton(other: str) -> None:
    """Case, blanks, accents, other alphabets and wide letters do not make another name."""
    assert skeleton(other) == skeleton("magnus")


@pytest.mark.parametrize(
    ("one", "other"), [("0tter", "otter"), ("I1l", "lIi"), ("vvolf", "wolf"), ("Οtter", "Otter"), ("Η\u0301ra", "Hra")]
)
def test_what_people_take_for_each_other(one: str, other: str) -> None:
    """Nought and o, one and l and i, two v and a w."""
    assert skeleton(one) == skeleton(other)


def test_different_names_stay_different() -> None:
    """The net is not so close that nobody finds a name."""
    names = ["otter", "other", "ann", "anna", "bob", "bobby", "李小龍", "成龍", "магнит", "ann2", "ann3"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [("  Zoë ", "Zoë"), ("O'Neil", "O'Neil"), ("ann  b", "ann b"), ("ﬁsh", "fish"), ("李小龍",) * 2],
)
def test_a_name_is_kept_in_one_form(given_name: str, kept: str) -> None:
    """Blanks are put in order and letters composed."""
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
def test_what_is_no_name_for_an_account(name: str, words: str) -> None:
    """Too short, of another kind, of two alphabets, or the server's own."""
    with pytest.raises(BadName, match=words):
        account_name(name)


def test_the_servers_own_names_are_nobodys() -> None:
    """Also those that only look like it."""
    assert is_reserved("SYSTEM")
    assert is_reserved("m0derator")
    assert not is_reserved("otter")


@given(st.text(max_size=40))
def test_any_text_is_a_name_or_is_told_why_not(text: str) -> None:
    """Nothing else comes out, and what was accepted is accepted again unchanged."""
    try:
        name = account_name(text)
    except BadName:
        return
    assert account_name(name) == name
    assert skeleton(name) == skeleton(text)
