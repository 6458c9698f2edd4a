"""A tournament with its rules: commands in, events out.

A decision depends only on the state, the command and `now`, in seconds on the clock of all matches, which counts the
uptime of the server. The presence of players is not part of the events: the caller tells it again after a restart.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Self, assert_never

from kibitz_server.core.tournament.changes.apply import apply
from kibitz_server.core.tournament.commands import (
    AddEntrant,
    AnswerChallenge,
    ApproveEntrant,
    BeginGame,
    Cancel,
    Challenge,
    CheckClock,
    Command,
    CountGame,
    CreateTournament,
    Enter,
    Extend,
    FailPairing,
    Hide,
    Leave,
    NotePresence,
    OrganiserCommand,
    PairRound,
    Pause,
    Ready,
    RemoveEntrant,
    Rest,
    Resume,
    SetPair,
    SetResult,
    SetTieBreaks,
    StartTournament,
    VoidGame,
)
from kibitz_server.core.tournament.events import EntrantJoined, Event, TournamentCreated
from kibitz_server.core.tournament.formats import arena, challenges, swiss
from kibitz_server.core.tournament.rules import entry, games, organising
from kibitz_server.core.tournament.rules.decision import Decision as Decision
from kibitz_server.core.tournament.rules.decision import DueGame as DueGame
from kibitz_server.core.tournament.rules.decision import PairingWanted as PairingWanted
from kibitz_server.core.tournament.rules.progress import follow_up, next_round_at, start_events, start_obstacle
from kibitz_server.core.tournament.rules.terms import plan_fault, terms_fault
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Entrant, EntrantKind, Format
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal

MISSED_START_S = 60.0
"""Time after a restart of the server at which a tournament starts whose start was missed meanwhile."""
Outcome = list[Event] | Refusal


class Tournament(TournamentState):
    """One tournament, driven by commands and deadlines.

    A caller creates one by `create`, or again from stored events by `rebuild`. It sends commands by `handle`, stores
    the events of each decision, and sends `CheckClock` at `next_deadline` and after `rebuild`. After each decision it
    begins the games that `due_games` lists, by `BeginGame`, as far as engines have free slots, and has the pairs made
    that `Decision.wanted` asks for. When a match ends it sends `CountGame` or `VoidGame`. A `GameVoided` or `ResultSet`
    of a game whose match still runs asks it to abort that match.
    """

    def __init__(self, created: TournamentCreated, at: float) -> None:
        super().__init__(created, at)
        self.starts_at: float | None = None
        """When it starts by itself, on the clock of matches; None without a time of start."""
        self.lookout = arena.Lookout() if self.format is Format.ARENA else None
        """What pairs an arena; None in other formats. It is not part of the events."""
        self.seen_at = at
        """Time of the last command: deadlines up to it have been applied."""
        self._asked: tuple[int, int] | None = None
        """The round whose pairs were asked for, and the number of events then."""

    @classmethod
    def create(cls, command: CreateTournament, now: float) -> tuple[Self, Decision] | Refusal:
        """Create a tournament. Return it with its first events, or the refusal of its terms or entrants.

        Args:
            command: The command. Its `created_at` is the time of day at `now`.
            now: Time on the clock of matches.
        """
        organiser, terms, entrants = command.organiser, command.terms, command.entrants
        guest = not organiser.account
        fault = terms_fault(terms, guest) or _entrants_fault(command)
        if fault is not None:
            return fault
        created = TournamentCreated(
            command.id, command.code, command.name, organiser, terms, created_at=command.created_at
        )
        made = cls(created, now)
        made._schedule(command.created_at, now)
        joined = [EntrantJoined(number, entrant) for number, entrant in enumerate(entrants, start=1)]
        events: list[Event] = [created, *made._applied(list(joined), now)]
        if command.start_now:
            obstacle = start_obstacle(made)
            if obstacle:
                return Refusal(Reason.NO_PAIRING, obstacle, "name more entrants, or start it later")
            events += made._applied(start_events(made, now), now)
        events += made._go_on(now)
        return made, Decision(tuple(events), wanted=made._ask(now))

    @classmethod
    def rebuild(cls, events: Iterable[tuple[Event, float]], now: float, today: float | None = None) -> Self:
        """Return the tournament that stored events define.

        Args:
            events: All its events in their order, each with its time on the clock of matches. Those of earlier runs of
                the server have times before its start, from which the time that the server was down is left out.
            now: Time on the clock of matches.
            today: Time of day at `now`, in seconds since 1970. A start at a time of day that was missed happens
                `MISSED_START_S` later. None: without an own start.

        Raises:
            ValueError: The first event is not that of a creation.
        """
        first, *rest = events
        created, at = first
        if not isinstance(created, TournamentCreated):
            raise ValueError("the events of a tournament begin with its creation")
        made = cls(created, at)
        for event, at in rest:
            made.apply(event, at)
        made.seen_at = now
        if today is not None:
            made._schedule(today, now, missed_s=MISSED_START_S)
        return made

    def apply(self, event: Event, at: float) -> None:
        """Apply an event that happened at a time on the clock of matches. Events are applied in their order.

        Raises:
            AssertionError: It is a second creation.
        """
        apply(self, event, at)

    def handle(self, command: Command, now: float) -> Decision:
        """Decide a command and apply its events. A refused command changes nothing.

        Passed deadlines are applied first, so a decision may have events and a refusal.
        """
        self.seen_at = now
        if self.lookout is not None:
            self.lookout.begin(now)
        happened = self._go_on(now)
        decided = self._decide(command, now)
        if isinstance(decided, Refusal):
            return Decision(happened, decided, self._ask(now))
        happened += self._applied(decided, now)
        happened += self._go_on(now)
        return Decision(happened, None, self._ask(now))

    def next_deadline(self) -> float | None:
        """Return when to send `CheckClock`, on the clock of `now`; None without a deadline."""
        if self.ended is not None or self.paused is not None:
            return None
        if not self.started:
            return self.starts_at
        if self.lookout is not None:
            return self.lookout.next_deadline(self)
        if self.format is Format.LADDER:
            return challenges.next_deadline(self)
        at = next_round_at(self)
        return at if at > self.seen_at and not self.open_rounds else None

    def due_games(self, now: float) -> list[DueGame]:
        """Return the games that can begin now, in the order of rounds and boards.

        The caller begins all games with people and bots, and those of engines as far as slots are free.
        """
        return list(self.each_due_game(now))

    def each_due_game(self, now: float) -> Iterator[DueGame]:
        """Yield the same games, for a caller that begins each before it takes the next one."""
        return games.due_games(self, now)

    def pairing_wanted(self, now: float) -> PairingWanted | None:
        """Return the request for the pairs of a Swiss round that is due; None if none is.

        `Decision.wanted` has it once for each state; a caller whose program failed asks again here.
        """
        if self.format is not Format.SWISS or not self.runs or self.paused is not None or now < next_round_at(self):
            return None
        return swiss.pairing_wanted(self)

    def _ask(self, now: float) -> PairingWanted | None:
        """Return the pairing that is wanted, if this state has not asked for it yet."""
        if self.format is not Format.SWISS or self._asked == (self.round, self.seq):
            return None
        wanted = self.pairing_wanted(now)
        if wanted is not None:
            self._asked = (self.round, self.seq)
        return wanted

    def _schedule(self, today: float, now: float, missed_s: float = 0.0) -> None:
        """Note when the tournament starts by itself.

        Args:
            today: Time of day at `now`.
            now: Time on the clock of matches.
            missed_s: Seconds from now to a start that was missed.
        """
        start = self.terms.start
        if start is not None and start.at is not None and not self.started:
            self.starts_at = now + (start.at - today if start.at > today else missed_s)

    def _applied(self, events: Sequence[Event], now: float) -> tuple[Event, ...]:
        for event in events:
            self.apply(event, now)
        return tuple(events)

    def _go_on(self, now: float) -> tuple[Event, ...]:
        """Apply what follows from the state and the time, and return it."""
        happened: tuple[Event, ...] = ()
        while events := follow_up(self, now, self.starts_at, self.lookout):
            happened += self._applied(events, now)
        return happened

    def _decide(self, command: Command, now: float) -> Outcome:
        if isinstance(command, OrganiserCommand):
            moderated = isinstance(command, Cancel) and command.moderator
            refusal = None if moderated else organising.not_organiser(self, command.by)
            return refusal or self._organise(command, now)
        match command:
            case Enter():
                return entry.enter(self, command)
            case Leave():
                return entry.leave(self, command)
            case Rest():
                return entry.rest(self, command)
            case Ready():
                return entry.be_ready(self, command)
            case Hide():
                return organising.hide(self, command)
            case BeginGame():
                return games.begin(self, command)
            case CountGame():
                return games.count(self, command)
            case VoidGame():
                return games.void(self, command)
            case PairRound():
                return swiss.pair_round(self, command)
            case FailPairing():
                return swiss.fail_pairing(self, command)
            case Challenge():
                return challenges.challenge(self, command, now)
            case AnswerChallenge():
                return challenges.answer(self, command)
            case NotePresence(present=present):
                self.note_presence(present)
                return []
            case CheckClock():
                return []
            case _:
                assert_never(command)

    def _organise(self, command: OrganiserCommand, now: float) -> Outcome:
        match command:
            case StartTournament():
                return organising.start(self, command, now)
            case Pause():
                return organising.pause(self, command)
            case Resume():
                return organising.resume(self, command)
            case Extend():
                return organising.extend(self, command)
            case Cancel():
                return organising.cancel(self, command)
            case AddEntrant():
                return entry.add(self, command)
            case RemoveEntrant():
                return entry.remove(self, command)
            case ApproveEntrant():
                return entry.approve(self, command)
            case SetPair():
                return organising.set_pair(self, command)
            case SetResult():
                return organising.set_result(self, command)
            case SetTieBreaks():
                return organising.set_tie_breaks(self, command)
            case _:
                assert_never(command)


def _entrants_fault(command: CreateTournament) -> Refusal | None:
    """Return the refusal of the first entrants of a new tournament; None if it can have them."""
    terms, entrants = command.terms, command.entrants
    if len(entrants) > terms.most_entrants:
        return Refusal(
            Reason.TOURNAMENT_FULL,
            f"{len(entrants)} entrants are more than {terms.most_entrants}",
            "raise most_entrants, or name fewer",
        )
    names: set[str] = set()
    for each in entrants:
        if each.kind not in terms.kinds:
            return Refusal(Reason.BAD_FORMAT, f"{each.name} may not enter: the terms do not name its kind")
        if each.kind is EntrantKind.ENGINE and terms.format is Format.LADDER:
            return Refusal(Reason.BAD_FORMAT, entry.ENGINE_ON_LADDER)
        if terms.rated and _is_guest(each):
            return Refusal(Reason.NOT_ALLOWED, f"{each.name} is a guest, and guests enter no rated tournament")
        if each.name.casefold() in names:
            return Refusal(Reason.ALREADY_ENTERED, f"two entrants are called {each.name}", "give one another name")
        names.add(each.name.casefold())
    alone = command.start_now or terms.kinds == (EntrantKind.ENGINE,)
    return plan_fault(terms, tuple(each.player for each in entrants), len(entrants) if alone else terms.most_entrants)


def _is_guest(entrant: Entrant) -> bool:
    player = entrant.player
    return isinstance(player, Human) and not (player.account or player.owner)
