"""Games that a server offers, and their options."""

from typing import Annotated

from pydantic import Field, StringConstraints

from kibitz_protocol.game_names import ANY as ANY
from kibitz_protocol.validation.bounds import MAX_SEATS, IntegerOrNumber, LongText, ShortText
from kibitz_protocol.values.base import ServerModel

GameName = Annotated[str, StringConstraints(min_length=1, max_length=32)]
OptionValue = IntegerOrNumber | bool | ShortText
GameOptions = Annotated[dict[str, OptionValue], Field(max_length=16)]
GivenOptions = Annotated[dict[ShortText, OptionValue], Field(max_length=100)]
"""The options of a match, as its server sends them."""


class OtherDefault(ServerModel):
    """The default of an option while another option is not at its own default."""

    option: ShortText = Field(description="name of the other option")
    default: OptionValue


class OptionInfo(ServerModel):
    """An option of a game."""

    name: ShortText
    default: OptionValue
    range: ShortText
    meaning: LongText
    any: bool = Field(
        default=False,
        description="whether a new match may have the value any: the server then chooses the number at random",
    )
    offered: bool = Field(
        default=True,
        description="whether forms for a new match offer it; files and analysis boards may need others",
    )
    otherwise: OtherDefault | None = Field(
        default=None,
        description="the default instead while another option is not at its own default, such as the komi of a game"
        " with handicap",
    )
    title: ShortText = Field(default="", description="its name as people read it; empty in snapshots")
    translations: dict[ShortText, ShortText] = Field(
        default={}, max_length=20, description="that name by language, such as de; empty in snapshots"
    )


class GameInfo(ServerModel):
    """A game that the server offers."""

    name: ShortText
    title: ShortText
    summary: LongText
    move_help: LongText
    seats: list[ShortText] = Field(max_length=MAX_SEATS)
    options: list[OptionInfo] = Field(max_length=100)
    guide: LongText = Field(
        default="",
        description="the rules and the notation for a player who does not know the game, one paragraph a line;"
        " empty in snapshots",
    )
    aliases: dict[ShortText, GivenOptions] = Field(
        default={},
        max_length=100,
        description="other names of the game, such as checkers, each with the options that it stands for, mostly none;"
        " empty in snapshots",
    )
    notation: ShortText | None = Field(
        default=None,
        description="a notation of moves that other programs know: uci (moves such as e2e4, positions as FEN) or gtp"
        " (moves such as D4 and pass); null where the game has a notation of its own",
    )
    pairs: bool = Field(
        default=False,
        description="whether game scores number the moves in pairs, one of each side, as in `3. Nf3 c6`; otherwise each"
        " move has a number",
    )
    chance: bool = Field(
        default=False, description="whether the game has chance events, such as rolls of dice, between the moves"
    )
    sides: bool = Field(
        default=False,
        description="whether chance or an option decides which seat moves first: players then choose a side, not the"
        " first move",
    )
    hidden: bool = Field(
        default=False,
        description="whether a player sees only a part of the position, such as the own cards: each seat and the"
        " spectators then get states and chance events of their own",
    )
    draw_offers_stand: bool = Field(
        default=False,
        description="whether a draw offer stays open after an own move, until the other side answers or moves, as in"
        " chess; in other games each move ends it",
    )


def option_text(value: OptionValue) -> str:
    """Return the value of an option as it is typed: `true`, `7`, `6.5`."""
    return str(value).lower() if isinstance(value, bool) else str(value)
