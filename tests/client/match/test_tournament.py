"""A followed tournament is its snapshot with what later messages change in it."""

from kibitz_client.match.tournament import advance, concerns, is_over
from kibitz_protocol.to_client import Notice
from kibitz_protocol.tournaments.messages import Happened, RoundEnded, RoundPaired, TieBreaksChanged
from kibitz_protocol.tournaments.views import TournamentView
from tests.client.tournaments import ID, ended, happened, own, snapshot, standing, standings


def following() -> TournamentView:
    """Return a tournament of two entrants."""
    found = advance(None, snapshot(standing(1, 1, 1.0), standing(2, 2)))
    assert found is not None
    return found


def test_changed_rows_replace_those_before() -> None:
    """A row that is named is new, another one stays."""
    sent = standings(standing(1, 2, 2.0), standing(2, 1, 1.0), ranks=[2, 1], live=1, games_played=3, ends_at=1.7e9)
    after = advance(following(), sent)
    assert after is not None
    assert [(row.rank, row.entrant.number, row.points) for row in after.rows] == [(1, 2, 2.0), (2, 1, 1.0)]
    assert (after.live, after.games_played, after.ends_at) == (1, 3, 1.7e9)


def test_equal_entrants_share_their_rank() -> None:
    """The order of the entrants orders those that share a rank, and gives none another one."""
    start = advance(None, snapshot(standing(1, 1), standing(1, 2), standing(1, 3), standing(1, 4)))
    after = advance(start, standings(standing(1, 4, 1.0), *(standing(2, n) for n in (1, 2, 3)), ranks=[4, 3, 2, 1]))
    assert after is not None
    assert [(row.rank, row.entrant.number) for row in after.rows] == [(1, 4), (2, 3), (2, 2), (2, 1)]
    again = advance(after, standings(standing(2, 1), ranks=[4, 1, 2, 3]))
    assert again is not None
    assert [(row.rank, row.entrant.number) for row in again.rows] == [(1, 4), (2, 1), (2, 2), (2, 3)]


def test_entrants_that_have_left_do_not_count() -> None:
    """They stay in the standings, and the number of entrants is that of the others."""
    after = advance(following(), standings(standing(2, 2, state="left")))
    assert after is not None
    assert (len(after.rows), after.entrants) == (2, 1)


def test_a_row_of_another_page_is_left_out() -> None:
    """A view with one of several pages keeps the rows of that page."""
    start = advance(None, snapshot(standing(1, 1), pages=2))
    after = advance(start, standings(standing(60, 60, 1.0)))
    assert after is not None
    assert [row.entrant.number for row in after.rows] == [1]


def test_the_own_row_stays_until_it_changes() -> None:
    """Standings without an own row leave the one before."""
    start = advance(None, snapshot(standing(1, 1), own=own(standing(1, 1), "round 2 starts soon")))
    after = advance(start, standings(standing(1, 1, 1.0)))
    assert after is not None
    assert after.own is not None
    assert after.own.why == "round 2 starts soon"


def test_events_change_state_and_round() -> None:
    """Each kind of event has its effect on what the headline says."""
    found = advance(following(), happened(2, RoundPaired(round=2, pairs=[])))
    assert found is not None
    assert found.round == 2
    found = advance(found, happened(3, RoundEnded(round=2, next_at=1.8e9)))
    assert found is not None
    assert found.next_at == 1.8e9
    found = advance(found, happened(4, TieBreaksChanged(tie_breaks=["BH"])))
    assert found is not None
    assert found.tie_breaks == ["BH"]
    found = advance(found, happened(5, Happened(kind="paused", reason="lunch"), "paused"))
    assert found is not None
    assert (found.state, found.reason, found.paused_since) == ("paused", "lunch", 1.7e9)
    found = advance(found, happened(6, Happened(kind="resumed")))
    assert found is not None
    assert (found.state, found.reason, found.paused_since) == ("running", "", None)
    assert not is_over(found)
    assert is_over(advance(found, ended(7, "cancelled", "rain")))


def test_an_extension_adds_rounds_and_time() -> None:
    """A Swiss has more rounds, whose games are not counted yet, and an arena more time."""
    start = advance(None, snapshot(standing(1, 1), games_planned=3))
    found = advance(start, happened(2, Happened(kind="extended", rounds=2)))
    assert found is not None
    assert (found.rounds, found.games_planned, found.ends_at) == (5, None, None)
    start = advance(None, snapshot(standing(1, 1), rounds=None, ends_at=1.8e9))
    found = advance(start, happened(2, Happened(kind="extended", seconds=60.0)))
    assert found is not None
    assert (found.rounds, found.ends_at) == (None, 1.8e9 + 60)


def test_a_tournament_is_over_with_its_last_event() -> None:
    """The state of the events before it, which are sent together with it, does not count."""
    early = advance(following(), happened(2, RoundEnded(round=1), "finished"))
    assert early is not None
    assert early.state == "running"
    assert is_over(advance(early, ended(3)))


def test_messages_about_others_change_nothing() -> None:
    """Other tournaments, matches and notices leave the tournament as it is."""
    start = following()
    others = [
        snapshot(standing(1, 9)).model_copy(
            update={"tournament": start.model_copy(update={"tournament": "t2", "name": "other"})}
        ),
        standings(standing(1, 2, 5.0)).model_copy(update={"tournament": "t2"}),
        ended(9).model_copy(update={"tournament": "t2"}),
        Notice(text="noon"),
    ]
    for message in others:
        assert advance(start, message) == start
        assert not concerns(message, ID)
    assert concerns(ended(2), ID)
