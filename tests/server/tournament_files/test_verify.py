"""Complete files: those of a server are clean, planted faults are named, and hostile files end with a sentence."""

import asyncio
import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from kibitz_server.tournament_files.verify import CompleteFile, NotATournament
from tests.server.tournament_files.made import SIZES, exported, finished, verified

pytestmark = pytest.mark.io
"""The program that pairs Swiss rounds is a process."""
File = dict[str, Any]


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """A file of a finished tournament of each format."""

    async def made(format: str) -> str:
        return await exported(*await finished(format))

    return {format: asyncio.run(made(format)) for format in SIZES}


def of_kind(file: File, kind: str) -> list[File]:
    """Return the events of a kind."""
    return [event for event in file["events"] if event["kind"] == kind]


@pytest.mark.parametrize("format", SIZES)
async def test_the_file_of_a_server_is_clean(files: dict[str, str], format: str) -> None:
    """All pairings, counts and tables follow from its events and its games, and nothing is left out of the check."""
    found = await verified(files[format])
    assert (found.differences, found.notes) == ([], [])
    file = json.loads(files[format])
    assert found.events == len(file["events"])
    assert found.games == len(file["games"]) > 0
    assert [event["seq"] for event in file["events"]] == list(range(1, found.events + 1))


async def test_engines_search_again(files: dict[str, str]) -> None:
    """The searches of engines with a limit of nodes are repeated on request."""
    found = await verified(files["match"], engines=True)
    assert found.differences == []
    assert found.searches > 0


async def test_a_search_that_was_replaced_is_named(files: dict[str, str]) -> None:
    """A move of the last resort is no difference, and does not pass for a repeated search."""
    file = json.loads(files["match"])
    game = file["games"][0]
    (ply, thought), *_ = [
        (event["body"]["ply"], event["body"]["thought"]) for event in game["events"] if event["body"].get("thought")
    ]
    thought["algorithm"] = "shallow alphabeta"
    thought["nodes"] += 1
    found, whole = await verified(file, engines=True), await verified(files["match"], engines=True)
    assert found.notes == [f"game {game['game']}, ply {ply}: its search failed, and a shallow one took its place"]
    assert found.searches == whole.searches - 1


def reverse_result(file: File) -> str:
    """Give the points of a game to the other side."""
    for event in of_kind(file, "GameCounted"):
        points = event["body"]["outcome"]["points"]
        if points[0] != points[1]:
            event["body"]["outcome"]["points"] = points[::-1]
            return f"game {event['body']['game']} counts as"
    raise AssertionError("all games were drawn")


def drop_pair(file: File) -> str:
    """Leave out a pair of the last round."""
    event = of_kind(file, "RoundPaired")[-1]
    event["body"]["pairs"].pop()
    return "lacks the pair"


def swap_pairing(file: File) -> str:
    """Let the other entrant move first in a pair of the last round."""
    event = of_kind(file, "RoundPaired")[-1]
    pair = event["body"]["pairs"][0]
    pair["first"], pair["second"] = pair["second"], pair["first"]
    return f"round {event['body']['round']} pairs"


def change_opening(file: File) -> str:
    """Name another opening for a game."""
    event = of_kind(file, "GameBegun")[1]
    event["body"]["opening"] += 1
    return f"game {event['body']['game']} has opening"


def count_twice(file: File) -> str:
    """Repeat the count of a game, with the numbers of the events put right."""
    place = next(number for number, event in enumerate(file["events"]) if event["kind"] == "GameCounted")
    file["events"].insert(place + 1, copy.deepcopy(file["events"][place]))
    for number, event in enumerate(file["events"], 1):
        event["seq"] = number
    return "counts twice"


PLANTED: list[tuple[str, Callable[[File], str]]] = [
    *(
        (format, reverse_result)
        for format in ("match", "gauntlet", "round-robin", "swiss", "knockout", "arena", "ladder")
    ),
    *((format, drop_pair) for format in ("round-robin", "swiss", "knockout")),
    *((format, swap_pairing) for format in ("round-robin", "swiss", "knockout")),
    *((format, change_opening) for format in ("match", "gauntlet", "round-robin")),
    *((format, count_twice) for format in SIZES),
]


@pytest.mark.parametrize(("format", "plant"), PLANTED, ids=lambda each: getattr(each, "__name__", each))
async def test_a_planted_fault_is_named(files: dict[str, str], format: str, plant: Callable[[File], str]) -> None:
    """The first difference says what is wrong, and where."""
    file = json.loads(files[format])
    sentence = plant(file)
    found = await verified(file)
    assert found.differences
    assert sentence in found.differences[0], found.differences


@pytest.mark.parametrize("table", ["standings", "crosstable", "statistics", "tie_breaks"])
async def test_a_changed_table_is_named(files: dict[str, str], table: str) -> None:
    """Tables are computed again from the games."""
    file = json.loads(files["swiss"])
    if table == "tie_breaks":
        file[table].reverse()
    elif table == "statistics":
        file[table]["games"] += 1
    else:
        file[table][0]["points"] += 1
    (difference,) = (await verified(file)).differences
    assert table.replace("_", "-") in difference or table in difference


async def test_a_changed_move_is_named(files: dict[str, str]) -> None:
    """A game whose moves were exchanged has other moves than were counted, or cannot be replayed."""
    file = json.loads(files["match"])
    moves = [event for event in file["games"][0]["events"] if event["kind"] == "MovePlayed"]
    moves[-1]["body"], moves[-2]["body"] = moves[-2]["body"], moves[-1]["body"]
    assert any("game 1" in each for each in (await verified(file)).differences)


async def test_a_missing_game_is_named(files: dict[str, str]) -> None:
    """A game that counts, but whose moves are not in the file, was not checked: the file says so."""
    file = json.loads(files["match"])
    del file["games"][0]
    found = await verified(file)
    assert found.notes == ["games that the file does not have, so that their results were not compared: 1"]


def with_events(text: str) -> bytes:
    """Return a file with these events and no games."""
    return f'{{"kibitz_tournament": 1, "id": "t", "events": {text}, "games": []}}'.encode()


HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "not json": b"\x00\xff\xfe",
    "a list": b"[]",
    "deep": b"[" * 200_000,
    "deep events": with_events("[" * 100_000 + "]" * 100_000),
    "deep body": with_events('[{"seq": 1, "at": 0, "kind": "No", "body": ' + '{"a":' * 900 + "1" + "}" * 900 + "}]"),
    "another version": b'{"kibitz_tournament": 99}',
    "no events": with_events("[]"),
    "events of another type": with_events("7"),
    "an unknown event": with_events('[{"seq": 1, "at": 0, "kind": "No", "body": {}}]'),
    "a text for a time": with_events('[{"seq": 1, "at": "x", "kind": "TournamentEnded", "body": {}}]'),
    "another beginning": with_events('[{"seq": 1, "at": 1, "kind": "TournamentEnded", "body": {}}]'),
    "games of another type": b'{"kibitz_tournament": 1, "id": "t", "events": [], "games": {"1": 2}}',
    "null": b"null",
    "nan": b'{"kibitz_tournament": NaN}',
    "large number": b'{"kibitz_tournament": 1' + b"0" * 100_000 + b"}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_with_a_sentence(name: str) -> None:
    """It says what is wrong with the file, and never how the program failed."""
    with pytest.raises(NotATournament) as raised:
        CompleteFile(HOSTILE[name])
    sentence = str(raised.value)
    assert sentence.startswith("the file")
    assert len(sentence) < 300
    assert "Traceback" not in sentence


WRONG: dict[str, Callable[[File], object]] = {
    "a pair with no entrant": lambda file: of_kind(file, "RoundPaired")[0]["body"]["pairs"][0].update(first=99),
    "a pair with entrant zero": lambda file: of_kind(file, "RoundPaired")[0]["body"]["pairs"][0].update(first=0),
    "a game of no pair": lambda file: of_kind(file, "GameBegun")[0]["body"].update(pair=10**9),
    "a game without slot": lambda file: of_kind(file, "GameBegun")[0]["body"].update(slot=-5),
    "an opening of no number": lambda file: of_kind(file, "GameBegun")[0]["body"].update(opening=10**12),
    "a second creation": lambda file: file["events"].insert(1, {**file["events"][0], "seq": 2}),
    "a game that is not counted": lambda file: of_kind(file, "GameCounted")[0]["body"].update(game=77),
    "a round that is not there": lambda file: file["events"].insert(
        len(file["events"]), {"seq": len(file["events"]) + 1, "at": 9e9, "kind": "RoundEnded", "body": {"round": 40}}
    ),
    "events without order": lambda file: file["events"].reverse() or file["events"].insert(0, file["events"].pop()),
    "tables of another type": lambda file: file.update(standings="x", crosstable=7, statistics=[], tie_breaks={}),
    "games without events": lambda file: file["games"][0].update(events=[]),
    "a game that begins with a move": lambda file: file["games"][0]["events"].pop(0),
    "too many entrants": lambda file: file["events"].insert(
        1, {"seq": 2, "at": 0, "kind": "TournamentStarted", "body": {"order": [5, 5, 5]}}
    ),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("format", ["match", "swiss"])
async def test_a_file_with_wrong_events_differs(files: dict[str, str], format: str, name: str) -> None:
    """Events that do not fit each other are differences or damage, each a short sentence."""
    file = json.loads(files[format])
    WRONG[name](file)
    try:
        sentences = (await verified(file)).differences
    except NotATournament as error:
        sentences = [str(error)]
    assert sentences
    assert all(len(each) < 400 for each in sentences)
