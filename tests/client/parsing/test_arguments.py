"""Typed arguments to commands of the protocol."""

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.parsing.arguments import ExplainRequest, MatchSetup, both_sides, create, explain_command, seek
from kibitz_protocol.commands.explain import OfGame, OfLeaves, OfMatch
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.engines import EngineSpec, Limit
from kibitz_protocol.values.matches import Delay
from kibitz_protocol.values.seats import Bot, Engine, Invite, Me, Open

ALPHABETA = Engine(engine=EngineSpec(algorithm="alphabeta", limit=Limit(seconds=1)))


def test_the_default_match() -> None:
    """By default, the user moves first, against any player who joins."""
    command = create(MatchSetup("mnk", ["columns=5", "exact=true", "name=x", "komi=6.5", "heaps=3,4.5"], clock="5+3"))
    assert command.options == {"columns": 5, "exact": True, "name": "x", "komi": 6.5, "heaps": "3,4.5"}
    assert command.seats == [Me(), Open()]
    assert command.clock == Fischer(base_s=300, increment_s=3)
    assert (command.listed, command.autostart, command.shuffle, command.show_thinking) == (True, True, False, None)


def test_dots_begin_with_boxes_enough() -> None:
    """Without options a match of dots has 5x5 boxes; what is typed, and a given position, stay as they are."""
    assert create(MatchSetup("dots")).options == {"columns": 5, "rows": 5}
    assert create(MatchSetup("dots", ["columns=3"])).options == {"columns": 3}
    assert create(MatchSetup("dots", moves="a1a2")).options == {}
    assert create(MatchSetup("mnk")).options == {}


def test_who_moves_first() -> None:
    """The order of the seats is the order of play, unless it is random."""
    assert create(MatchSetup("mnk", first="them")).seats == [Open(), Me()]
    assert create(MatchSetup("mnk", first="me", opponent="alphabeta:seconds=1")).seats == [Me(), ALPHABETA]
    assert create(MatchSetup("mnk", first="random")).shuffle


def test_named_seats() -> None:
    """Each seat can have its own player or engine."""
    command = create(MatchSetup("mnk", seats=("alphabeta:seconds=1", "OPEN", "me"), first="random"))
    assert command.seats == [ALPHABETA, Open(), Me()]
    assert command.shuffle


def test_both_sides_at_one_keyboard() -> None:
    """Two names become two labelled seats; without names, both seats are plain."""
    assert create(MatchSetup("nim", seats=both_sides("Ann,  Bob"))).seats == [Me(label="Ann"), Me(label="Bob")]
    assert both_sides(None) == both_sides(" ") == ("me", "me")


@pytest.mark.parametrize("names", ["Ann", "Ann,", ",Bob", "Ann, Bob, Cat"])
def test_names_that_are_not_two(names: str) -> None:
    """One or three names are refused with an example."""
    with pytest.raises(UsageError, match="is not two names"):
        both_sides(names)


def test_seats_for_others() -> None:
    """`@NAME` reserves a seat for a player, and `bot:NAME` for a bot."""
    command = create(MatchSetup("mnk", seats=("@deep blue", "bot: Zoë ", "invite:ann")))
    assert command.seats == [Invite(name="deep blue"), Bot(name="Zoë"), Invite(name="ann")]


def test_terms_of_a_match() -> None:
    """Visibility, delay, opening moves and the number of games reach the command."""
    terms = MatchSetup(
        "mnk", moves="b2, a1", visibility="private", watchable=False, delay="2+30s", chat=False, rated=True, games=4
    )
    command = create(terms)
    assert (command.moves, command.visibility, command.series) == (["b2", "a1"], "private", 4)
    assert (command.watchable, command.chat, command.rated) == (False, False, True)
    assert command.delay == Delay(moves=2, seconds=30)


def test_looking_for_an_opponent() -> None:
    """A seek has a game with its options, or neither."""
    command = seek("mnk", ["columns=5"], "5+3", rated=True)
    assert (command.game, command.options, command.rated) == ("mnk", {"columns": 5}, True)
    assert seek(None, (), None, rated=False).game is None
    with pytest.raises(UsageError, match="need a game"):
        seek(None, (), "5+3", rated=False)


@pytest.mark.parametrize(
    ("arrangement", "sentence"),
    [
        (MatchSetup("mnk", delay="soon"), "is not a delay"),
        (MatchSetup("mnk", delay="99"), "is not a delay"),
        (MatchSetup("mnk", seats=("@", "open")), "must not be empty"),
        (MatchSetup("mnk", games=1000), "series"),
        (MatchSetup("mnk", ["columns"]), "is not an option"),
        (MatchSetup("mnk", ["=5"]), "is not an option"),
        (MatchSetup("mnk", clock="fast"), "is not a clock"),
        (MatchSetup("mnk", clock="0+3"), "is not a clock"),
        (MatchSetup("mnk", opponent="alphabeta:speed=1"), "speed=1"),
        (MatchSetup("mnk", opponent="alphabeta:seconds=0"), "at least 0.001"),
        (MatchSetup("mnk", seats=("me", "me"), first="them"), "does not go with --seat"),
        (MatchSetup("x" * 40), "at most 32 characters"),
        (MatchSetup("mnk", seats=("me:", "me")), "must not be empty"),
    ],
)
def test_invalid_setups(arrangement: MatchSetup, sentence: str) -> None:
    """An invalid setup is an error before the server is asked."""
    with pytest.raises(UsageError, match=sentence):
        create(arrangement)


def test_requests_become_commands() -> None:
    """A request becomes a game with options and moves, a match with its key, or leaf values."""
    of = explain_command(ExplainRequest("mnk", options=("columns=5",), moves="b2, a1", depth=2)).of
    assert of == OfGame(game="mnk", options={"columns": 5}, moves=["b2", "a1"])
    assert explain_command(ExplainRequest(match="K7QX42"), "a-key").of == OfMatch(match="K7QX42", key="a-key")
    assert explain_command(ExplainRequest(tree="[1, 2]", first="min")).of == OfLeaves(tree="[1, 2]", first="min")


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (ExplainRequest(), "but none is given"),
        (ExplainRequest("nim", match="K7QX42"), "not game and match"),
        (ExplainRequest(tree="[1]", moves="b2"), "go with a game"),
        (ExplainRequest("nim", first="min"), "the side to move is max"),
    ],
)
def test_invalid_requests(wanted: ExplainRequest, sentence: str) -> None:
    """An invalid request is an error before the server is asked."""
    with pytest.raises(UsageError, match=sentence):
        explain_command(wanted)
