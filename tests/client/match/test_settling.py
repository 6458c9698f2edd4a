"""What players of a finished game hold to be dead: marks, names, and commands."""

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.match.settling import dead_text, points_text, toggled
from kibitz_client.match.state import MatchState, advance
from kibitz_client.parsing.match_commands import agreement, settle_command
from kibitz_client.text.events import message_lines, pending_lines
from kibitz_protocol.to_client import Declined, Offered, Paused, Resumed, Settled, TakenBack
from kibitz_protocol.to_server import Offer
from tests.client.samples import MATCH, event, position, snapshot
from tests.client.terminal.test_line_offers import PAIR

GROUPS = position("408", to_move=None).model_copy(update={"removable": [[4], [0, 8]], "legal": [], "paths": []})
PAUSED = event(7, Paused(adjourned=False), GROUPS, "paused")
PROPOSED = event(8, Offered(seat=1, offer="settle", dead=[0, 8], points=[7, 2.5]), None, "paused")


def after(*messages: object) -> MatchState:
    """Return the state of a match of two players after a snapshot and these messages."""
    state = advance(None, snapshot("408", seats=PAIR, you=0))
    for message in messages:
        state = advance(state, message)
    assert state is not None
    return state


def test_marks_are_of_whole_groups() -> None:
    """A cell marks its group, or no longer; one without a group marks nothing."""
    state = after(PAUSED)
    assert state.settling
    marked = toggled(state, (), 8)
    assert marked == frozenset({0, 8})
    assert toggled(state, marked or (), 0) == frozenset()
    assert toggled(state, (4,), 8) == frozenset({0, 4, 8})
    assert toggled(state, (), 1) is None


def test_the_latest_proposal_of_a_side_counts() -> None:
    """A new one takes the place of the old one of the same side; it is gone once play goes on."""
    state = after(PAUSED, PROPOSED)
    assert state.proposal is not None
    assert (state.proposal.seat, state.proposal.dead, state.proposal.points) == (1, [0, 8], [7, 2.5])
    again = after(PAUSED, PROPOSED, event(9, Offered(seat=1, offer="settle", dead=[4]), None, "paused"))
    assert [view.dead for view in again.offers] == [[4]]
    assert after(PAUSED, PROPOSED, event(9, Declined(seat=1, offer="settle", by=0), None, "paused")).proposal is None
    resumed = event(10, Resumed(), position("4"), "running")
    on = after(PAUSED, PROPOSED, event(9, TakenBack(seat=0, plies=2), position("4"), "paused"), resumed)
    assert (on.proposal, on.settling, on.your_turn) == (None, False, False)


def test_words() -> None:
    """Each message is a line, and so is what is pending."""
    state = after(PAUSED, PROPOSED)
    told = message_lines(PROPOSED, state, after(PAUSED))
    answer = "(type accept, settle with other stones, or resume to play on once)"
    assert told == [f"O mia holds a3 (2 stones) to be dead: X 7, O 2.5  {answer}"]
    assert pending_lines(state)[1:] == told
    assert pending_lines(state)[0].startswith("both sides have passed; type settle")
    agreed = event(9, Settled(dead=[0, 8]), GROUPS, "paused")
    assert message_lines(agreed, state, state) == ["both sides agree: 2 dead stones taken off the board"]
    assert (dead_text(state, ()), points_text(state, None)) == ("nothing", "")


def told(command: Offer | None) -> tuple[str, str, list[int]] | None:
    """Return what a command says."""
    return None if command is None else (command.match, command.offer, command.dead)


def test_commands() -> None:
    """Names of cells, nothing, and marks become an offer; to agree repeats the proposal of the other side."""
    state = after(PAUSED)
    assert told(settle_command(state, "a3, B2")) == (MATCH, "settle", [0, 4])
    assert told(settle_command(state, "nothing", {4})) == (MATCH, "settle", [])
    assert told(settle_command(state, "", {4})) == (MATCH, "settle", [4])
    with pytest.raises(UsageError, match="no stone on C3"):
        settle_command(state, "c3")
    assert agreement(state) is None
    assert told(agreement(after(PAUSED, PROPOSED))) == (MATCH, "settle", [0, 8])
