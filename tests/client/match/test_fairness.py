"""The check of a revealed seed against its hash."""

from dataclasses import replace

from kibitz_client.match.fairness import DIFFERS, FITS, HIDDEN, KEPT, fairness_text, seed_fits
from kibitz_client.match.record import record_scenes
from kibitz_client.match.state import advance
from kibitz_client.text.events import message_lines
from kibitz_protocol.to_client import SeedKept
from tests.client.dice import played
from tests.client.samples import event, snapshot


def test_the_seed_of_a_match_fits_its_hash() -> None:
    """Before the end there is no seed to check."""
    states = [state for _, state in record_scenes(played())]
    assert (seed_fits(states[0]), fairness_text(states[0])) == (None, HIDDEN)
    assert (seed_fits(states[-1]), fairness_text(states[-1])) == (True, FITS)


def test_another_seed_is_found_out() -> None:
    """A server that reveals a seed of its choice cannot give it the hash of before."""
    state = replace(record_scenes(played())[-1][1], server_seed="00" * 32)
    assert (seed_fits(state), fairness_text(state)) == (False, DIFFERS)


def test_a_match_that_ended_early_keeps_its_seed() -> None:
    """No message about the seed is waited for, and its secret is said."""
    *running, revealed = played()
    over = running[-1]
    kept = event(revealed.seq, SeedKept(), phase="finished")
    states = [state for _, state in record_scenes([*running, kept])]
    assert over.phase == "finished"
    assert (states[-2].awaits_seed, states[-1].awaits_seed) == (True, False)
    assert (seed_fits(states[-1]), fairness_text(states[-1])) == (None, KEPT)
    assert message_lines(kept, states[-1], states[-2]) == [KEPT]
    again = advance(None, snapshot(phase="finished", server_seed_hash="00" * 32, seed_kept=True))
    assert again is not None
    assert (again.awaits_seed, fairness_text(again)) == (False, KEPT)


def test_a_match_without_chance_has_nothing_to_check() -> None:
    """It has no hash."""
    state = record_scenes([snapshot()])[-1][1]
    assert (seed_fits(state), fairness_text(state)) == (None, "")
