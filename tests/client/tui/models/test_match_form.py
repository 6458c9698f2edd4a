"""The values of the new-match form, and the field of each error."""

import pytest

from kibitz_client.parsing.arguments import MatchSetup, create
from kibitz_client.tui.models.match_form import MatchForm, WrongField, refused_at
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Create


def same(one: Create, other: Create) -> bool:
    """Return whether two commands create the same match."""
    return one.model_dump(exclude={"id"}) == other.model_dump(exclude={"id"})


@pytest.mark.parametrize(
    ("form", "setup"),
    [
        (MatchForm("connect4"), MatchSetup("connect4", opponent="level:3", first="me")),
        (MatchForm("connect4", opponent="open", details=""), MatchSetup("connect4", first="me")),
        (
            MatchForm("connect4", {"columns": "6"}, "engine", "mcts", "playouts=500,seed=1", first="them"),
            MatchSetup("connect4", ["columns=6"], opponent="mcts:playouts=500,seed=1", first="them"),
        ),
        (
            MatchForm("nim", opponent="engine", algorithm="random", details=""),
            MatchSetup("nim", opponent="random", first="me"),
        ),
        (MatchForm("nim", opponent="bot", details="fred"), MatchSetup("nim", opponent="bot:fred", first="me")),
        (
            MatchForm(
                "nim", opponent="invite", details="@ann", first="random", visibility="private", chat="no", start="wait"
            ),
            MatchSetup("nim", opponent="@ann", first="random", visibility="private", chat=False, autostart=False),
        ),
        (
            MatchForm("nim", opponent="seats", details="@ann bot:fred", delay="30s", thinking="hide", watchers="no"),
            MatchSetup("nim", seats=["@ann", "bot:fred"], delay="30s", show_thinking=False, watchable=False),
        ),
        (
            MatchForm("nim", opponent="duel", details="level:1 level:2", games="10", rated="rated", thinking="show"),
            MatchSetup("nim", seats=["level:1", "level:2"], games=10, rated=True, show_thinking=True, engine_pace=1.0),
        ),
        (MatchForm("nim", pace="1.5"), MatchSetup("nim", opponent="level:3", first="me", engine_pace=1.5)),
        (
            MatchForm("nim", opponent="together", details="Ann, Bob"),
            MatchSetup("nim", seats=["me:Ann", "me:Bob"]),
        ),
        (
            MatchForm("nim", opponent="together", details="", first="random"),
            MatchSetup("nim", seats=["me", "me"], first="random"),
        ),
        (
            MatchForm("reversi", clock="5+3", position="X 34", moves="d3, c5"),
            MatchSetup("reversi", opponent="level:3", first="me", clock="5+3", position="X 34", moves="d3 c5"),
        ),
    ],
)
def test_form_makes_the_same_command_as_the_command_line(form: MatchForm, setup: MatchSetup) -> None:
    """The fields make the same command as the arguments of `kibitz host`."""
    assert same(form.command(), create(setup))


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (MatchForm("nim", details="11"), "details"),
        (MatchForm("nim", details="strong"), "details"),
        (MatchForm("nim", opponent="engine", details="second=1"), "details"),
        (MatchForm("nim", opponent="invite", details=""), "details"),
        (MatchForm("nim", opponent="bot", details=" "), "details"),
        (MatchForm("nim", opponent="together", details="Ann"), "details"),
        (MatchForm("nim", opponent="duel", details="level:1"), "details"),
        (MatchForm("nim", opponent="seats", details="me bot:"), "details"),
        (MatchForm("nim", clock="soon"), "clock"),
        (MatchForm("nim", delay="late"), "delay"),
        (MatchForm("nim", pace="slow"), "pace"),
        (MatchForm("nim", pace="11"), "pace"),
        (MatchForm("nim", games="0"), "games"),
        (MatchForm("nim", games="many"), "games"),
        (MatchForm("nim", position="x" * 100_000), "position"),
        (MatchForm("nim", moves="x" * 100_000), "moves"),
    ],
)
def test_what_is_wrong_has_a_field(form: MatchForm, field: str) -> None:
    """An invalid value is an error of its field, without a request."""
    with pytest.raises(WrongField) as caught:
        form.command()
    assert caught.value.field == field
    assert len(str(caught.value)) < 100_100


@pytest.mark.parametrize(
    ("code", "sentence", "field"),
    [
        (Code.BAD_OPTION, "rows goes from 1 to 19", "option-rows"),
        (Code.BAD_OPTION, "option rows is 3 with columns=3, not 99", "option-rows"),
        (Code.BAD_OPTION, "option to is 0 to 25, not 26", "option-to"),
        (Code.BAD_OPTION, "option columns is 1 to 19, not 20", "option-columns"),
        (Code.BAD_OPTION, "that does not go together", "option-columns"),
        (Code.BAD_POSITION, "", "position"),
        (Code.UNFIT_ENGINE, "", "details"),
        (Code.DRAINING, "", None),
    ],
)
def test_where_a_refusal_belongs(code: Code, sentence: str, field: str | None) -> None:
    """A refusal belongs to the field that it is about, or to none."""
    assert refused_at(code, sentence, {"columns": "3", "to": "9", "rows": "99"}) == field
