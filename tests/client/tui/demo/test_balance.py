"""How a match stands, as one number for both sides and in words."""

import pytest

from kibitz_client.match.state import MatchState, advance
from kibitz_client.tui.demo.balance import balance, chips, history, opinion, verdict
from kibitz_protocol.values.matches import Result
from tests.client.holdem import holdem_snapshot
from tests.client.samples import move, report, snapshot, thinking


def match(cells: str = "", **changes: object) -> MatchState:
    """Return the state of a match after moves to these cells."""
    state = advance(None, snapshot(cells, **changes))
    assert state is not None
    return state


def searched(*wins: float) -> MatchState:
    """Return a match in which both sides found these win probabilities in turn."""
    moves = [move(ply, ply, report(win=win)) for ply, win in enumerate(wins)]
    return match("".join(str(ply) for ply in range(len(wins))), moves=moves)


def test_the_opinion_is_the_average_of_both_engines() -> None:
    """The latest search of each engine counts, from the view of the first side."""
    assert opinion(match()) == 0.5
    assert opinion(searched(0.6)) == 0.6
    assert opinion(searched(0.9, 0.4, 0.7, 0.5)) == pytest.approx(0.6)


def test_a_running_search_counts_at_once() -> None:
    """The report of a running search replaces that of the engine's last move."""
    state = advance(searched(0.5, 0.5, 0.5), thinking(3, win=0.1))
    assert state is not None
    assert opinion(state) == pytest.approx(0.7)


def test_a_proven_result_counts_alone() -> None:
    """A search that has proven who wins the present position is not averaged with an older guess."""
    state = advance(searched(0.5, 0.5, 0.5), thinking(3, win=1.0, wins_in=5))
    assert state is not None
    assert opinion(state) == 0.0
    assert verdict(state) == "Stopped after 3 moves: O wins with best play."


def test_a_proof_stays_certain_while_the_other_engine_hopes() -> None:
    """After the winning move, a search of the loser that does not see the end yet changes nothing."""
    found = [move(0, 0, report(win=0.5)), move(1, 1, report(win=1.0, wins_in=5))]
    state = advance(match("01", moves=found), thinking(2, 0, win=0.6))
    assert state is not None
    assert opinion(state) == 0.0
    assert history(state) == [0.5, 0.0]


def test_both_texts_of_the_bar_add_up() -> None:
    """The bar has the win probabilities of both sides."""
    shown = balance(searched(0.6, 0.3))
    assert shown.first == pytest.approx(0.65)
    assert shown.texts == ("65%", "35%")
    assert balance(searched(0.315)).texts == ("32%", "68%")
    assert balance(searched(0.685)).texts == ("68%", "32%")


@pytest.mark.parametrize(("winner", "first"), [(0, 1.0), (1, 0.0), (None, 0.5)])
def test_the_result_replaces_opinions(winner: int | None, first: float) -> None:
    """At the end, the bar shows the result and the sentence tells it."""
    state = match("40", phase="finished", result=Result(winner=winner, reason="line"))
    assert balance(state).first == first
    assert "Stopped" not in verdict(state)


def test_the_course_has_a_value_for_each_move() -> None:
    """The course of a match is the average of both engines after each move."""
    assert history(searched(0.6, 0.2, 0.4)) == pytest.approx([0.6, 0.7, 0.6])
    assert history(match("40")) == [0.5, 0.5]


def test_chips_stand_in_for_hidden_opinions() -> None:
    """In a game with hidden cards the bar shows the chips won, because the server hides what the engines think."""
    state = advance(None, holdem_snapshot(you=None))
    assert state is not None
    assert chips(state) == (-6, 6)
    shown = balance(state)
    assert (shown.what, shown.texts) == ("chips won", ("-6", "+6"))
    assert 0.2 < shown.first < 0.5
    assert verdict(state).endswith(": South is 6 chips ahead.")


@pytest.mark.parametrize(
    ("wins", "sentence"),
    [
        ((0.8, 0.4), "Stopped after 2 moves: X is ahead, 70% to win (average of both engines)."),
        ((0.4, 0.8), "Stopped after 2 moves: O is ahead, 70% to win (average of both engines)."),
        ((0.5, 0.48), "Stopped after 2 moves: the engines call it even (X 51% to win)."),
        ((), "Stopped after 0 moves: no engine has an opinion yet."),
    ],
)
def test_a_stopped_match_has_a_verdict(wins: tuple[float, ...], sentence: str) -> None:
    """The sentence about a stopped match says after how many moves, who is ahead, and that engines think so."""
    assert verdict(searched(*wins)) == sentence
