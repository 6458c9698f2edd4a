"""Commands of GTP that set up a game: size, komi, handicap, and games from files."""

from kibitz_protocol.formats.sgf import values
from kibitz_server.games.game import BadOption, BadPosition
from kibitz_server.programs.gtp.board import WHITE, fixed_places, free_places
from kibitz_server.programs.gtp.commands import NUMBER, SYNTAX, Arguments, GtpFailure
from kibitz_server.programs.gtp.engine import GtpState

INVALID_HANDICAP = "invalid handicap"
NOT_EMPTY = "board not empty"
BAD_VERTICES = "bad vertex list"


def boardsize(engine: GtpState, arguments: Arguments) -> str:
    """Set up an empty board of a size.

    Raises:
        GtpFailure: The game has no such size.
    """
    try:
        engine.board.resize(arguments.whole())
    except BadOption:
        raise GtpFailure("unacceptable size") from None
    engine.new_game()
    return ""


def clear_board(engine: GtpState, _arguments: Arguments) -> str:
    """Set up an empty board."""
    engine.board.clear()
    engine.new_game()
    return ""


def komi(engine: GtpState, arguments: Arguments) -> str:
    """Set the komi, which may be any number, or a text as files have it, such as `6,5` and `6.5 points`.

    Raises:
        GtpFailure: It has no number.
    """
    words = arguments.rest()
    if len(words) != 1 or not NUMBER.fullmatch(words[0]):
        found = values.komi(" ".join(words))
        if found is None:
            raise GtpFailure(SYNTAX)
        engine.board.komi = found
    else:
        engine.board.komi = Arguments(words).number()
    return ""


def fixed_handicap(engine: GtpState, arguments: Arguments) -> str:
    """Place handicap stones on the fixed places, and answer where.

    Raises:
        GtpFailure: The board has no places for so many, or stones are on it.
    """
    places = fixed_places(engine.board.size, arguments.whole())
    if places is None:
        raise GtpFailure(INVALID_HANDICAP)
    return _placed(engine, places)


def place_free_handicap(engine: GtpState, arguments: Arguments) -> str:
    """Place handicap stones where the engine chooses, and answer where.

    Raises:
        GtpFailure: The board has no room for so many, or stones are on it.
    """
    stones = arguments.whole()
    if not 2 <= stones < engine.board.size**2:
        raise GtpFailure(INVALID_HANDICAP)
    return _placed(engine, free_places(engine.board.size, stones))


def set_free_handicap(engine: GtpState, arguments: Arguments) -> str:
    """Place handicap stones where the runner says.

    Raises:
        GtpFailure: The vertices are not different points of the board, or stones are on it.
    """
    places = [arguments.vertex() for _ in range(len(arguments))]
    fits = 2 <= len(places) < engine.board.size**2 and len(set(places)) == len(places)
    if not fits or not all(map(engine.board.has, places)):
        raise GtpFailure(BAD_VERTICES)
    _placed(engine, places)
    return ""


def _placed(engine: GtpState, places: list[str]) -> str:
    """Set up handicap stones on an empty board, and return where they are."""
    if not engine.board.is_empty:
        raise GtpFailure(NOT_EMPTY)
    try:
        engine.board.set_up(places, (), WHITE)
    except BadPosition:
        raise GtpFailure(BAD_VERTICES) from None
    return " ".join(places)


COMMANDS = {
    "boardsize": boardsize,
    "clear_board": clear_board,
    "komi": komi,
    "fixed_handicap": fixed_handicap,
    "place_free_handicap": place_free_handicap,
    "set_free_handicap": set_free_handicap,
}
