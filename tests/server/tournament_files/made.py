"""Finished tournaments as files, as clients get them from a server in memory."""

import asyncio
import json
from typing import Any

from kibitz_server.cli.tournament import _pair
from kibitz_server.tournament_files.verify import CompleteFile, Verification, verify
from tests.server.conftest import FakeClient
from tests.server.handlers.tournaments.stage import begin, create, do, engines, play, playing_server, saved

SIZES = {"match": 2, "gauntlet": 3, "round-robin": 4, "swiss": 5, "knockout": 5, "arena": 4, "ladder": 3}


async def finished(format: str, **terms: Any) -> tuple[FakeClient, str]:
    """Return the organiser and the code of a tournament of engines that is over, a ladder of people."""
    server = playing_server()
    begin(server)
    ann = server.connect("ann", account=True)
    count = SIZES[format]
    more: dict[str, Any] = {"openings": {}} if format in ("match", "gauntlet", "round-robin") else {}
    code = await create(ann, format, terms={**more, **terms}, engines=engines(count) if format != "ladder" else [])
    players: tuple[FakeClient, ...] = ()
    if format == "ladder":
        players = (ann, server.connect("bob"), server.connect("eve"))
        for client in players:
            await do(client, "enter", tournament=code)
    await do(ann, "start", tournament=code)
    if format == "ladder":
        await do(players[2], "challenge", tournament=code, entrant="bob")
        await do(players[1], "answer", tournament=code, challenge=1, accept=True)
        (room,) = server.runtime.rooms.all
        players[1].ask("resign", match=room.match.created.code)
        await saved(server)
        await do(ann, "cancel", tournament=code)
    await play(server, code, players)
    return ann, code


async def exported(client: FakeClient, code: str, form: str = "json") -> str:
    """Return a tournament as a file, put together from its pages."""
    text, since = "", 0
    while since is not None:
        answer = await do(client, "export", tournament=code, form=form, since=since)
        assert answer.t == "accepted", answer
        text, since = text + answer.result.content, answer.result.next
    return text


async def verified(content: str | dict[str, Any], *, engines: bool = False) -> Verification:
    """Verify the content of a file."""
    text = content if isinstance(content, str) else json.dumps(content)
    return await asyncio.to_thread(verify, CompleteFile(text.encode()), _pair(), engines=engines)
