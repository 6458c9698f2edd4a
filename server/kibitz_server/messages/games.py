"""Conversion of games, boards and clocks to protocol data."""

from dataclasses import asdict, fields
from functools import lru_cache

from kibitz_server.core.values.clock import TimeControl
from kibitz_server.games.board import Board, Picture
from kibitz_server.games.game import Declaration
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data


def clock_data(control: TimeControl | None) -> Data | None:
    """Return a `Clock`. Core and protocol use the same field names."""
    return asdict(control) if control else None


def game_data(game: Declaration) -> Data:
    """Return a `GameInfo` without the guide and the aliases, as snapshots have it."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "move_help": game.move_help,
        "seats": list(game.seats),
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "range": option.range,
                "meaning": option.meaning,
                "any": option.any,
                "offered": option.offered,
                "otherwise": None
                if option.otherwise is None
                else {"option": option.otherwise[0], "default": option.otherwise[1]},
                "title": "",
                "translations": {},
            }
            for option in game.options
        ],
        "guide": "",
        "aliases": {},
        "notation": game.notation or None,
        "pairs": game.pairs,
        "chance": game.chance,
        "sides": game.chance or game.sides,
        "hidden": game.hidden,
        "draw_offers_stand": game.draw_offers_stand,
    }


def listed_game_data(game: Declaration) -> Data:
    """Return a whole `GameInfo`. Only the list of games has it, because snapshots are sent too often."""
    paragraphs = (" ".join(paragraph.split()) for paragraph in game.guide.split("\n\n"))
    aliases = {name: dict(options) for name, options in game.aliases.items()}
    guide = "\n".join(paragraph for paragraph in paragraphs if paragraph)
    data = game_data(game)
    for told, option in zip(data["options"], game.options, strict=True):
        told["title"] = option.title
        told["translations"] = {"de": option.german} if option.german else {}
    return {**data, "guide": guide, "aliases": aliases}


@lru_cache(maxsize=1)
def encoded_games(declared: tuple[Declaration, ...]) -> bytes:
    """Return an encoded `Games` result. It is the same for all clients, so it is encoded once."""
    return encode({"kind": "games", "games": [listed_game_data(game) for game in declared]})


def trays_data(picture: Picture) -> list[Data]:
    """Return the trays of a `State`. Most games have none."""
    return [
        {"name": tray.name, "owner": tray.owner, "faces": list(tray.faces), "said": tray.said} for tray in picture.trays
    ]


def board_data(board: Board) -> Data:
    """Return a `Board` of any shape. Rules and protocol use the same field names."""
    values: Data = {field.name: getattr(board, field.name) for field in fields(board)}
    return {"shape": board.shape} | values | {"faces": {key: face._asdict() for key, face in board.faces.items()}}
