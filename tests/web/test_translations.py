"""The German texts of what the server says: no sentence of a refusal is left in English."""

import random
import re
from collections import Counter
from typing import Any

import pytest

from kibitz_server.alerts.texts import GERMAN_TITLES
from kibitz_server.games.registry import declarations, load
from kibitz_server.messages.games import board_data, listed_game_data
from kibitz_server.messages.match_data import state_data
from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.server_sentences import sentences
from tests.web.sources import texts
from tests.web.tables import HOLDEM, SIDES, TABLE

MODULE = "words/refusals/index.js"
QUOTED = re.compile(r"`[^`]+`")
PLACE = re.compile(r"\{(\d?)\}")


def german(node: Node) -> dict[str, str]:
    """Return the German texts by sentence."""
    found: dict[str, str] = run_module(node, "words/refusals/german.js", "(module) => module.default", [[]])[0]
    return found


def test_every_refusal_has_a_german_sentence(node: Node) -> None:
    """The sentences of all codes, and those that the server makes, are translated; none is translated in vain."""
    texts = german(node)
    assert sorted(sentences() - set(texts)) == []
    assert sorted(set(texts) - sentences()) == []


def test_german_sentences_have_the_same_values(node: Node) -> None:
    """Each value of a sentence is in its German text, which names it by its place."""
    wrong = []
    for key, text in german(node).items():
        places = Counter(str(number) for number in range(1, key.count("{}") + 1))
        if Counter(PLACE.findall(text)) != places:
            wrong.append(key)
    assert wrong == []


def test_a_refusal_is_translated(node: Node) -> None:
    """Values keep their text, the most specific sentence wins, and unknown words stand behind those of their code."""
    refused = [
        ("not_running", "the match is over: Ann resigned", "watch it first"),
        ("bad_name", "the name Ann, or one that looks like it, belongs to an account", None),
        ("illegal_move", "e2e5 is no move of the pawn", "`e4` or `e3`"),
        ("busy", "the weather is bad", None),
    ]
    function = "(module, code, message, hint) => module.translatedRefusal({code, message, hint})"
    found = [(said["message"], said["hint"]) for said in run_module(node, MODULE, function, refused)]
    assert found == [
        ("die Partie ist zu Ende: Ann resigned", "sieh ihr zuerst zu"),
        ("der Name Ann oder einer, der so aussieht, gehört zu einem Konto", None),
        ("dieser Zug ist hier nicht erlaubt: e2e5 is no move of the pawn", "`e4` or `e3`"),
        ("the weather is bad", None),
    ]


@pytest.mark.parametrize("game", [listed_game_data(each) for each in declarations()], ids=lambda game: game["name"])
def test_every_game_has_german_texts(node: Node, game: dict[str, str]) -> None:
    """Title, summary, help and rules are there; the rules have the same paragraphs, with the same code in them."""
    german, key = texts("de"), f"game.{game['name']}"
    assert all(german[key + part] for part in ("", ".summary", ".help"))
    guides = run_module(node, "words/guides/german.js", "(module) => module.default", [[]])[0]
    english, translated = game["guide"].split("\n"), guides[f"{key}.guide"].split("\n")
    assert [sorted(QUOTED.findall(line)) for line in translated] == [sorted(QUOTED.findall(line)) for line in english]


def test_alerts_have_the_german_titles_of_the_page() -> None:
    """The server names games in mails and notices as the page does."""
    german = texts("de")
    wanted = {each.title: german[f"game.{each.name}"]["other"] for each in declarations()}
    assert {title: GERMAN_TITLES.get(title, title) for title in wanted} == wanted


def words_of(name: str) -> set[str]:
    """Return what the server calls sides, pieces, cells, units and cards of a game, and what it counts."""
    game = load(name)
    board, seats = board_data(game.board), game.declaration.seats
    words = {*seats, *board.get("symbols", {}).values(), *board.get("cell_names", ())}
    words |= {face["words"] for face in board["faces"].values()} if "faces" in board else set()
    if "unit" in board:
        words |= {f"{side} {board['unit']}" for side in board["names"]} if "names" in board else {board["unit"]}
    counters = set[str]()
    for number in range(3):
        at, dice = game.start(None), random.Random(number)
        for _ in range(60):
            if at.outcome is not None:
                break
            told = state_data(at, 0, False, {})
            counters |= {*told["counters"]}
            words |= {tray["name"] for tray in told["trays"] if not tray["name"].startswith("last ")}
            choices: list[Any] = [*(at.chances or at.legal)]
            at = at.after(dice.choice(choices))
    if board["shape"] != "table":  # tables have words of their own
        words |= {text.partition(" ")[2] for text in counters if text.split(" ")[0] in seats} - {""}
    return {word for word in words if not re.fullmatch(r"\w?|(box of )?[ABXO]|[XO] \w+", word)}


@pytest.mark.parametrize("name", [each.name for each in declarations()])
def test_every_word_of_a_game_is_said_in_german(node: Node, name: str) -> None:
    """Sides, pieces, cells, units, cards and counters; those that the page has among its own words are there too."""
    said = run_module(node, "words/said/german.js", "(module) => module.default", [[]])[0]
    german = texts("de")
    missing = []
    for word in words_of(name):
        parts = re.fullmatch(r"(\w+) of (clubs|diamonds|hearts|spades)", word)
        keys = parts.groups() if parts else [re.sub(r" \d+$", "", word)]
        missing += [key for key in keys if f"said.{key}" not in said and f"side.{key.lower()}" not in german]
    assert missing == []


def test_options_are_explained_in_german(node: Node) -> None:
    """What each option means has a German text, none is there in vain, and the values are named in German too."""
    options = [option for each in declarations() for option in listed_game_data(each)["options"]]
    german = run_module(node, "words/options/german.js", "(module) => module.default", [[]])[0]
    assert {f"option.{option['meaning']}" for option in options} == set(german)
    say = """async ({rangeOf}, range) => {
      globalThis.document ??= {documentElement: {}};
      await (await import("/assets/words/index.js")).setLanguage("de");
      return rangeOf({range});
    }"""
    ranges = sorted({option["range"] for option in options if option["range"] != "true or false"})
    own = Node()  # it becomes German
    try:
        said = run_module(own, "words/options/index.js", say, [[each] for each in ranges])
    finally:
        own.close()
    assert not [text for text in said if re.search(r"\b(to|or|in steps|joined|numbers)\b", text)]


def test_words_are_said() -> None:
    """Those without an entry stay, cards are said by suit and rank, and numbers stay."""
    node = Node()  # its English texts become German ones
    function = """async (module, text) => {
      const {addTexts} = await import("/assets/words/index.js"), german = await import("/assets/words/said/german.js");
      await addTexts(german.default, async () => german);
      return module.said(text);
    }"""
    shown = {
        "two of clubs": "Kreuz zwei",
        "South house 3": "Süd, Mulde 3",
        "Red": "Red",
        "Queen's side 2": "Queen's side 2",
    }
    try:
        found = run_module(node, "words/said/index.js", function, [[text] for text in shown])
    finally:
        node.close()
    assert found == list(shown.values())


def test_a_table_of_cards_is_told_in_german() -> None:
    """What a screen reader says of a table has the cards in the language of the reader."""
    node = Node()  # its English texts become German ones
    function = """async ({cards}, board, position, sides) => {
      const {addTexts} = await import("/assets/words/index.js"), german = await import("/assets/words/said/german.js");
      await addTexts(german.default, async () => german);
      return cards.boardInWords(board, position, 0, sides);
    }"""
    board = {**TABLE, "faces": {key: {**face, "words": "ace of spades"} for key, face in TABLE["faces"].items()}}
    try:
        (found,) = run_module(node, "board/poker/table.js", function, [[board, HOLDEM, SIDES]])
    finally:
        node.close()
    assert "Pik Ass" in found
    assert "Letzte Hand" in found
    assert not re.search("of spades|last", found)


def test_rolls_are_said(node: Node) -> None:
    """All forms of the server's sentence are there, and others stay."""
    opening = load("backgammon").start(None)
    rolls: list[Any] = [*opening.chances]
    first = opening.said(next(each for each in rolls if each.text == "31"))
    shown = {
        first: "Weiß würfelt 3, Schwarz 1",
        "Black rolls 65": "Schwarz würfelt 65",
        "Black rolls 65 and cannot move": "Schwarz würfelt 65 und kann nicht ziehen",
        "North gets Td": "North gets Td",
    }
    assert run_module(node, "words/said/german.js", "saidChance", [[text] for text in shown]) == list(shown.values())


LANGUAGE = """async (script) => {
  globalThis.document ??= {documentElement: {}};
  const words = await import("/assets/words/index.js");
  const waiting = [];
  const shown = () => [words.language(), words.t("test.word")];
  const german = () => new Promise((resolve, reject) => waiting.push([resolve, reject]));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const until = async (holds) => { while (!holds()) await turn(); };
  const deeds = {
    add: () => void words.addTexts({"test.word": "word"}, german),
    choose: (code) => (void words.setLanguage(code), until(() => words.language() === code)),
    again: () => (void words.completeLanguage(), until(() => waiting.length)),
    come: () => waiting.splice(0).forEach(([resolve]) => resolve({default: {"test.word": "Wort"}})),
    fail: () => waiting.splice(0).forEach(([, reject]) => reject(new Error("away"))),
  };
  const seen = [];
  for (const [deed, what] of script) {
    await deeds[deed](what);
    await turn();
    seen.push(shown());
  }
  return seen;
}"""


@pytest.mark.parametrize(
    ("script", "last"),
    [
        ("add, choose de, come", ["de", "Wort"]),
        ("choose de, add, choose en, come", ["en", "word"]),
        ("choose de, add, fail", ["de", "word"]),
        ("choose de, add, fail, again, come", ["de", "Wort"]),
    ],
)
def test_texts_may_come_late(script: str, last: list[str]) -> None:
    """They belong to the language for which they were asked, and those that could not be loaded are asked for again."""
    node = Node()  # each script begins in a page without texts
    try:
        steps = [[*step.split(), ""][:2] for step in script.split(", ")]
        assert node.evaluate(LANGUAGE, steps)[-1] == last
    finally:
        node.close()
