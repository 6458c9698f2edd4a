"""`kibitz-server check-client`: a server that puts a client through everything that happens on real networks."""

import asyncio
import contextlib
import json
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection, connect

from kibitz_server import app
from kibitz_server.conformance.examiner import Examiner, Finding
from kibitz_server.conformance.proxy import Proxy, relayed
from kibitz_server.settings import Settings

OPPONENT = {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 1}}}
HOLDS, FAILS = 0, 1
FAREWELL_S = 2.0

Say = Callable[[str], None]


async def examine(game: str, host: str, port: int, patience_s: float, *, as_json: bool, say: Say) -> int:
    """Host a match with a free seat, examine whoever takes it; gives the exit code. Raises OSError."""
    settings = Settings(database=":memory:", host="127.0.0.1", port=0, slots=1, seed=1, log_level="error")
    async with contextlib.AsyncExitStack() as stack:
        address = await stack.enter_async_context(app.running(settings))
        own = await stack.enter_async_context(connect(address, compression=None, proxy=None, max_size=None))
        match, code = await _hosted(own, game)
        examiner = Examiner(match)
        front = Proxy(address, examiner)
        outside = await stack.enter_async_context(relayed(front, host, port))
        if as_json:
            say(json.dumps({"address": outside, "code": code, "game": game}))
        else:
            say(f"listening on {outside}")
            say(f"let your client take the free seat of match {code} ({game}), such as")
            say(f"  kibitz bot run my_bot:MyBot --match {code} --server {outside}")
        await _followed(examiner, patience_s)
        if examiner.over:
            await _parted(examiner, front, patience_s)
    return _tell(examiner.conclude(), as_json=as_json, say=say)


async def _hosted(own: ClientConnection, game: str) -> tuple[str, str]:
    """Make the match; gives its id and code."""
    send, recv = own.send, own.recv
    await send(json.dumps({"t": "hello", "name": "examiner"}))
    welcome = json.loads(await recv())
    assert welcome["t"] == "welcome"
    seats = [{"kind": "open"}, OPPONENT]
    await send(json.dumps({"t": "create", "id": "1", "game": game, "seats": seats}))
    while (answer := json.loads(await recv()))["t"] not in ("accepted", "refused"):
        pass
    if answer["t"] == "refused":
        raise BadGame(answer["message"], answer["hint"] or "")
    result = answer["result"]
    return result["match"], result["code"]


class BadGame(Exception):
    """The match cannot be made: a sentence, and what to do about it."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


async def _followed(examiner: Examiner, patience_s: float) -> None:
    """Until the match is over, or nothing has happened for too long."""
    loop = asyncio.get_running_loop()
    seen, since = -1, loop.time()
    while not examiner.over:
        if examiner.progress != seen:
            seen, since = examiner.progress, loop.time()
        elif loop.time() - since >= patience_s:
            examiner.give_up(f"nothing came of it within {patience_s:g} s")
            return
        await asyncio.sleep(0.05)


async def _parted(examiner: Examiner, front: Proxy, patience_s: float) -> None:
    """Until the client has answered who wants a rematch, or has left; it may still take its leave then."""
    loop = asyncio.get_running_loop()
    until = loop.time() + patience_s
    while not (examiner.answered or front.deserted):
        if loop.time() >= until:
            break
        await asyncio.sleep(0.05)
    examiner.parted(gone=front.deserted)
    await front.left(FAREWELL_S)


def _tell(findings: list[Finding], *, as_json: bool, say: Say) -> int:
    for finding in findings:
        if as_json:
            say(json.dumps({"holds": finding.holds, "what": finding.sentence, "why": finding.why or None}))
            continue
        say(f"{'ok  ' if finding.holds else 'FAIL'}  {finding.sentence}")
        if finding.why:
            say(f"      {finding.why}")
    failed = sum(not finding.holds for finding in findings)
    if not as_json:
        say(f"{failed} of {len(findings)} tasks failed" if failed else f"all {len(findings)} tasks hold")
    return FAILS if failed else HOLDS
