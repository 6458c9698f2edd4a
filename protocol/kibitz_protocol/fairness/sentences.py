"""The check of the chance events of a match in sentences: what was checked, what differs, and what cannot be checked.

The page says the same in each of its languages: `kibitz_client/web/records/fairness_dialog.js`.
"""

from kibitz_protocol.fairness.check import FairnessResult, Fault
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.seats import seat_text

SAME_HASH = "the hash of the seed is the one that you received before the first move"
NO_HASH = "you received no hash before the first move here, so only the players can tell whether the seed is that old"
REPEATABLE = "this server was started with a known seed: it repeats its dice and cards, whatever the players send"
SECRET = "hidden cards stay hidden after this end"
FAULTS = {
    "hash": "the revealed server seed does not have the hash of before the first move",
    "received": "the hash of the server seed is not the one that you received before the first move",
    "client_seed": "your client seed {expected} is not among those of the match: {recorded}",
    "late_seed": "a client seed was exchanged after the first chance event",
    "outcome": "{event} is {recorded}, and the seeds give {expected}",
    "outcomes": "{event} was decided among outcomes, or by weights, that the rules of the game do not have",
    "number": "{event} has the number {recorded}",
    "ply": "{event} is not in its place: {expected} moves were played before it",
    "missing": "{event} is missing",
    "extra": "{event} was not due",
    "changed": "{event} is {recorded} in a later message, and was {expected} before",
}
NOT_IN_AN_EVENT = "a later message has another hash or other client seeds: {recorded}, and before {expected}"
ALL_SEEDS = {1: "the client seed", 2: "both client seeds"}


def is_fair(result: FairnessResult) -> bool | None:
    """Return whether the chance events are fair, as far as this can be said; None if they were not checked."""
    return {"fair": True, "no_chance": True, "differs": False}.get(result.status)


def fairness_sentences(result: FairnessResult, game: GameInfo) -> list[str]:
    """Return the result of a check: one sentence, and others about what it does not prove."""
    match result.status:
        case "fair":
            return [_fair(result, game), *_remarks(result, game)]
        case "differs":
            assert result.fault is not None
            return [fault_text(result.fault)]
        case "no_chance":
            return [f"nothing is left to chance in {game.title}"]
        case "running":
            return ["the match is not over: the server seed is secret until the end"]
        case "secret":
            these = _events(result.unchecked)
            return [f"{SECRET} ({result.reason}), so the server seed is secret and {these} cannot be checked"]
        case "no_seed":
            return [f"there is no server seed, so {_events(result.unchecked)} cannot be checked"]
        case "incomplete":
            these = _events(result.unchecked)
            return [f"the positions before {these} are not all in this record, so they cannot be computed again"]


def fault_text(fault: Fault) -> str:
    """Return a difference as a sentence: `chance event 3, before move 4, is 66, and the seeds give 21`."""
    event = f"chance event {fault.number}, before move {fault.ply + 1},"
    text = FAULTS[fault.kind] if fault.number or fault.kind != "changed" else NOT_IN_AN_EVENT
    known = {"recorded": fault.recorded or "nothing", "expected": fault.expected or "nothing"}
    return text.format(event=event, **known)


def _fair(result: FairnessResult, game: GameInfo) -> str:
    verb = "follows" if result.checked == 1 else "follow"
    follow = f"{_events(result.checked)} {verb} from {_sources(result, game)}"
    hash_text = SAME_HASH if result.received else NO_HASH
    own = ", and one client seed is yours" if result.own_seed and not result.repeatable else ""
    return f"{follow}; {hash_text}{own}"


def _sources(result: FairnessResult, game: GameInfo) -> str:
    """Return what the chance events follow from: `the server seed and both client seeds`."""
    given = [seat for seat, text in enumerate(result.client_seeds) if text is not None]
    if result.repeatable or not given:
        return "the server seed alone"
    if len(given) == len(result.client_seeds):
        return f"the server seed and {ALL_SEEDS.get(len(given), 'all client seeds')}"
    names = ", ".join(seat_text(game.seats, seat) for seat in given)
    return f"the server seed and the client seed of {names} (the other side gave none)"


def _remarks(result: FairnessResult, game: GameInfo) -> list[str]:
    remarks = []
    if result.repeatable:
        remarks.append(REPEATABLE)
    elif not any(result.client_seeds):
        remarks.append("no player gave a client seed, so the server could have tried seeds before the match")
    if not result.known and result.checked:
        remarks.append(
            f"the possible outcomes are those that the server sent: the chances of {game.title} are not known"
        )
    if result.unchecked:
        remarks.append(f"{_events(result.unchecked)} could not be checked: this record does not have what was before")
    return remarks


def _events(count: int) -> str:
    return f"{count} chance event{'' if count == 1 else 's'}"
