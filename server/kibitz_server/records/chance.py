"""Verifier of the chance events of a record: each must follow from the seed that the server revealed after the end.

The hash of the seed is in the first snapshot, so the server had fixed all chance events before the first move.
`kibitz_protocol.fairness.chance` says how a chance event follows from the seed.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from kibitz_protocol.fairness.chance import Seeds, decide, server_seed_hash
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.matches import ChanceView
from kibitz_server.games.game import Chance, LegalMove, Position
from kibitz_server.games.typed.meant import joined
from kibitz_server.records.difference import RULES, DifferenceError

EARLIER = "the messages before it say"
WRONG_SEED = "that of the revealed seed is"
NOT_REVEALED = "the chance events are not checked: the record has no seed, which the server reveals after the end"
REPEATABLE = "the server was started to make the same chance events again, so its operator could know them before"


class RecordedChance(NamedTuple):
    """A chance event of a record, its location, and the outcomes that were possible."""

    line: int
    seq: int
    view: ChanceView
    due: tuple[Chance, ...]


class ChanceVerifier:
    """Chance events of one match, and what they follow from, message by message."""

    def __init__(self, first: Snapshot, audience: int | None = None, seed: str | None = None) -> None:
        """Begin with the first snapshot.

        Args:
            first: The snapshot.
            audience: The seat that the record is of, or PUBLIC; None if it hides nothing.
            seed: What the chance events of a match with hidden information follow from.
        """
        self._audience = audience
        self._seed = seed
        self.recorded: list[RecordedChance] = []
        self.checked = 0
        """Number of chance events that were computed again."""
        self._match = first.match
        self._hash = first.server_seed_hash
        self._repeatable = first.repeatable
        self._client_seeds = list(first.client_seeds)

    def snapshot(self, snapshot: Snapshot, line: int) -> None:
        """Check what a snapshot says of chance events, and begin again with its chance events.

        Raises:
            DifferenceError: It differs from the messages before it.
        """

        def differs(what: str, recorded: object, computed: object) -> None:
            if recorded != computed:
                raise DifferenceError(line, snapshot.seq, what, recorded, computed, EARLIER)

        differs("hash of the seed", snapshot.server_seed_hash, self._hash)
        differs("repeatable", snapshot.repeatable, self._repeatable)
        known = [each.view.text for each in self.recorded]
        if self._seed is None:  # a later snapshot may show what was hidden
            differs("chance events", [view.text for view in snapshot.chance_events[: len(known)]], known)
        if known:
            differs("client seeds", snapshot.client_seeds, self._client_seeds)
        self.recorded.clear()
        self._client_seeds = list(snapshot.client_seeds)

    def set_client_seed(self, seat: int, client_seed: str | None) -> None:
        """Note the client seed of a player, or that the seat has another player or none."""
        if seat < len(self._client_seeds):
            self._client_seeds[seat] = client_seed

    def make(self, view: ChanceView, position: Position, line: int, seq: int, *, openly: bool) -> Position:
        """Return the position after the next chance event of a record, which must be due.

        Args:
            view: The chance event, as the audience of the record has heard it.
            position: The position before it.
            line: The line of the record.
            seq: The number of the message.
            openly: Whether the record shows the chance event as it was, although it may have been hidden.

        Raises:
            DifferenceError: It is not due, it looks otherwise to the audience, or it has the wrong number.
        """

        def differs(what: str, recorded: object, computed: object, says: str = RULES) -> None:
            if recorded != computed:
                raise DifferenceError(line, seq, what, recorded, computed, says)

        due, what, said = position.chances, f"chance event {view.number}", view.said
        if self._audience is not None and due:
            true = self._made(due)
            heard = true.text if openly else position.heard(true.move, self._audience)
            differs(what, view.text, heard, "its audience hears")
            if heard != true.text:
                differs(f"written form of {what}", said, None)
            view = view.model_copy(update={"text": true.text})
        if view.text not in [each.text for each in due]:
            computed = joined([each.text for each in due]) or "nothing"
            raise DifferenceError(line, seq, what, view.text, computed, "and due is")
        chance = position.find(view.text)
        if said is not None and said != self._older(position, chance):
            differs(f"written form of {what}", said, position.said(chance))
        differs("number of the chance event", view.number, len(self.recorded) + 1)
        self.recorded.append(RecordedChance(line, seq, view, due))
        return position.after(chance)

    def _older(self, position: Position, chance: LegalMove) -> str | None:
        """Return how an older server said a chance outcome: with the text of a card, not as it is drawn."""
        said, face = position.said(chance), position.game.board.faces.get(chance.text)
        return said.replace(face.text, chance.text) if said is not None and face is not None else said

    def chance_since(self, plies: int) -> bool:
        """Return whether a chance event was made after more than `plies` moves."""
        return bool(self.recorded) and self.recorded[-1].view.ply > plies

    def among(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return the texts of all moves and chance events in their order."""
        chance = [(each.view.ply, False, each.view.text) for each in self.recorded]
        played = [(ply, True, text) for ply, text in enumerate(moves)]
        return tuple(text for _, _, text in sorted(chance + played, key=itemgetter(0, 1)))

    def reveal(self, seed: str, line: int, seq: int) -> None:
        """Check the seed against its hash, and each chance event against the seed.

        Raises:
            DifferenceError: The seed has another hash, or a chance event does not follow from it.
        """
        if (computed := server_seed_hash(seed)) != self._hash:
            raise DifferenceError(line, seq, "hash of the seed", self._hash, computed, WRONG_SEED)
        seeds = self._seeds(seed)
        for each in self.recorded:
            number, due = each.view.number, each.due
            made = due[decide(seeds, number, [possible.weight for possible in due])].text
            if each.view.text != made:
                raise DifferenceError(
                    each.line, each.seq, f"chance event {number}", each.view.text, made, "the seed gives"
                )
        self.checked = len(self.recorded)

    def compare(self, revealed: Sequence[ChanceView], line: int, seq: int) -> None:
        """Compare the chance events that came with the seed, in a match with hidden information, with those before it.

        Raises:
            DifferenceError: They differ.
        """
        told = [(view.number, view.ply, view.text) for view in revealed]
        made = [(each.view.number, each.view.ply, each.view.text) for each in self.recorded]
        expected = [] if self._seed is None else made
        if told != expected:
            raise DifferenceError(line, seq, "revealed chance events", told, expected, EARLIER)

    def _made(self, due: Sequence[Chance]) -> Chance:
        """Return the outcome that the seed decides next."""
        assert self._seed is not None
        return due[decide(self._seeds(self._seed), len(self.recorded) + 1, [possible.weight for possible in due])]

    def _seeds(self, seed: str) -> Seeds:
        return Seeds.of(seed, self._match, self._client_seeds, repeatable=self._repeatable)

    def notes(self) -> list[str]:
        """Return what was not checked, after the last message."""
        notes = [NOT_REVEALED] if self.checked < len(self.recorded) else []
        return [*notes, REPEATABLE] if self._repeatable else notes
