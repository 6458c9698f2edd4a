"""The German texts of what the server says: no sentence of a refusal is left in English."""

import re
from collections import Counter

import pytest

from kibitz_server.games.registry import declarations
from kibitz_server.messages.games import listed_game_data
from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.server_sentences import sentences
from tests.web.sources import texts

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
