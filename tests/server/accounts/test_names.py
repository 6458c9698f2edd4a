"""Tests of account names: valid names, and names that look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.accounts.names import (
    _LOOKS,
    BadName,
    account_name,
    check_free,
    check_visible,
    is_free,
    shown_as,
    skeleton,
)


@pytest.mark.parametrize(
    "other",
    [
        *("MAGNUS", "Mag nus", "m.a.g.n.u.s", "rnagnus", "Мagnus", "mаgnus", "ｍａｇｎｕｓ", "mágnus", "magnu\u017f"),
        "m\u0251gnus",  # Latin alpha
        "\u13b7\u13aagnus",  # Cherokee
        "\ua4df\ua4ee\ua4d6\ua4e0\ua4f4\ua4e2",  # Lisu
        "\u1d0d\u1d00\u0262\u0274\u1d1c\ua731",  # small capitals
        "magnus\u3164\u2800",  # Hangul filler, Braille blank
    ],
)
def test_lookalikes_have_one_skeleton(other: str) -> None:
    """Case, spaces, accents, other alphabets and full-width letters make no difference."""
    assert skeleton(other) == skeleton("magnus")


@pytest.mark.parametrize("name", ["می\u200cخواهم", "क्\u200dषमा", "नमस्ते", "ශ්\u200dරී", "വന്ദന"])
def test_accounts_have_names_of_all_scripts(name: str) -> None:
    """Vowel signs and joiners belong to the words of some scripts. A name without the joiners counts as the same."""
    assert account_name(name) == name
    assert skeleton(name) == skeleton(name.replace("\u200c", "").replace("\u200d", ""))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0tter", "otter"),
        ("I1l", "lIi"),
        ("vvolf", "wolf"),
        ("a|ice", "alice"),
        ("\U0001f150nn", "ann"),
        ("Οtter", "Otter"),
        ("Η\u0301ra", "Hra"),
    ],
)
def test_characters_that_are_easily_confused(one: str, other: str) -> None:
    """0 and o, 1 and l and i, and vv and w count as the same."""
    assert skeleton(one) == skeleton(other)


def test_every_look_is_final() -> None:
    """No entry of the table leads to a look that has another look."""
    for code, look in _LOOKS.items():
        assert skeleton(chr(code)) == skeleton(look) == skeleton(skeleton(look)), f"{code:x} {look}"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("\u3164", "invisible"),
        ("a\u115fb", "invisible"),
        ("a\uffa0", "invisible"),
        ("\u2800\u2800", "invisible"),
        ("a\u2800", "invisible"),
        ("eve\ufe01", "invisible"),
        ("\u0301\u0302", "invisible"),
        ("e" + "\u0301" * 5, "at most 4 accents"),
        ("e" + "\u0301" * 31, "at most 4 accents"),
        ("e\u20dd\u20dd\u20dd\u20dd\u20dd", "at most 4 accents"),
    ],
)
def test_invisible_and_overloaded_names_are_refused(name: str, words: str) -> None:
    """Fillers, blanks and piles of accents are refused."""
    with pytest.raises(BadName, match=words):
        check_visible(name)


@pytest.mark.parametrize("name", ["Zoë", "Nguyễn Thị", "李小龍", "שָׁלוֹם", "สวัสดี", "हिन्दी", "👻 ❤\ufe0f", "!?", "한글"])
def test_names_in_any_script_are_visible(name: str) -> None:
    """Accents, vowel signs and emoji of ordinary names are allowed."""
    check_visible(name)


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
    for name in ("SYSTEM", "m0derator", "Kibitz 1.0", "server-bot", "the House Server"):
        assert shown_as(name) == "the server itself", name
    assert is_free("otter")


@pytest.mark.parametrize(
    "name",
    [
        "levelheaded",
        "level up",
        "randomuser",
        "random guy",
        "engineer",
        "minimax fan",
        "cfrank",
        "ann:bob",
        "e=mc2",
        "alfa",
        "Modi",
        "Solvei",
        "The House",
    ],
)
def test_names_that_only_remind_of_engines_are_free(name: str) -> None:
    """A word more or other letters make it another name."""
    check_free(name)


@pytest.mark.parametrize("name", ["@bob", " @bob", "\uff20bob", "\ufe6bbob", "\u200b@bob", "@ bob", "@"])
def test_the_sign_of_accounts_does_not_begin_a_name(name: str) -> None:
    """A guest cannot pass for an account, which is shown with an @ before its name."""
    with pytest.raises(BadName, match="begins with @ belongs to an account"):
        check_free(name)
    check_free("bob@home")


@given(st.text(max_size=40))
def test_any_text_is_a_name_or_an_error(text: str) -> None:
    """The result is a valid name or BadName, and a valid name is unchanged the second time."""
    try:
        name = account_name(text)
    except BadName:
        return
    assert account_name(name) == name
    assert skeleton(name) == skeleton(text)
