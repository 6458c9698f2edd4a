"""Commands of GTP that play, and that run the clocks."""

from kibitz_server.engine.driver import SearchResult
from kibitz_server.programs.gtp.clocks import GtpClocks, GtpTimeControl, GtpTimeLeft, control_of
from kibitz_server.programs.gtp.commands import SYNTAX, Arguments, GtpFailure
from kibitz_server.programs.gtp.engine import GtpState

RESIGN = "resign"


def play(engine: GtpState, arguments: Arguments) -> str:
    """Play a move of either side."""
    engine.board.play(arguments.colour(), arguments.vertex())
    return ""


def play_sequence(engine: GtpState, arguments: Arguments) -> str:
    """Play several moves; on an illegal one, none."""
    played = 0
    try:
        while len(arguments):
            play(engine, arguments)
            played += 1
    except GtpFailure:
        engine.board.undo(played)
        raise
    return ""


def genmove(engine: GtpState, arguments: Arguments) -> str:
    """Find a move for a side, play it, and answer it."""
    seat = arguments.colour()
    return play_found(engine, seat, engine.move(seat))


def play_found(engine: GtpState, seat: int, report: SearchResult) -> str:
    """Play the move that a search has found, and return it; or `resign`, if the seat gives up."""
    if engine.resigns(seat, report):
        return RESIGN
    engine.board.play(seat, report.move)
    return report.move


def reg_genmove(engine: GtpState, arguments: Arguments) -> str:
    """Find a move for a side without playing it; no clock runs."""
    position = engine.board.before_move(arguments.colour())
    return engine.search(position, engine.settings.limit(None)).move


def undo(engine: GtpState, _arguments: Arguments) -> str:
    """Take the last move back."""
    engine.board.undo()
    return ""


def undo_several(engine: GtpState, arguments: Arguments) -> str:
    """Take some moves back; without a number one.

    Raises:
        GtpFailure: There are not that many moves.
    """
    count = arguments.whole() if len(arguments) else 1
    if count < 0:
        raise GtpFailure("cannot undo")
    engine.board.undo(count)
    return ""


def time_settings(engine: GtpState, arguments: Arguments) -> str:
    """Set absolute time or Canadian byo-yomi: main time, period, and stones of a period.

    Raises:
        GtpFailure: The arguments are not times.
    """
    main_s, period_s, stones = arguments.number(), arguments.number(), arguments.whole()
    if min(main_s, period_s, stones) < 0:
        raise GtpFailure(SYNTAX)
    engine.clocks = GtpClocks(control_of(main_s, period_s, stones))
    return ""


def kgs_time_settings(engine: GtpState, arguments: Arguments) -> str:
    """Set a time control by its name: `none`, `absolute`, `canadian`, or `byoyomi`, which starts again each move.

    Raises:
        GtpFailure: There is no such control, or the arguments are not times.
    """
    kind = arguments.word().lower()
    numbers = {"none": 0, "absolute": 1, "canadian": 3, "byoyomi": 3}
    if kind not in numbers:
        raise GtpFailure(SYNTAX)
    given = [arguments.number() for _ in range(numbers[kind])]
    if min(given, default=0.0) < 0:
        raise GtpFailure(SYNTAX)
    match given:
        case [main_s, period_s, count] if count >= 1 and period_s > 0:
            control = GtpTimeControl("japanese" if kind == "byoyomi" else "canadian", main_s, period_s, int(count))
        case [main_s, *rest] if not any(rest):
            control = GtpTimeControl("absolute", main_s)
        case []:
            control = GtpTimeControl()
        case _:
            raise GtpFailure(SYNTAX)
    engine.clocks = GtpClocks(control)
    return ""


def time_left(engine: GtpState, arguments: Arguments) -> str:
    """Set the clock of a side: seconds, and the stones or periods that are left, 0 in the main time.

    Raises:
        GtpFailure: The arguments are not a time.
    """
    seat, seconds, stones = arguments.colour(), arguments.number(), arguments.whole()
    if stones < 0:
        raise GtpFailure(SYNTAX)
    engine.clocks.set_left(seat, GtpTimeLeft(seconds, stones))
    return ""


COMMANDS = {
    "play": play,
    "genmove": genmove,
    "reg_genmove": reg_genmove,
    # All stones on the board count, so the engine captures before it passes, and needs no other way to clean up.
    "kgs-genmove_cleanup": genmove,
    "undo": undo,
    "gg-undo": undo_several,
    "gogui-play_sequence": play_sequence,
    "time_settings": time_settings,
    "time_left": time_left,
    "kgs-time_settings": kgs_time_settings,
}
