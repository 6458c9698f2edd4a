"""A game of a PGN file as the record of a match, played again by the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kibitz_protocol.formats.comments import seconds
from kibitz_protocol.formats.dates import day_of
from kibitz_protocol.formats.games.chess_letters import ENGLISH, Alphabet
from kibitz_protocol.formats.moves import WrittenMove
from kibitz_protocol.formats.notes import Notes
from kibitz_protocol.formats.pgn.endings import told_end
from kibitz_protocol.formats.pgn.reader import CHESS, PgnGame, players_of
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.formats.time_control import time_control
from kibitz_server.core.values.opening import BadOpening, starting_position
from kibitz_server.games.ends.studies import longer
from kibitz_server.games.game import BadOption, BadPosition, Game
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.records.moves.chess import chess_part
from kibitz_server.records.moves.draughts import draughts_setting
from kibitz_server.records.moves.legal_part import LegalPart, legal_part
from kibitz_server.records.moves.times import MoveTimes
from kibitz_server.records.played import Ending, Heading, Setting, code_in, record_of, short

FORM = "PGN"
DAY_S = 86_400.0
STUDY = "study"
"""Option of a game that no draw by rule ends."""
USUAL = ("", "standard", "normal", "chess", "fromposition", "orthodox", "classical", "standardchess", "regular", "none")
CHESS960 = ("frc", "freestyle", "fischerandom")
"""Names of variants, by their small letters and digits."""
NO_POSITION = ("", "?", "-", "startpos")
ON_BOARD = ("checkmate", "stalemate")
"""Ends that the board shows."""
UNKNOWN_ENDS = ("", "normal", "unterminated", "?")


def record_lines(found: PgnGame, *, pdn: bool = False) -> Iterator[str]:
    """Yield the lines of a record: a header, the snapshot of the match, and its events.

    Args:
        found: The game.
        pdn: Whether the name of the file ends as those of draughts do.

    Raises:
        BadGame: The game is not known here, it cannot begin as the file says, or not even its first move is legal.
    """
    setting = setting_of(found, pdn=pdn)
    setting, part = _played(found, setting)
    if part.stopped is not None and not part.moves:
        refusal = str(part.refusal())
        raise BadGame(short("; ".join([refusal, *found.notes])))
    for note in (*part.guesses, part.note()):
        if note:
            found.notes.add(note)
    tags = found.tags
    players = tuple(
        (tags.get(name, "?"), tags.get(f"{name}Type", "").lower() == "program")
        for name in setting.game.declaration.seats
    )
    heading = Heading(FORM, players, _date(found), code_in(tags.get("Site", "")))
    ending = _ending(found, setting, part)
    yield from record_of(heading, setting, part.moves, _clocks(found, setting, part), ending, found.notes)


def _played(found: PgnGame, setting: Setting) -> tuple[Setting, LegalPart]:
    """Return the legal moves, and the setting by whose rules they were played.

    A draw may be claimed at the board, and rules have changed, so players may have gone on after it.
    """
    part, language = _part(found, setting)
    drawn = ""
    for game in longer(setting.game):
        outcome = part.position.outcome
        # A match cannot begin when it is over.
        if outcome is None or outcome.winner is not None or (part.moves and not part.over):
            break
        drawn = outcome.reason
        later = replace(setting, game=game)
        further, its = _part(found, later)
        if len(further.moves) > len(part.moves) or further.position.outcome is None:
            setting, part, language = later, further, its
    if setting.game.options.get(STUDY):
        found.notes.add(
            f"the moves go on after a draw by the rules of today ({drawn}), so only mate ends the game here"
        )
    if language is not ENGLISH:
        found.notes.add(f"the letters of the pieces are {language.languages}: {language.letters[:-2]}")
    return setting, part


def _part(found: PgnGame, setting: Setting) -> tuple[LegalPart, Alphabet]:
    try:
        position = starting_position(setting.game, setting.start, setting.opening)
    except BadOpening as error:
        raise BadGame(short(str(error))) from None
    if setting.game.name == CHESS:
        return chess_part(position, found.moves)
    return legal_part(position, found.moves), ENGLISH


def setting_of(found: PgnGame, *, pdn: bool = False) -> Setting:
    """Return what the tags say.

    Raises:
        BadGame: There is no such game, it has chance, or an option or the first position is not valid.
    """
    tags = found.tags
    try:
        setting = _own(tags) if "Game" in tags else draughts_setting(found, pdn=pdn) or _standard(tags, found.notes)
        for sentence in setting.game.left_out(setting.start) if setting.start is not None else ():
            found.notes.add(f"the tag FEN: {sentence}")
        setting = replace(setting, start=setting.game.written(setting.start))
    except (UnknownGame, BadOption, BadPosition) as error:
        raise BadGame(short(str(error))) from None
    if setting.game.declaration.chance:
        raise BadGame(f"PGN has no chance events, such as rolls of dice, so {setting.game.name} cannot be read from it")
    return setting


def _own(tags: dict[str, str]) -> Setting:
    """Return the setting of a game that Kibitz has written, in its own form."""
    declared = load(tags["Game"]).declaration
    options = {option.name: tags[option.name.capitalize()] for option in declared.options if _given(option.name, tags)}
    return Setting(load(tags["Game"], options), tags.get("Start"), tuple(tags.get("Opening", "").split()))


def _given(option: str, tags: dict[str, str]) -> bool:
    return option.capitalize() in tags


def _standard(tags: dict[str, str], notes: Notes) -> Setting:
    told = tags.get("FEN", "").strip()
    start = None if told.lower() in NO_POSITION else told
    named = tags.get("Variant", "")
    variant = "".join(filter(str.isalnum, named.lower()))
    # Each array but the usual one reads the castling rights of every first row.
    shuffled = load(CHESS, {"array": 0})
    if "960" in variant or variant.startswith(("fischerr", "fischera")) or variant in CHESS960:
        if start is None:
            notes.add("Chess960 needs its first position in the tag FEN; without it, the usual one is taken")
            return Setting(load(CHESS), None)
        return Setting(shuffled, start)
    if variant not in USUAL:
        raise BadGame(f"the variant {named[:40]!r} is not known here; chess and Chess960 are")
    if start is not None and _start_fault(load(CHESS), start) is not None and _start_fault(shuffled, start) is None:
        notes.add("the tag FEN has castling rights of Chess960, so the game is read as Chess960")
        return Setting(shuffled, start)
    if start is not None and (fault := _start_fault(load(CHESS), start)) is not None:
        notes.add(f"the tag FEN is left out, so the game begins as usual: {fault}")
        start = None
    return Setting(load(CHESS), start)


def _start_fault(game: Game, start: str) -> str | None:
    """Return why a game cannot begin from a position; None if it can."""
    try:
        game.start(start)
    except BadPosition as error:
        return str(error)
    return None


def _ending(found: PgnGame, setting: Setting, part: LegalPart) -> Ending:
    """Return what the file says of the end. Where the rules end the game otherwise, a note says so."""
    seats = {"1-0": setting.first, "0-1": 1 - setting.first, "1/2-1/2": None}
    finished, winner = found.result in seats, seats.get(found.result)
    tag = found.tags.get("Termination", "").strip()
    names = setting.game.declaration.seats
    reasons = [] if tag.lower() in UNKNOWN_ENDS else [tag]
    for told, place in ((told_end(tag, players_of(found.tags)), 0), (found.end, len(reasons))):
        if told is None or told.winner not in ("", "draw", *names):
            continue
        its = names.index(told.winner) if told.winner in names else None
        if not finished and told.reason in ON_BOARD:
            continue
        if told.winner and not finished:
            found.notes.add(f"the file has no result, but says {told.text!r}, which counts")
        if told.winner and (not finished or found.in_words):
            finished, winner = True, its
        if told.reason and finished and (not told.winner or its == winner):
            reasons.insert(place, told.reason)
    reason = next(iter(reasons), "")
    outcome = part.position.outcome
    if finished and outcome is not None and winner != outcome.winner:
        found.notes.add(f"the file has the result {found.result}, but the game ended by {outcome.reason}")
    return Ending(finished=finished, winner=winner, reason=reason)


def _clocks(found: PgnGame, setting: Setting, part: LegalPart) -> MoveTimes:
    told = found.tags.get("TimeControl", "")
    control = time_control(told)
    if control is None:
        found.notes.add(f"the tag TimeControl is left out, as {told[:40]!r} is not understood")
    _take_clocks(setting, part.moves)
    return MoveTimes(control, part.moves)


def _take_clocks(setting: Setting, moves: Sequence[WrittenMove]) -> None:
    """Give moves the clocks of their sides, where comments have those of both."""
    if not any(move.clocks_s for move in moves):
        return
    names = setting.game.declaration.seats
    first = starting_position(setting.game, setting.start, setting.opening).to_move or 0
    for ply, move in enumerate(moves):
        letter = names[(first + ply) % len(names)][:1]
        after = moves[ply + 1].clocks_s if ply + 1 < len(moves) else {}
        if move.clock_s is None:
            # The next comment has this clock too, which has not run since.
            move.clock_s = move.clocks_s.get(letter, after.get(letter))


def _date(found: PgnGame) -> float:
    """Return the date of a game in seconds since 1970; 0 if it is not known."""
    tags = found.tags
    told = tags.get("UTCDate") or tags.get("Date") or ""
    day_s = day_of(told)
    if day_s is None:
        found.notes.add(f"the date {told[:40]!r} is left out, as it is not one such as 2026.11.29")
    time_s = seconds(tags.get("UTCTime", "")) or 0.0
    return day_s + (time_s if time_s < DAY_S else 0.0) if day_s else 0.0
