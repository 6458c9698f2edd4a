"""Words for what a client does not see."""

from kibitz_client.match.state import advance
from kibitz_client.match.table.unseen import FACE_DOWN, SECRETS, chance_words, secrets_of
from kibitz_protocol.to_client import SeedRevealed
from kibitz_protocol.values.matches import ChanceView, chances_before
from tests.client.cards import CARDS, TABLE, cards_state
from tests.client.samples import GAME, event, snapshot

OWN = ChanceView(number=1, ply=0, text="K", said="North gets K")
OTHER = ChanceView(number=2, ply=0, text="?")


def test_a_chance_event_that_is_not_seen_has_words() -> None:
    """A bare question mark is never shown."""
    assert [chance_words(chance) for chance in (OWN, OTHER)] == ["North gets K", FACE_DOWN]
    assert chance_words(ChanceView(number=1, ply=0, text="31")) == "chance: 31"
    assert chances_before([OWN, OTHER]) == {0: "K: "}
    assert chances_before([OTHER]) == {}


def test_the_revealed_seed_brings_all_chance_events() -> None:
    """After the end, the chance events of a match have their true texts."""
    before = advance(None, snapshot(game=CARDS, board=TABLE, state=cards_state(), chance_events=[OWN, OTHER]))
    true = OTHER.model_copy(update={"text": "Q"})
    after = advance(before, event(9, SeedRevealed(server_seed="00" * 32, chance_events=[OWN, true])))
    assert after is not None
    assert after.chance_events == (OWN, true)
    assert before is not None
    again = advance(before, event(9, SeedRevealed(server_seed="00" * 32)))
    assert again is not None
    assert again.chance_events == (OWN, OTHER)


def test_players_are_told_what_stays_secret() -> None:
    """Only a game with hidden information has a remark."""
    assert secrets_of(CARDS) == SECRETS
    assert secrets_of(GAME) == ""
