"""Words for what a client does not see."""

from kibitz_client.match.state import advance
from kibitz_client.match.table.unseen import FACE_DOWN, SECRETS, draw_words, secrets_of
from kibitz_protocol.to_client import SeedRevealed
from kibitz_protocol.values.matches import DrawView, drawn_before
from tests.client.cards import CARDS, TABLE, cards_state
from tests.client.samples import GAME, event, snapshot

OWN = DrawView(number=1, ply=0, text="K", said="North gets K")
OTHER = DrawView(number=2, ply=0, text="?")


def test_a_draw_that_is_not_seen_has_words() -> None:
    """A bare question mark is never shown."""
    assert [draw_words(draw) for draw in (OWN, OTHER)] == ["North gets K", FACE_DOWN]
    assert draw_words(DrawView(number=1, ply=0, text="31")) == "drawn: 31"
    assert drawn_before([OWN, OTHER]) == {0: "K: "}
    assert drawn_before([OTHER]) == {}


def test_the_revealed_seed_brings_all_draws() -> None:
    """After the end, the draws of a match have their true texts."""
    before = advance(None, snapshot(game=CARDS, board=TABLE, state=cards_state(), draws=[OWN, OTHER]))
    true = OTHER.model_copy(update={"text": "Q"})
    after = advance(before, event(9, SeedRevealed(seed="00" * 32, draws=[OWN, true])))
    assert after is not None
    assert after.draws == (OWN, true)
    assert before is not None
    again = advance(before, event(9, SeedRevealed(seed="00" * 32)))
    assert again is not None
    assert again.draws == (OWN, OTHER)


def test_players_are_told_what_stays_secret() -> None:
    """Only a game with hidden information has a remark."""
    assert secrets_of(CARDS) == SECRETS
    assert secrets_of(GAME) == ""
