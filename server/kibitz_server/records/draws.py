"""Verifier of the draws of a record: each must follow from the seed that the server revealed after the end.

The hash of the seed is in the first snapshot, so the server had fixed all draws before the first move. `core.lots` says
how a draw follows from the seed.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.matches import DrawView
from kibitz_server.core.lots import Lots, draw, seed_hash
from kibitz_server.games.game import Draw, Position
from kibitz_server.records.difference import RULES, DifferenceError

EARLIER = "the messages before it say"
WRONG_SEED = "that of the revealed seed is"
NOT_REVEALED = "the draws are not checked: the record has no seed, which the server reveals after the end"
REPEATABLE = "the server was started to make the same draws again, so its operator could know them before"


class Recorded(NamedTuple):
    """A draw of a record, its location, and the draws that were due."""

    line: int
    seq: int
    view: DrawView
    due: tuple[Draw, ...]


class DrawVerifier:
    """Draws of one match, and what they follow from, message by message."""

    def __init__(self, first: Snapshot, audience: int | None = None, seed: str | None = None) -> None:
        """Begin with the first snapshot.

        Args:
            first: The snapshot.
            audience: The seat that the record is of, or PUBLIC; None if it hides nothing.
            seed: What the draws of a match with hidden information follow from.
        """
        self._audience = audience
        self._seed = seed
        self.recorded: list[Recorded] = []
        self.checked = 0
        """Number of draws that were computed again."""
        self._match = first.match
        self._hash = first.seed_hash
        self._repeatable = first.repeatable
        self._texts = list(first.lots)

    def snapshot(self, snapshot: Snapshot, line: int) -> None:
        """Check what a snapshot says of draws, and begin again with its draws.

        Raises:
            DifferenceError: It differs from the messages before it.
        """

        def differs(what: str, recorded: object, computed: object) -> None:
            if recorded != computed:
                raise DifferenceError(line, snapshot.seq, what, recorded, computed, EARLIER)

        differs("hash of the seed", snapshot.seed_hash, self._hash)
        differs("repeatable", snapshot.repeatable, self._repeatable)
        known = [each.view.text for each in self.recorded]
        if self._seed is None:  # a later snapshot may show what was hidden
            differs("draws", [view.text for view in snapshot.draws[: len(known)]], known)
        if known:
            differs("random texts", snapshot.lots, self._texts)
        self.recorded.clear()
        self._texts = list(snapshot.lots)

    def set_text(self, seat: int, text: str | None) -> None:
        """Note the random text of a player, or that the seat has another player or none."""
        if seat < len(self._texts):
            self._texts[seat] = text

    def make(self, view: DrawView, position: Position, line: int, seq: int, *, openly: bool) -> Position:
        """Return the position after the next draw of a record, which must be due.

        Args:
            view: The draw, as the audience of the record has heard it.
            position: The position before it.
            line: The line of the record.
            seq: The number of the message.
            openly: Whether the record shows the draw as it was, although it may have been hidden.

        Raises:
            DifferenceError: It is not due, it looks otherwise to the audience, or it has the wrong number.
        """

        def differs(what: str, recorded: object, computed: object, says: str = RULES) -> None:
            if recorded != computed:
                raise DifferenceError(line, seq, what, recorded, computed, says)

        due, what, said = position.draws, f"draw {view.number}", view.said
        if self._audience is not None and due:
            true = self._made(due)
            heard = true.text if openly else position.heard(true.move, self._audience)
            differs(what, view.text, heard, "its audience hears")
            if heard != true.text:
                differs(f"written form of {what}", said, None)
            view = view.model_copy(update={"text": true.text})
        if view.text not in [each.text for each in due]:
            computed = " ".join(each.text for each in due) or "nothing"
            raise DifferenceError(line, seq, what, view.text, computed, "and due is")
        drawn = position.find(view.text)
        if said is not None:
            differs(f"written form of {what}", said, position.said(drawn))
        differs("number of the draw", view.number, len(self.recorded) + 1)
        self.recorded.append(Recorded(line, seq, view, due))
        return position.after(drawn)

    def drawn_since(self, plies: int) -> bool:
        """Return whether a draw was made after more than `plies` moves."""
        return bool(self.recorded) and self.recorded[-1].view.ply > plies

    def among(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return the texts of all moves and draws in their order."""
        drawn = [(each.view.ply, False, each.view.text) for each in self.recorded]
        played = [(ply, True, text) for ply, text in enumerate(moves)]
        return tuple(text for _, _, text in sorted(drawn + played, key=itemgetter(0, 1)))

    def reveal(self, seed: str, line: int, seq: int) -> None:
        """Check the seed against its hash, and each draw against the seed.

        Raises:
            DifferenceError: The seed has another hash, or a draw does not follow from it.
        """
        if (computed := seed_hash(seed)) != self._hash:
            raise DifferenceError(line, seq, "hash of the seed", self._hash, computed, WRONG_SEED)
        lots = self._lots(seed)
        for each in self.recorded:
            number, due = each.view.number, each.due
            made = due[draw(lots, number, [possible.weight for possible in due])].text
            if each.view.text != made:
                raise DifferenceError(each.line, each.seq, f"draw {number}", each.view.text, made, "the seed gives")
        self.checked = len(self.recorded)

    def compare(self, revealed: Sequence[DrawView], line: int, seq: int) -> None:
        """Compare the draws that came with the seed, in a match with hidden information, with those before it.

        Raises:
            DifferenceError: They differ.
        """
        told = [(view.number, view.ply, view.text) for view in revealed]
        made = [(each.view.number, each.view.ply, each.view.text) for each in self.recorded]
        expected = [] if self._seed is None else made
        if told != expected:
            raise DifferenceError(line, seq, "revealed draws", told, expected, EARLIER)

    def _made(self, due: Sequence[Draw]) -> Draw:
        """Return which of the draws that are due the seed makes next."""
        assert self._seed is not None
        return due[draw(self._lots(self._seed), len(self.recorded) + 1, [possible.weight for possible in due])]

    def _lots(self, seed: str) -> Lots:
        return Lots.of(seed, self._match, self._texts, repeatable=self._repeatable)

    def notes(self) -> list[str]:
        """Return what was not checked, after the last message."""
        notes = [NOT_REVEALED] if self.checked < len(self.recorded) else []
        return [*notes, REPEATABLE] if self._repeatable else notes
