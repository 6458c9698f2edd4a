"""Swiss system: a program outside of the server pairs each round. Byes and pairs by hand are decided here.

`pairing_wanted` asks for the pairs of a round, and `pair_round` accepts them. An entrant that is absent in a round has
a bye: half a point for the first round that it rests in, unless that is the last one, and no points otherwise.
"""

from kibitz_server.core.tournament.commands import FailPairing, PairRound, SetPair
from kibitz_server.core.tournament.crosstable import Cell, CellKind
from kibitz_server.core.tournament.events import Event, RoundPaired, TournamentEnded, TournamentPaused
from kibitz_server.core.tournament.formats.pairs import paired
from kibitz_server.core.tournament.pairings import had_bye, have_met, pairing_fault
from kibitz_server.core.tournament.records import EntrantRecord
from kibitz_server.core.tournament.rules.decision import PairingWanted
from kibitz_server.core.tournament.rules.tables import BYE_CELLS, results
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.trf import Report, write_report
from kibitz_server.core.tournament.values import Bye, ByeKind
from kibitz_server.core.values.refusal import Reason, Refusal


def next_round(state: TournamentState) -> int | None:
    """Return the round that is to be paired now; None while another runs, and after the last."""
    number = state.round + 1
    return None if state.open_rounds or number > state.planned_rounds else number


def is_over(state: TournamentState, _now: float) -> bool:
    """Return whether all rounds are played."""
    return state.round >= state.planned_rounds and not state.open_rounds


def next_pairings(state: TournamentState, _now: float) -> RoundPaired | None:
    """Return the rest of a round that the organiser has paired by hand, if that leaves at most one entrant."""
    number = next_round(state)
    if number is None or not _by_hand(state):
        return None
    rest = _to_pair(state)
    if len(rest) > 1 or (rest and (had_bye(_row(state, rest[0].number)) or _allocated(state))):
        return None
    byes = [Bye(each.number, ByeKind.PAIRING) for each in rest]
    return paired(state, number, (), [*byes, *_absences(state)])


def waits_for_program(state: TournamentState) -> int | None:
    """Return the round whose pairs the program makes; None if no round is due, or it has fewer than two entrants."""
    number = next_round(state)
    if number is None or len(_to_pair(state)) < (1 if _by_hand(state) else 2):
        return None
    return number


def pairing_wanted(state: TournamentState) -> PairingWanted | None:
    """Return the request for the pairs of the next round."""
    number = waits_for_program(state)
    if number is None:
        return None
    return PairingWanted(number, write_report(report(state, with_absences=True)))


def report(state: TournamentState, *, with_absences: bool = False) -> Report:
    """Return the tournament as a report.

    Args:
        state: The tournament.
        with_absences: Whether it names those that are not paired in the next round.
    """
    absent = {bye.entrant: BYE_CELLS[bye.kind] for bye in _absences(state)}
    by_hand = dict.fromkeys(_by_hand(state), CellKind.ZERO_POINT_BYE)
    return Report(
        name=state.created.name,
        names=tuple(each.entrant.name for each in state.entrants),
        table=results(state),
        first_side=state.terms.seed % 2,
        bye_points=state.terms.bye,
        forbidden=state.forbidden_pairs,
        tie_breaks=state.tie_breaks or (),
        absent=tuple(sorted((absent | by_hand).items())) if with_absences else (),
    )


def pair_round(state: TournamentState, command: PairRound) -> list[Event] | Refusal:
    """Return what happens when the program has paired a round."""
    late = _late(state, command.round)
    if late is not None:
        return late
    absences = _absences(state)
    absent = {bye.entrant for bye in absences} | _by_hand(state)
    fault = pairing_fault(results(state), command.pairs, command.bye, absent=absent, forbidden=state.forbidden_pairs)
    if fault is not None:
        return Refusal(Reason.NO_PAIRING, f"these pairs cannot be used: {fault}")
    byes = [Bye(command.bye, ByeKind.PAIRING)] if command.bye is not None else []
    return [paired(state, command.round, command.pairs, [*byes, *absences])]


def fail_pairing(state: TournamentState, command: FailPairing) -> list[Event] | Refusal:
    """Return what happens when the program has not paired a round: without a legal pairing the tournament ends."""
    late = _late(state, command.round)
    if late is not None:
        return late
    if command.no_pairing and not _by_hand(state):
        return [TournamentEnded(f"no pairing is possible in round {command.round}: {command.reason}".rstrip(": "))]
    return [TournamentPaused(command.reason or f"round {command.round} could not be paired")]


def set_pair(state: TournamentState, command: SetPair) -> list[Event] | Refusal:
    """Return what happens when the organiser pairs two entrants of the next round, or gives one a bye."""
    number = next_round(state) if state.runs else None
    if number is None or command.round != number:
        return _wrong_round(state, command.round, number)
    chosen = [command.first] if command.second is None else [command.first, command.second]
    free = {each.number: each for each in _to_pair(state)}
    for entrant in chosen:
        if entrant not in free:
            return _not_free(state, entrant, number)
    if command.second is None:
        return _bye_by_hand(state, command.first, number, len(free))
    fault = "an entrant is not paired with itself" if command.first == command.second else None
    if frozenset(chosen) in {frozenset(pair) for pair in state.forbidden_pairs}:
        fault = "the terms of the tournament forbid this pair"
    if have_met(_row(state, command.first), command.second):
        fault = "these two have met before"
    if fault is not None:
        return Refusal(Reason.NO_PAIRING, fault, "pair others")
    return [paired(state, number, [(command.first, command.second)], manual=True)]


def _bye_by_hand(state: TournamentState, entrant: int, number: int, free: int) -> list[Event] | Refusal:
    """Return the event of a bye: the one of the round if an entrant is left over, otherwise half a point."""
    if free < 3 and not (state.rounds and not state.rounds[-1].complete and state.rounds[-1].pairs):
        return Refusal(Reason.NO_PAIRING, "a round needs a game, so these two play")
    allocated = free % 2 == 1 and not _allocated(state)
    if allocated and had_bye(_row(state, entrant)):
        name = state.entrant(entrant).entrant.name
        return Refusal(Reason.NO_PAIRING, f"{name} had the points of a bye before", "give it to another entrant")
    bye = Bye(entrant, ByeKind.PAIRING if allocated else ByeKind.HALF)
    return [paired(state, number, (), [bye], manual=True)]


def _late(state: TournamentState, number: int) -> Refusal | None:
    """Return the refusal of an answer for a round that is not to be paired any more."""
    if state.runs and state.paused is None and waits_for_program(state) == number:
        return None
    return Refusal(Reason.ALREADY_PAIRED, f"the pairs of round {number} are not wanted now")


def _wrong_round(state: TournamentState, wanted: int, number: int | None) -> Refusal:
    if not state.started:
        return Refusal(Reason.NOT_RUNNING, "this tournament has not started", "start it first")
    if state.ended is not None:
        return Refusal(Reason.NOT_RUNNING, "this tournament is over")
    if wanted <= state.round:
        return Refusal(Reason.ALREADY_PAIRED, f"round {wanted} is paired already")
    if number is None:
        return Refusal(Reason.NOT_OVER, f"round {state.round} must end before the next one is paired")
    return Refusal(Reason.NO_PAIRING, f"the next round is {number}")


def _not_free(state: TournamentState, entrant: int, number: int) -> Refusal:
    if not 1 <= entrant <= len(state.entrants):
        return Refusal(Reason.NOT_ENTERED, f"there is no entrant {entrant}")
    found = state.entrant(entrant)
    if not found.active:
        return Refusal(Reason.NOT_ENTERED, f"{found.entrant.name} does not take part")
    if found.resting:
        return Refusal(Reason.NO_PAIRING, f"{found.entrant.name} rests", "wait until it is ready")
    return Refusal(Reason.ALREADY_PAIRED, f"{found.entrant.name} is paired in round {number} already")


def _by_hand(state: TournamentState) -> set[int]:
    """Return the entrants that the organiser has paired in the next round, or given a bye.

    A round needs a game: byes have no effect if withdrawals leave nothing else.
    """
    if not state.rounds or state.rounds[-1].complete:
        return set()
    made = state.rounds[-1]
    byes = {number for number in made.byes if state.entrant(number).active}
    others = sum(each.active and not each.resting and each.number not in byes for each in state.entrants)
    paired_by_hand = {number for pair in made.pairs for number in state.pairs[pair - 1].entrants}
    return paired_by_hand | byes if paired_by_hand or others > 1 else set()


def _allocated(state: TournamentState) -> bool:
    """Return whether the organiser has given the bye of the next round."""
    made = state.rounds[-1] if state.rounds and not state.rounds[-1].complete else None
    return made is not None and any(bye.kind is ByeKind.PAIRING for bye in made.byes.values())


def _to_pair(state: TournamentState) -> list[EntrantRecord]:
    """Return the entrants of the next round that are not paired yet."""
    taken = _by_hand(state)
    return [each for each in state.entrants if each.active and not each.resting and each.number not in taken]


def _absences(state: TournamentState) -> list[Bye]:
    """Return the byes of the entrants that are not paired in the next round."""
    last = state.round + 1 >= state.planned_rounds
    taken = _by_hand(state)
    byes = []
    for each in state.entrants:
        if each.number in taken or (each.active and not each.resting):
            continue
        half = (
            each.active
            and not last
            and not any(cell.kind is CellKind.HALF_POINT_BYE for cell in _row(state, each.number))
        )
        byes.append(Bye(each.number, ByeKind.HALF if half else ByeKind.ZERO))
    return byes


def _row(state: TournamentState, number: int) -> tuple[Cell, ...]:
    return results(state).row(number)
