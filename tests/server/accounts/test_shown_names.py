"""Tests of the grammar of shown names: whatever an engine or the server is shown as, and look-alikes, is refused."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz_client
from kibitz_protocol.values.engines import Limit
from kibitz_protocol.values.seats import SeatView, Strength, name_text, player_text
from kibitz_server.accounts.names import account_name, check_free, is_free
from kibitz_server.core.lobby.exhibition import HOST, exhibition
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.time_management import Budget
from kibitz_server.engine import levels
from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.limit import LEVELS
from kibitz_server.engine.limit import Limit as SearchLimit

WORDS = Path(kibitz_client.__file__).parent / "web" / "words"
LANGUAGES = sorted({path.stem for path in WORDS.glob("[a-z][a-z].js")})
CYRILLIC = str.maketrans("aeopcxykmtbh", "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u043a\u043c\u0442\u0432\u043d")
DIGITS = str.maketrans("01", "Ol")
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
BOLD = {ord("a") + n: 0x1D41A + n for n in range(26)} | {ord("0") + n: 0x1D7CE + n for n in range(10)}

LOOKS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "capitals": str.upper,
    "words": str.title,
    "cyrillic": lambda text: text.translate(CYRILLIC),
    "wide": lambda text: text.translate(WIDE),
    "bold": lambda text: text.lower().translate(BOLD),
    "letters for digits": lambda text: text.translate(DIGITS),
    "digits for letters": lambda text: text.replace("l", "1").replace("o", "0"),
    "bars": lambda text: text.replace("l", "|"),
    "blanks": lambda text: re.sub(r"[:=,]", " ", text),
    "no signs": lambda text: re.sub(r"\W", "", text),
    "dashes": lambda text: re.sub(r"\W", "-", text),
    "other colon": lambda text: text.replace(":", "\u2236"),
    "apart": " ".join,
    "accents": lambda text: text.replace("e", "\u00e9").replace("a", "a\u0308"),
    "brackets": lambda text: f"[{text}]",
    "picture": lambda text: f"{text} \U0001f916",
    "two letters": lambda text: text.replace("m", "rn"),
}


def words_of(language: str, *keys: str) -> list[str]:
    """Return texts of the web page in a language."""
    texts = "".join(path.read_text() for path in WORDS.rglob(f"{language}.js"))
    return [found[1] for key in keys for found in [re.search(rf'"{re.escape(key)}": "([^"]+)"', texts)] if found]


def view(name: str) -> SeatView:
    """Return the seat of an engine."""
    return SeatView(seat=0, kind="engine", name=name, strength=Strength(rating=1500, deviation=97))


def shown(engine: Engine) -> list[str]:
    """Return the texts by which an engine is shown in lists, matches and messages, in all languages."""
    name, level = engine.name, engine.budget.level
    texts = [name, name_text(view(name)), player_text(view(name))]
    texts += [text.format(name=name) for language in LANGUAGES for text in words_of(language, "seat.engine")]
    if level is None:
        return texts
    found = [text for language in LANGUAGES for text in words_of(language, "seat.level", "new.engine")]
    words = [word for language in LANGUAGES for word in words_of(language, "new.level")]
    assert (len(found), len(words)) == (2 * len(LANGUAGES), len(LANGUAGES))
    texts += [levels.title(SearchLimit(level=level)), *(f"{word} {level}" for word in words)]
    return texts + [text.format(level=level, number=level) for text in found]


engines = st.builds(
    Engine,
    st.sampled_from(sorted(set(ALGORITHMS) - {"level"})),
    st.builds(
        Budget,
        seconds=st.none() | st.floats(1e-6, 300),
        depth=st.none() | st.integers(1, 200),
        nodes=st.none() | st.integers(1, 10**12),
        seed=st.none() | st.integers(0, 2**63 - 1),
        playouts=st.none() | st.integers(1, 10**12),
    ),
) | st.builds(
    Engine,
    st.just("level"),
    st.builds(Budget, level=st.sampled_from(LEVELS), seconds=st.none() | st.floats(0.001, 5)),
)


@given(engines, st.lists(st.sampled_from(sorted(LOOKS)), max_size=3))
def test_no_player_has_a_name_by_which_an_engine_is_shown(engine: Engine, changes: list[str]) -> None:
    """Any algorithm with any budget, in any shown form and as any look-alike, is refused."""
    for text in shown(engine):
        for change in changes:
            text = LOOKS[change](text)
        assert not is_free(text), text


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_of_every_engine_is_refused(look: str) -> None:
    """Each algorithm with each limit alone, and each level, is refused in each look."""
    limits = [{}, *({name: value} for name, value in product(Limit.model_fields, (1, 10, 500)))]
    found = [Engine(name, Budget(**limit)) for name, limit in product(sorted(set(ALGORITHMS) - {"level"}), limits)]
    found += [Engine("level", Budget(level=level)) for level in LEVELS]
    for engine in found:
        for text in shown(engine):
            assert not is_free(LOOKS[look](text)), text


@pytest.mark.parametrize("look", LOOKS)
def test_names_of_the_server_are_refused(look: str) -> None:
    """Neither the server, its programs, its roles nor the players of its exhibitions lend their names."""
    keys = ("account.kind.admin", "account.kind.moderator")
    roles = [word for language in LANGUAGES for word in words_of(language, *keys)]
    assert len(roles) == 2 * len(LANGUAGES)
    players = [player.name for number in range(9) for player in exhibition(number, "", "", 0.0).seats if player]
    programs = [HOST.name, f"{HOST.name} 1.2.3", "server", "Kibitz server", "server bot", "house bot level 5"]
    for name in (*programs, *roles, *players):
        assert not is_free(LOOKS[look](name)), name


@pytest.mark.parametrize(
    "name",
    [
        *(
            "1evel 3",
            "LEVEL-10",
            "levelIO",
            "Level",
            "Engine 2",
            "m c t s",
            "\uff4dcts",
            "Stufe 5",
            "leve1:5",
            "5 level",
        ),
        *(
            "alphabeta depth 4",
            "level \u2164",
            "level \u277a",
            "\U0001f17bevel 5",
            "leve\u22235",
            "Engine Ann",
            "Ann (engine)",
        ),
        *("level:5 (1500)", "level:5 won", "alphabeta=ann", "cfr:nodes=100", "level 5 engine", "random bot"),
    ],
)
def test_look_alikes_of_engines_are_refused(name: str) -> None:
    """Other letters, digits, signs, marks and orders of the words make no difference."""
    assert not is_free(name)


FIRST = (
    "Ab Aino Alfa Anna Béla Bo Chloé Deniz Elin Engin Engelbert Fatima Giulia Hô Ines Jörg Kim Lev Levi Lilo Nils"
    " Olga Rand Randi Rolf Solveig Sölvi Stefan Tex Zoë Владимир Ольга Νίκος 小龍"
).split()
LAST = (
    "Beta Book Cooper Depth Engel Engels Engström House Ilić Kowalski Level Levell Modi Müller Nguyễn Nodes O'Neil Root"
    " Seed Smith-Jones Solver Stufenberg Tanilli van.Dyk Yılmaz Петров Παππάς 李"
).split()


def test_names_of_people_are_free() -> None:
    """Hundreds of ordinary names, some of them with a word of engines in them, can be taken by guests and accounts."""
    names = [f"{first} {last}" for first, last in product(FIRST, LAST)]
    assert len(names) > 800
    for name in (*names, *FIRST[:18], "guest-otter-42", "Level Kim", "randomuser", "mini maxi", "Engineer"):
        check_free(name)
    for name in ("Ab Engels", "Kim Level", "Joe Root", "Lev Engel", "Server Tanilli"):
        assert account_name(name) == name
