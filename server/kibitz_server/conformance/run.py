"""Run of `kibitz-server check-client`: a local server, a proxy that provokes faults, and a report."""

import asyncio
import contextlib
import json
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection, connect

from kibitz_server import app
from kibitz_server.conformance.examiner import Examiner, ScenarioResult
from kibitz_server.conformance.proxy import Proxy, listen
from kibitz_server.settings import Settings

OPPONENT = {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 1}}}
PASSED, FAILED = 0, 1
DISCONNECT_S = 2.0
"""How long the client may stay connected after the last check."""
POLL_S = 0.05

Say = Callable[[str], None]


class MatchRefused(Exception):
    """The match cannot be created; the text is the server's sentence."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


async def examine(game: str, host: str, port: int, patience_s: float, *, as_json: bool, say: Say) -> int:
    """Host a match with a free seat, examine the client that takes it, and return the exit code.

    Args:
        patience_s: Seconds without a move after which the examination stops.
        say: Prints a line; called on the event loop's thread.

    Raises:
        MatchRefused: The server cannot create the match.
        OSError: The address cannot be listened on.
    """
    settings = Settings(database=":memory:", host=["127.0.0.1"], port=0, slots=1, seed=1, log_level="error")
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(app.running(settings))
        host_client = await stack.enter_async_context(connect(server, compression=None, proxy=None, max_size=None))
        match, code = await _create_match(host_client, game)
        examiner = Examiner(match)
        proxy = Proxy(server, examiner)
        address = await stack.enter_async_context(listen(proxy, host, port))
        if as_json:
            say(json.dumps({"address": address, "code": code, "game": game}))
        else:
            say(f"listening on {address}")
            say(f"let your client take the free seat of match {code} ({game}), for example")
            say(f"  kibitz bot run my_bot:MyBot --match {code} --server {address}")
        await _until_over(examiner, patience_s)
        if examiner.over:
            await _until_answered(examiner, proxy, patience_s)
    return _report(examiner.conclude(), as_json=as_json, say=say)


async def _create_match(client: ClientConnection, game: str) -> tuple[str, str]:
    """Create the match, and return its id and code."""
    send, recv = client.send, client.recv
    await send(json.dumps({"t": "hello", "name": "examiner"}))
    welcome = json.loads(await recv())
    assert welcome["t"] == "welcome"
    seats = [{"kind": "open"}, OPPONENT]
    await send(json.dumps({"t": "create", "id": "1", "game": game, "seats": seats}))
    while (answer := json.loads(await recv()))["t"] not in ("accepted", "refused"):
        pass
    if answer["t"] == "refused":
        raise MatchRefused(answer["message"], answer["hint"] or "")
    result = answer["result"]
    return result["match"], result["code"]


async def _until_over(examiner: Examiner, patience_s: float) -> None:
    """Wait until the match is over, or the client makes no progress for `patience_s`."""
    loop = asyncio.get_running_loop()
    seen, since = -1, loop.time()
    while not examiner.over:
        if examiner.progress != seen:
            seen, since = examiner.progress, loop.time()
        elif loop.time() - since >= patience_s:
            examiner.stop(f"it did nothing for {patience_s:g} s")
            return
        await asyncio.sleep(POLL_S)


async def _until_answered(examiner: Examiner, proxy: Proxy, patience_s: float) -> None:
    """Wait until the client answers the rematch offer or disconnects, then give it time to disconnect."""
    loop = asyncio.get_running_loop()
    until = loop.time() + patience_s
    while not (examiner.answered or proxy.idle):
        if loop.time() >= until:
            break
        await asyncio.sleep(POLL_S)
    examiner.finish_rematch(disconnected=proxy.idle)
    await proxy.wait_idle(DISCONNECT_S)


def _report(findings: list[ScenarioResult], *, as_json: bool, say: Say) -> int:
    for finding in findings:
        if as_json:
            say(json.dumps({"holds": finding.passed, "what": finding.sentence, "why": finding.reason or None}))
            continue
        say(f"{'ok  ' if finding.passed else 'FAIL'}  {finding.sentence}")
        if finding.reason:
            say(f"      {finding.reason}")
    failed = sum(not finding.passed for finding in findings)
    if not as_json:
        say(f"{failed} of {len(findings)} checks failed" if failed else f"all {len(findings)} checks passed")
    return FAILED if failed else PASSED
