"""JSON lines in, JSON lines out: code that these tools share.

Every line that is not blank gets one line of answer, in order. An invalid line gets `{"error", "hint", "line"}`, with
its number counted from 1, blank lines included. The stream then continues, even after a fault of the program.
"""

import json
import logging
from collections.abc import Callable, Collection, Iterable
from typing import Any, NoReturn, TextIO

from kibitz_server.games.ends.studies import going_on
from kibitz_server.games.game import BadOption, BadPosition, Game, Position
from kibitz_server.games.registry import UnknownGame, declarations, load, named_game
from kibitz_server.games.typed.meant import MOST_NAMED, joined, listed
from kibitz_server.games.typed.move_lists import IllegalEntry, played

_log = logging.getLogger(__name__)

Request = dict[str, Any]
Answer = dict[str, Any]
LONGEST = 600
"""Longest error sentence in characters, because a sentence may quote its line."""

POSITION_FIELDS = ("game", "options", "position", "moves")


class BadLine(ValueError):
    """Line that cannot be answered: a sentence for users, and a hint on what to change."""

    def __init__(self, sentence: str, hint: str | None) -> None:
        super().__init__(sentence)
        self.hint = hint


def answer_lines(
    lines: Iterable[str], output: TextIO, fields: Collection[str], answer: Callable[[Request], Answer]
) -> int:
    """Answer each line as soon as it is read. Return how many lines were answered with an error.

    Args:
        lines: The lines of the input.
        output: Receives the answers; flushed after each one.
        fields: The field names that a line may have.
        answer: Returns the answer to an object with such fields, or raises BadLine. Called once for each line.
    """
    errors = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            text = json.dumps(answer(_request(line, fields)))
        except BadLine as error:
            errors += 1
            text = json.dumps({"error": _cut(str(error)), "hint": error.hint, "line": number})
        except RecursionError:
            errors += 1
            hint = "nest fewer lists"
            text = json.dumps({"error": "the line is nested too deeply", "hint": hint, "line": number})
        except Exception as error:
            # A fault of ours, or of a game that the user added. The lines behind it can still be answered.
            errors += 1
            _log.exception("line %d could not be answered", number)
            sentence = _cut(f"this line met a fault in the program: {type(error).__name__}: {error}")
            text = json.dumps({"error": sentence, "hint": "report it with the line and the log", "line": number})
        output.write(f"{text}\n")
        output.flush()
    return errors


def _request(line: str, fields: Collection[str]) -> Request:
    example = '{"game": "tictactoe", "moves": ["b2", "a1"]}'
    try:
        request = json.loads(line, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        place = f"at character {error.pos + 1}"
        raise BadLine(f"this is not JSON: {error.msg} {place}", f"write one object per line: {example}") from None
    except ValueError as error:  # an integer of thousands of digits, or NaN or Infinity
        raise BadLine(f"this is not JSON: {error}", f"write one object per line: {example}") from None
    if not isinstance(request, dict):
        raise BadLine(f"a line must be an object, not {_kind(request)}", f"write one object per line: {example}")
    for name in request:
        if name not in fields:
            raise BadLine(f"there is no field {name[:40]!r}", f"the fields are {', '.join(fields)}")
    return request


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _kind(value: object) -> str:
    """Return the type of a JSON value, in words."""
    if value is None:
        return "null"
    kinds = {bool: "true or false", str: "a string", list: "a list", dict: "an object"}
    return kinds.get(type(value), "a number")


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}…"


def text_of(request: Request, name: str, default: str | None = None) -> str | None:
    """Return a field that is a string; the default when it is left out or null.

    Raises:
        BadLine: The field has another type.
    """
    value = request.get(name)
    if value is None:
        return default
    if not isinstance(value, str):
        raise BadLine(f"{name} must be a string, not {_kind(value)}", f'write it in quotes: "{name}": "..."')
    return value


def object_of(request: Request, name: str, example: str) -> dict[str, Any]:
    """Return a field that is an object; an empty one when it is left out or null.

    Raises:
        BadLine: The field has another type.
    """
    value = request.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadLine(f"{name} must be an object, not {_kind(value)}", f'write it like "{name}": {example}')
    return value


def whole(name: str, value: object, low: int, high: int) -> int:
    """Return an integer within bounds.

    Raises:
        BadLine: The value is not an integer, or is out of bounds.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadLine(f"{name} must be a whole number from {low} to {high}, not {json.dumps(value)}", "or leave it out")
    return value


def position_of(request: Request, *, study: bool = False) -> Position:
    """Return the position that a line describes: its game, from its position or the start, after its moves.

    For a study, the game goes on after a draw by repetition or by a number of moves.

    Raises:
        BadLine: The game, an option or the position is invalid, or a move is not legal.
    """
    game = game_of(request)
    position = start(game, text_of(request, "position"))

    def go_on(position: Position) -> Position:
        return going_on(position, game) if study else position

    position = go_on(position)
    try:
        steps = list(played(position, _moves(request.get("moves")), go_on))
    except IllegalEntry as error:
        at = error.at
        hint = at.instead_of(error.text, str(error)) if at.legal else "leave out the moves after the end"
        if at.chances:
            hint = f"add the chance event: {listed(chance.text for chance in at.chances)}"
        sentence = f"move {error.number}, {error.text!r}, is illegal at ply {error.number - 1}: {error}"
        raise BadLine(sentence, hint) from None
    return steps[-1][1] if steps else position


def notes_of(request: Request) -> Answer:
    """Return the field `notes` of an answer: sentences on what was left out of the position; empty without any.

    Raises:
        BadLine: The line does not describe a position.
    """
    position = text_of(request, "position")
    found = game_of(request).left_out(position) if position is not None else []
    return {"notes": found} if found else {}


def game_of(request: Request) -> Game:
    """Return the game of a line, with its options.

    Raises:
        BadLine: The game is missing or unknown, or an option is invalid.
    """
    name = text_of(request, "game")
    games = {declaration.name: declaration for declaration in declarations()}
    if name is None:
        raise BadLine("the line does not say which game", f"add a game: {joined(list(games), MOST_NAMED)}")
    try:
        name, options = named_game(name, object_of(request, "options", '{"columns": 5}'))
    except UnknownGame as error:
        raise BadLine(str(error), f"the games are {joined(list(games), MOST_NAMED)}; kibitz games lists them") from None
    try:
        return load(name, options)
    except BadOption as error:
        known = "; ".join(f"{option.name}: {option.range}" for option in games[name].options)
        raise BadLine(str(error), f"options of {name}: {known}" if known else "leave options out") from None


def start(game: Game, position: str | None) -> Position:
    """Return the first position of a game, or the one that a text describes.

    Raises:
        BadLine: The text does not describe a position of the game.
    """
    try:
        return game.start(position)
    except BadPosition as error:
        raise BadLine(str(error), f"the start is written {game.start().text!r}") from None


def _moves(given: object) -> list[str]:
    if given is None:
        return []
    if isinstance(given, str):
        # A move may have blanks in it, so a comma or semicolon anywhere is what separates the moves.
        marked = [text.strip() for text in given.replace(";", ",").split(",")] if set(given) & set(",;") else None
        return given.split() if marked is None else [text for text in marked if text]
    if not isinstance(given, list):
        raise BadLine(f"moves must be a list of moves, not {_kind(given)}", 'write them like "moves": ["b2", "a1"]')
    for move in given:
        if isinstance(move, bool) or not isinstance(move, str | int):
            raise BadLine(f"a move must be a string, not {_kind(move)}", 'write them like "moves": ["b2", "a1"]')
    return [str(move) for move in given]
