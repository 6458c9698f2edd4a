"""Check of the chance events of a match by a client: from its messages, without the rules of the game.

Browsers have it in JavaScript: `kibitz_client/web/match/fairness/check.js`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from kibitz_protocol.fairness.chance import Seeds, decide, server_seed_hash
from kibitz_protocol.fairness.distributions import DISTRIBUTIONS, HAND, Deck, DueChance, Outcomes
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.values.facts import (
    Aborted,
    ChanceDecided,
    ClientSeedGiven,
    Finished,
    Left,
    Moved,
    SeedKept,
    SeedRevealed,
    TakenBack,
)
from kibitz_protocol.values.matches import UNSEEN, ChanceView
from kibitz_protocol.values.state import State

OVER = ("finished", "aborted")
Status = Literal["fair", "differs", "no_chance", "running", "secret", "no_seed", "incomplete"]
FaultKind = (
    Literal["hash", "received", "client_seed", "late_seed"]
    | Literal["outcome", "outcomes", "number", "ply", "missing", "extra", "changed"]
)


class Received(NamedTuple):
    """What a client received and sent before the first move: the hash of the seed, and an accepted client seed."""

    match: str
    server_seed_hash: str
    client_seed: str | None


class Fault(NamedTuple):
    """The first difference: what the messages have, and what they should have.

    `number` is that of a chance event that came after `ply` moves; 0 where the difference is in no chance event.
    """

    kind: FaultKind
    number: int
    ply: int
    recorded: str
    expected: str


class FairnessResult(NamedTuple):
    """Result of the check.

    `checked` chance events follow from the seeds, and `unchecked` cannot be computed from these messages. `known`: the
    possible outcomes are those of the game, not only those that the server sent. `received`: the hash is the one from
    before the first move. `own_seed`: the client seed of this client is among those of the match.
    """

    status: Status
    checked: int
    unchecked: int
    client_seeds: tuple[str | None, ...]
    repeatable: bool
    known: bool
    received: bool
    own_seed: bool
    reason: str
    fault: Fault | None


@dataclass(slots=True)
class _Decided:
    """A chance event, and the position before it: None where the messages do not have it."""

    number: int
    ply: int
    text: str
    due: State | None


class FairnessCheck:
    """Check of one match, message by message: the first one whose snapshot arrives."""

    def __init__(self) -> None:
        self._first: Snapshot | None = None
        self._state: State | None = None
        self._seq = self._moves = 0
        self._over, self._reason = False, ""
        self._kept = False
        """Whether the server has said that the seed stays secret."""
        self._client_seeds: list[str | None] = []
        self._seed: str | None = None
        self._decided: list[_Decided] = []
        self._blank = False
        """Whether the messages are those of a seat or a spectator, who did not see each chance event."""
        self._faults: list[Fault] = []

    def add(self, message: Any) -> None:
        """Follow the match. Messages without a number, and those of other matches, change nothing."""
        if isinstance(message, Snapshot) and (self._first is None or message.match == self._first.match):
            if self._first is None or message.seq >= self._seq:
                self._snapshot(message)
        elif isinstance(message, Event) and self._first is not None and message.match == self._first.match:
            self._event(message)

    def _snapshot(self, snapshot: Snapshot) -> None:
        first, views = self._first or snapshot, snapshot.chance_events
        self._first = first
        same = (snapshot.server_seed_hash, snapshot.repeatable) == (first.server_seed_hash, first.repeatable)
        if not same:
            self._fault("changed", 0, 0, str(snapshot.server_seed_hash), str(first.server_seed_hash))
        if self._decided and snapshot.client_seeds != self._client_seeds:
            self._fault("changed", 0, 0, _listed(snapshot.client_seeds), _listed(self._client_seeds))
        self._compare(views)
        for view in views[len(self._decided) :]:
            if view.number != len(self._decided) + 1:
                self._fault("number", len(self._decided) + 1, view.ply, str(view.number), str(len(self._decided) + 1))
            self._decided.append(_Decided(view.number, view.ply, view.text, None))
            self._blank |= view.text == UNSEEN
        self._client_seeds = list(snapshot.client_seeds)
        self._seed = snapshot.server_seed or self._seed
        self._state, self._seq, self._moves = snapshot.state, snapshot.seq, len(snapshot.moves)
        self._over, self._kept = snapshot.phase in OVER, snapshot.seed_kept
        self._reason = snapshot.result.reason if snapshot.result else self._reason

    def _event(self, event: Event) -> None:
        if event.seq <= self._seq:
            return  # repeated after a snapshot
        fact, due = event.event, self._state is not None and bool(self._state.chances)
        self._seq = event.seq
        match fact:
            case ChanceDecided(chance=view):
                self._decide(view, due=due)
            case Moved() | Finished() | Aborted() if due:
                self._fault("missing", len(self._decided) + 1, self._moves, "", "")
        match fact:
            case Moved():
                self._moves += 1
            case TakenBack(plies=plies):
                self._moves -= plies
                if self._decided and self._decided[-1].ply > self._moves:
                    last = self._decided[-1]
                    self._fault("ply", last.number, last.ply, str(last.ply), str(self._moves))
            case ClientSeedGiven(seat=seat, client_seed=client_seed):
                self._set_client_seed(seat, client_seed)
            case Left(seat=seat) if not self._decided:
                self._set_client_seed(seat, None)
            case Finished(result=result):
                self._over, self._reason = True, result.reason
            case Aborted(reason=reason):
                self._over, self._reason = True, reason
            case SeedKept():
                self._kept = True
            case SeedRevealed(server_seed=seed, chance_events=views):
                self._seed = seed
                if views:
                    self._compare(views, whole=True)
        if event.state is not None:
            self._state = event.state

    def _decide(self, view: ChanceView, *, due: bool) -> None:
        """Note a chance event, which must be due and the next one."""
        number = len(self._decided) + 1
        if view.number > number:
            self._fault("missing", number, view.ply, "", "")
        elif view.number < number or not due:
            self._fault("extra", view.number, view.ply, view.text, "")
        elif view.ply != self._moves:
            self._fault("ply", number, view.ply, str(view.ply), str(self._moves))
        self._decided.append(_Decided(view.number, view.ply, view.text, self._state if due else None))
        self._blank |= view.text == UNSEEN

    def _compare(self, views: Sequence[ChanceView], *, whole: bool = False) -> None:
        """Compare chance events with those before, which get the texts that were hidden."""
        for known, view in zip(self._decided, views, strict=False):
            if known.text == UNSEEN:
                known.text = view.text
            said, told = (view.number, view.ply, view.text), (known.number, known.ply, known.text)
            if said != told and view.text != UNSEEN:
                self._fault("changed", known.number, known.ply, view.text, known.text)
        if len(views) < len(self._decided):
            left = self._decided[len(views)]
            self._fault("changed", left.number, left.ply, "", left.text)
        elif whole and len(views) > len(self._decided):
            more = views[len(self._decided)]
            self._fault("changed", more.number, more.ply, more.text, "")

    def _set_client_seed(self, seat: int, client_seed: str | None) -> None:
        if seat >= len(self._client_seeds):
            return
        if self._decided and self._client_seeds[seat] != client_seed:
            self._fault("late_seed", 0, 0, client_seed or "", self._client_seeds[seat] or "")
        self._client_seeds[seat] = client_seed

    def _fault(self, kind: FaultKind, number: int, ply: int, recorded: str, expected: str) -> None:
        self._faults.append(Fault(kind, number, ply, recorded, expected))

    def verdict(self, received: Received | None = None) -> FairnessResult:
        """Return the result for the messages so far.

        Args:
            received: What this client received and sent before the first move, if it did.

        Raises:
            ValueError: There was no snapshot.
        """
        first = self._first
        if first is None:
            raise ValueError("no snapshot was added")
        known = first.game.name in DISTRIBUTIONS
        if received is not None and received.match != first.match:
            received = None
        own = received is not None and received.client_seed is not None
        given = tuple(self._client_seeds)
        kept = FairnessResult(
            "fair", 0, 0, given, first.repeatable, known, received is not None, own, self._reason, None
        )
        recorded_hash = first.server_seed_hash
        if received is not None and received.server_seed_hash != recorded_hash:
            fault = Fault("received", 0, 0, str(recorded_hash), received.server_seed_hash)
            return kept._replace(status="differs", fault=fault)
        if recorded_hash is None:
            none = not self._decided and not first.game.chance
            return kept._replace(status="no_chance" if none else "no_seed", unchecked=len(self._decided))
        if self._seed is None:
            # Dice hide nothing, whatever a server says.
            hides = first.game.hidden and isinstance(DISTRIBUTIONS.get(first.game.name, Deck(())), Deck)
            status: Status = "running" if not self._over else "secret" if self._kept and hides else "no_seed"
            return kept._replace(status=status, unchecked=len(self._decided))
        if (made := server_seed_hash(self._seed)) != recorded_hash:
            return kept._replace(status="differs", fault=Fault("hash", 0, 0, recorded_hash, made))
        if own and received is not None and received.client_seed not in self._client_seeds:
            lost = Fault("client_seed", 0, 0, _listed(self._client_seeds), received.client_seed or "")
            return kept._replace(status="differs", fault=lost)
        checked, unchecked, differing = self._computed(first, self._seed)
        # What a chance event should be says more than that another message has it otherwise.
        faults = sorted([*self._faults, *differing], key=lambda fault: (fault.number, fault.kind == "changed"))
        found = kept._replace(checked=checked, unchecked=unchecked)
        if faults:
            return found._replace(status="differs", fault=faults[0])
        return found._replace(status="incomplete") if unchecked and not checked else found

    def _computed(self, first: Snapshot, seed: str) -> tuple[int, int, list[Fault]]:
        """Compute the chance events again. Return how many could be, how many could not, and the first that differs."""
        seeds = Seeds.of(seed, first.match, self._client_seeds, repeatable=first.repeatable)
        distribution = DISTRIBUTIONS.get(first.game.name)
        dealt: list[tuple[str, float]] = []
        checked = 0
        gap, unknown_hand = False, -1.0
        for number, each in enumerate(self._decided, 1):
            if each.due is None or each.text == UNSEEN or (distribution is None and self._blank):
                gap = True
                continue
            sent: Outcomes = tuple(zip(each.due.chances, each.due.weights, strict=True))
            hand = each.due.counters.get(HAND, 0)
            unknown_hand, gap = hand if gap else unknown_hand, False
            if isinstance(distribution, Deck) and hand == unknown_hand:
                continue  # other cards of this hand are not known
            chosen = number == 1 and bool(first.start is not None or first.opening)
            # Only the last hand matters, and a match has many.
            dealt = [] if dealt and dealt[-1][1] != hand else dealt
            due = DueChance(sent, each.due.counts, hand, dealt, chosen)
            possible = sent if distribution is None else distribution.outcomes(due)
            try:
                made = possible[decide(seeds, number, [weight for _, weight in possible])][0]
            except ValueError:
                return checked, 0, [Fault("outcomes", number, each.ply, _rows(sent), "")]
            if sent != possible and not self._blank:
                return checked, 0, [Fault("outcomes", number, each.ply, _rows(sent), _rows(possible))]
            if each.text != made:
                return checked, 0, [Fault("outcome", number, each.ply, each.text, made)]
            dealt.append((each.text, hand))
            checked += 1
        return checked, len(self._decided) - checked, []


def checked_messages(messages: Iterable[Any], received: Received | None = None) -> FairnessResult:
    """Return the result of the check of a whole record.

    Raises:
        ValueError: There is no snapshot in it.
    """
    check = FairnessCheck()
    for message in messages:
        check.add(message)
    return check.verdict(received)


def _listed(client_seeds: Iterable[str | None]) -> str:
    return " ".join(client_seed or "-" for client_seed in client_seeds)


def _rows(outcomes: Outcomes) -> str:
    """Return outcomes as text: `11 21:2 22`, with a weight where it is not 1."""
    return " ".join(text if weight == 1 else f"{text}:{weight}" for text, weight in outcomes)
