"""Matches that are not listed: their codes and ids cannot be found out, and no refusal names their players."""

import json
import re
from typing import Any

import pytest

from kibitz_protocol.match_codes import LONG, SHORT
from kibitz_server.accounts.ids import id_of
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.handlers.test_twins import COMMANDS

ME, OPEN = {"kind": "me"}, {"kind": "open"}
SHOWN = [{}, {"visibility": "public"}, {"listed": True}]
HIDDEN = [
    {"visibility": "unlisted"},
    {"visibility": "private"},
    {"listed": False},
    {"visibility": "unlisted", "listed": True},
]
NAMES = ("Annabel", "Bertrand", "Carolina")
LOOKS = (
    *HIDDEN,
    {"watchable": False},
    {"watchable": False, "visibility": "unlisted"},
    {"watchable": False, "rated": True},
)


def length(code: str) -> int:
    """Return the number of characters of a code that cannot be left out."""
    return len(code.replace("-", ""))


@pytest.mark.parametrize("fields", HIDDEN, ids=str)
async def test_what_is_not_listed_has_a_long_code(server: InProcessServer, fields: dict[str, Any]) -> None:
    """So do the rematch and all games of the series."""
    ann, bob = server.connect("ann"), server.connect("bob")
    seats = [ME, {"kind": "invite", "name": "bob"}]
    code = ann.host(seats=seats, **fields)
    assert re.fullmatch(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}", code)
    assert bob.ask("join", match=code.lower().replace("-", "")).t == "accepted"
    ann.ask("resign", match=code)
    ann.ask("offer", match=code, offer="rematch")
    bob.ask("accept", match=code, offer="rematch")
    (rematch,) = [m for m in ann.take() if m.t == "next" and m.why == "rematch"]
    assert length(rematch.code) == LONG
    code = ann.host(seats=seats, series=3, **fields)
    assert bob.ask("join", match=code).t == "accepted"
    ann.ask("resign", match=code)
    (following,) = [m for m in ann.take() if m.t == "next" and m.why == "series"]
    assert length(following.code) == LONG


@pytest.mark.parametrize("fields", SHOWN, ids=str)
async def test_a_listed_match_has_a_short_code(server: InProcessServer, fields: dict[str, Any]) -> None:
    """The lobby shows it to everyone."""
    assert length(server.connect("ann").host(**fields)) == SHORT


@pytest.mark.parametrize("fields", HIDDEN, ids=str)
async def test_the_id_of_a_match_cannot_be_computed(server: InProcessServer, fields: dict[str, Any]) -> None:
    """It does not follow from the player's id, which others know, and the id of the command, which is easy to guess."""
    ann = server.connect("ann")
    code = ann.host(id="c1", **fields)
    assert server.match(code).created.id != id_of(ann.connection.player.id, "c1")
    again = ann.ask("create", id="c1", game="tictactoe", seats=[ME, OPEN], **fields)
    assert again.result.code == code


def hosted(server: InProcessServer, phase: str, look: dict[str, Any]) -> tuple[list[FakeClient], str]:
    """Return players, and the code of a match between the second and the third that the first hosts."""
    people = [server.connect(name, account=True) for name in NAMES]
    host, one, two = people
    seats = [{"kind": "invite", "name": name} for name in NAMES[1:]]
    code = host.host(seats=seats, autostart=False, **look)
    if phase != "open":
        for player in (one, two):
            assert player.ask("join", match=code).t == "accepted"
    if phase in ("running", "over", "rematched"):
        assert host.ask("start", match=code).t == "accepted"
    if phase in ("over", "rematched"):
        one.ask("move", match=code, ply=0, move="b2")
        two.ask("resign", match=code)
    if phase == "rematched":
        one.ask("offer", match=code, offer="rematch")
        assert two.ask("accept", match=code, offer="rematch").t == "accepted"
    return people, code


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("phase", ["open", "full", "running", "over", "rematched"])
async def test_no_refusal_names_players(server: InProcessServer, phase: str, look: dict[str, Any]) -> None:
    """A stranger who has the code sends every command; no refusal has a name of the match, or the code of another."""
    _, code = hosted(server, phase, look)
    known = {room.match.created.id for room in server.runtime.rooms.all} | {code}
    others = {room.match.created.code for room in server.runtime.rooms.all} - {code}
    stranger = server.connect("Stranger", account=True)
    for name in (code, server.match(code).created.id):
        for t, variants in COMMANDS.items():
            for fields in variants:
                asked = json.dumps(fields).replace("{code}", name)
                if "{code}" not in json.dumps(fields) or t == "watch":
                    continue
                stranger.send(t, **json.loads(asked))
                server.store.commit()
                await server.runtime.background.settled()
                server.store.commit()
                for message in stranger.take():
                    if message.t == "refused":
                        text = f"{message.message} {message.hint}"
                        assert not any(each in text for each in (*NAMES, *others, *(known - {name, code}))), (t, text)
