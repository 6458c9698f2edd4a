"""Events of a match as lines of text, and answers to the player's questions about a match. No I/O."""

from collections.abc import Callable
from typing import Any

from kibitz_client.match.fairness import fairness_text, seed_fits, waits_for_texts
from kibitz_client.match.moves.line import in_order
from kibitz_client.match.moves.numbering import pair_texts
from kibitz_client.match.settling import dead_text, points_text
from kibitz_client.match.state import MatchState, opening_name
from kibitz_client.match.table.parts import ended_hand
from kibitz_client.match.table.unseen import secrets_of
from kibitz_client.text.clock import settle_text
from kibitz_client.text.formatting import invitation_text, series_result, uncounted_text
from kibitz_client.text.match_view import (
    chance_line,
    legal_lines,
    match_board,
    move_line,
    played_line,
    player_lines,
    result_line,
    thinking_lines,
    title_line,
)
from kibitz_client.text.style import Style
from kibitz_protocol.to_client import (
    Aborted,
    Agreed,
    ChanceDecided,
    Declined,
    Event,
    Finished,
    Invitation,
    Left,
    Moved,
    Next,
    Notice,
    Offered,
    PaceSet,
    Paused,
    Presence,
    RematchDropped,
    Rematched,
    Resumed,
    Said,
    Seated,
    SeedKept,
    SeedRevealed,
    Settled,
    Started,
    TakenBack,
    WentBerserk,
    Withdrawn,
)
from kibitz_protocol.values.boards import Table
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.matches import OfferKind, SeriesView
from kibitz_protocol.values.seats import Away, player_text, seat_text

Query = Callable[[MatchState, Style, int], list[str]]
"""Return lines for a state, a style, and the milliseconds since the position arrived."""

READY = "all seats are taken; type start"
NEXT_GAME = "the next game begins in a moment"
HELP = """a move, as the game writes it (see: legal), or one of
  board       show the board; board off stops showing it before each move, board on starts again
  legal       show the legal moves, marked on the board with *
  last        show the last move
  moves       show the moves so far
  clock       show the time left
  fairness    show how the chance events of the match are made and checked
  think       show what the engines think
  hint        ask an engine for a move
  chat TEXT   send a line of chat; mute NAME hides a player's chat, unmute NAME shows it
  start       start the match, if you host it
  berserk     in an arena, before your first move: give up half of your time
              and your increment, and get one more point for a win
  resign      give up; before the start, leave
  draw        offer a draw; takeback, pause, resume, adjourn and abort ask the
              other side likewise, and so does rematch after the match;
              until the match has begun, abort ends it at once
  settle D4   after two passes: propose which stones are dead, one of each chain;
              settle nothing proposes to count the board as it stands, and
              resume plays on; without an agreement all stones count
  accept      accept the other side's offer; decline rejects it
  withdraw    withdraw your own offer
  claim       win the match if your opponent stays disconnected; claim draw ends it as a draw
  quit        leave without giving up
A name that is shown with @ belongs to an account; other players are guests."""

OFFERED: dict[OfferKind, str] = {
    "draw": "a draw",
    "takeback": "to take back the last move",
    "pause": "a pause",
    "resume": "to continue",
    "adjourn": "to adjourn for another day",
    "abort": "to abort the match",
    "rematch": "a rematch",
    "settle": "to settle",
}
"""Each offer, after `asks`, `asks for` or `offers`."""
ANSWERED: dict[OfferKind, str] = {
    "draw": "the draw",
    "takeback": "the takeback",
    "pause": "the pause",
    "resume": "to continue",
    "adjourn": "to adjourn",
    "abort": "to abort",
    "rematch": "the rematch",
    "settle": "to settle",
}
"""Each offer, after `agrees`, `declines` or `no longer offers`."""


def introduction(state: MatchState, style: Style, *, board: bool = True) -> list[str]:
    """Return the first view of a match for a participant. It has no board if a prompt with the board follows.

    Args:
        board: Whether to show boards at all.
    """
    lines = [title_line(state), *player_lines(state, style)]
    if state.repeatable:
        lines.append("this server repeats its chance events, as for tests; type fairness")
    if state.phase == "open":
        later = state.series is not None and state.series.number > 1
        if state.empty_seats:
            return [*lines, f"waiting for {state.empty_seats} more to join"]
        # While clients give their seeds, the match is about to start by itself.
        return [*lines, *([NEXT_GAME] if later else [] if waits_for_texts(state) else [READY])]
    if board and not state.your_turn:
        lines += ["", *match_board(state, style), *[""] * state.over]
    return [*lines, result_line(state)] if state.over else [*lines, *pending_lines(state)]


def message_lines(message: Any, state: MatchState, before: MatchState | None) -> list[str]:
    """Return the lines for a message, without boards.

    Args:
        state: The state after the message.
        before: The state before it.
    """
    match message:
        case Presence():
            return presence_lines(before.away if before else (), state)
        case Said(name=name, text=text):
            return [f"{name}: {text}"]
        case Notice(text=text):
            return [f"server: {text}"]
        case Invitation():
            return [invitation_text(message)]
        case Next(why="series", next=None, series=SeriesView() as series):
            return [f"the series is over: {series_result(series, state.seats)}"]
        case Next(why="tv", next=None):
            return ["no match is on; waiting for the next one"]
        case Event(event=Seated(seat=view)):
            return [f"{player_text(view)} takes the seat {seat_text(state.game.seats, view.seat)}"]
        case Event(event=Left(seat=seat)):
            return [f"the seat {seat_text(state.game.seats, seat)} is empty again"]
        case Event(event=Started()):
            return ["the match starts", *([uncounted_text(state.uncounted)] if state.uncounted else [])]
        case Event(event=WentBerserk(seat=seat)):
            return [f"{_player(state, seat)} goes berserk: half of the time, no increment"]
        case Event(event=Moved(move=move)):
            return [move_line(state, move), *hand_lines(state, before)]
        case Event(event=ChanceDecided(chance=chance)):
            return [chance_line(chance), *hand_lines(state, before)]
        case Event(event=SeedRevealed()):
            # A seed that fits is shown by the command fairness alone.
            return [fairness_text(state)] if seed_fits(state) is False else []
        case Event(event=SeedKept()):
            return [fairness_text(state)]
        case Event(event=fact) if (lines := offer_lines(fact, state)) is not None:
            return lines
        case Event(event=Finished() | Aborted()):
            return [result_line(state)]
    return []


def replay_hint(state: MatchState) -> list[str]:
    """Return the command that shows the cards of a match whose seed is revealed; no line if it hid nothing."""
    return [f"see all cards: kibitz replay {state.code}"] if state.game.hidden else []


def hand_lines(state: MatchState, before: MatchState | None) -> list[str]:
    """Return how a hand of cards has ended since the state before; no line where none has, or in other games."""
    if before is None or not isinstance(state.board, Table):
        return []
    ended = ended_hand(before.position, state.position, state.game.seats)
    return [ended] if ended else []


def presence_lines(before: tuple[Away, ...], state: MatchState) -> list[str]:
    """Return the changes in which players are disconnected, without the client's own player.

    Args:
        before: The players that were disconnected before.
    """
    was, now = {away.seat: away for away in before}, {away.seat: away for away in state.away}
    lines = [f"{_player(state, seat)} is back" for seat in was if seat not in now and seat != state.you]
    for seat, away in now.items():
        if seat == state.you:
            continue
        if seat not in was:
            lines.append(f"{_player(state, seat)} is disconnected{_claim_text(state, away)}")
        elif away.claim_ms == 0 and was[seat].claim_ms != 0:
            lines.append(f"{_player(state, seat)} has not come back{_claim_text(state, away)}")
    return lines


def offer_lines(fact: Any, state: MatchState) -> list[str] | None:
    """Return the lines for a fact about an offer, pause, takeback or rematch; None for any other fact."""
    match fact:
        case Offered(seat=seat, offer="settle", dead=dead, points=points):
            answer = "  (type accept, settle with other stones, or resume to play on once)"
            told = f"{_player(state, seat)} holds {dead_text(state, dead)} to be dead: {points_text(state, points)}"
            return [told + (answer if state.you is not None and state.you != seat else "")]
        case Settled(dead=dead):
            return [f"both sides agree: {len(dead)} dead stone{'s' * (len(dead) != 1)} taken off the board"]
        case Offered(seat=seat, offer=offer):
            verb = "offers" if offer in ("draw", "rematch") else "asks for" if offer == "pause" else "asks"
            answer = "  (type accept or decline)" if state.you is not None and state.you != seat else ""
            return [f"{_player(state, seat)} {verb} {OFFERED[offer]}{answer}"]
        case Agreed(by=by, offer=offer):
            to = "" if ANSWERED[offer].startswith("to ") else "to "
            return [f"{_player(state, by)} agrees {to}{ANSWERED[offer]}"]
        case Declined(by=by, offer=offer):
            if offer == "settle":
                return [f"{_player(state, by)} does not agree to settle so"]
            refuses = "does not want" if ANSWERED[offer].startswith("to ") else "declines"
            return [f"{_player(state, by)} {refuses} {ANSWERED[offer]}"]
        case Withdrawn(seat=seat, offer=offer):
            return [f"{_player(state, seat)} no longer offers {ANSWERED[offer]}"]
        case TakenBack(seat=seat, plies=plies):
            moves = "the last move is" if plies == 1 else f"the last {plies} moves are"
            return [f"{moves} taken back; {_player(state, seat)} moves again"]
        case Paused(adjourned=adjourned):
            return [_adjourned_line(state) if adjourned else paused_line(state, settle_text(state, 0))]
        case Resumed():
            return ["the match goes on"]
        case PaceSet(pace_s=pace_s, step=False):
            return [pace_line(pace_s)]
        case PaceSet():
            return []
        case Rematched(code=code):
            return [f"the rematch is match {code}"]
        case RematchDropped(reason=reason):
            return [f"there is no rematch: {reason}"]
    return None


def pace_line(pace_s: float | None) -> str:
    """Return the pace of a match between engines as a sentence."""
    return f"the engines take {pace_s:g} s or more for a move" if pace_s else "the engines move as fast as they can"


def pending_lines(state: MatchState) -> list[str]:
    """Return that a match is paused, and its open offers."""
    lines = [_adjourned_line(state) if state.adjourned else paused_line(state)] if state.phase == "paused" else []
    facts = [Offered.model_validate({"kind": "offered", **view.model_dump()}) for view in state.offers]
    offered = [offer_lines(fact, state) or [] for fact in facts]
    return [*lines, *(line for one in offered for line in one)]


def _claim_text(state: MatchState, away: Away) -> str:
    if away.claim_ms is None or state.you is None:
        return ""
    if away.claim_ms == 0:
        return ": type claim to win the match, or claim draw"
    return f"; in {-(-away.claim_ms // 1000)} s you can claim the match"


def paused_line(state: MatchState, left: str = "") -> str:
    """Return that a match is paused, and how a player ends that. `left` is the time for it, in a printed line."""
    if state.settling:
        how = "type settle and a stone of each dead chain, settle nothing, or resume to play on once" * state.plays
        return "; ".join(filter(None, ("both sides have passed", left, how)))
    return "the match is paused" + ("; type resume to continue" if state.plays else "")


def _adjourned_line(state: MatchState) -> str:
    if not state.plays:
        return "the match is adjourned"
    return "the match is adjourned; type resume to continue, or quit and come back another day"


def _player(state: MatchState, seat: Seat) -> str:
    view = next((view for view in state.seats if view.seat == seat), None)
    name = seat_text(state.game.seats, seat)
    return f"{name} {player_text(view)}" if view is not None else name


def _help(_state: MatchState, _style: Style, _elapsed_ms: int) -> list[str]:
    return HELP.splitlines()


def _board(state: MatchState, style: Style, _elapsed_ms: int) -> list[str]:
    return match_board(state, style)


def _legal(state: MatchState, style: Style, _elapsed_ms: int) -> list[str]:
    return [*match_board(state, style, targets=True), *legal_lines(state, style.width)]


def _last(state: MatchState, _style: Style, _elapsed_ms: int) -> list[str]:
    chances = [chance_line(chance) for chance in state.chance_events if chance.ply == len(state.moves)]
    return [*(move_line(state, move) for move in state.moves[-1:]), *chances] or ["no move was played yet"]


def _think(state: MatchState, style: Style, _elapsed_ms: int) -> list[str]:
    if all(view.kind != "engine" for view in state.seats):
        return ["no engine plays in this match; type hint for a move that an engine suggests"]
    if state.seed_kept:
        return [fairness_text(state)]
    if state.game.hidden and not state.over:
        return ["what the engines think would show their cards; it is shown once all cards are"]
    if not state.searches:
        return ["no engine has searched yet" if state.show_thinking else "this match does not show searches"]
    return thinking_lines(state, style)


def _moves(state: MatchState, _style: Style, _elapsed_ms: int) -> list[str]:
    if state.game.pairs:
        due = [chance_line(chance) for chance in state.chance_events if chance.ply == len(state.moves)]
        found = [*filter(None, [opening_name(state)]), *pair_texts(state), *due]
    else:
        found = [played_line(state, each) for each in in_order(state.moves, state.chance_events)]
    return found or ["no move was played yet"]


def fairness_lines(state: MatchState) -> list[str]:
    """Return what the chance events of a match follow from, and whether the revealed seed fits its hash."""
    if state.server_seed_hash is None:
        return ["this game has no chance events"]
    lines = [
        "each chance event follows from the server seed and from a client seed of each player",
        f"SHA-256 of the server seed, sent before the start: {state.server_seed_hash}",
        *(
            f"client seed of {_player(state, seat)}: {text}"
            for seat, text in enumerate(state.client_seeds)
            if text is not None
        ),
    ]
    if state.repeatable:
        lines.append("this server was started to repeat its chance events, as for tests: they could be foreseen")
    if state.server_seed is not None:
        lines.append(f"the server seed: {state.server_seed}")
    return [*lines, fairness_text(state)]


def _fairness(state: MatchState, _style: Style, _elapsed_ms: int) -> list[str]:
    # Line mode lists the chance events of a revealed seed among the moves.
    lines = [*filter(None, [secrets_of(state.game)]), *fairness_lines(state)]
    if state.server_seed is None:
        return lines
    dealt = ["see each card that was dealt: type moves"] if state.game.hidden else []
    return [*lines, *dealt, f"compute each chance event again: kibitz fairness {state.code}, or its record"]


def _clock(state: MatchState, style: Style, elapsed_ms: int) -> list[str]:
    if state.clock is None and not state.settling:
        return ["this match is played without a clock"]
    return player_lines(state, style, elapsed_ms)


QUERIES: dict[str, Query] = {
    "help": _help,
    "?": _help,
    "board": _board,
    "legal": _legal,
    "last": _last,
    "moves": _moves,
    "think": _think,
    "clock": _clock,
    "fairness": _fairness,
}
"""The words that the state of a match answers."""
