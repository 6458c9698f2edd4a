"""From a move to its paint: the opponent's one from its frame, the own one from the click."""

import statistics
from collections.abc import AsyncIterator

from playwright.async_api import Browser

from bench.engine.figures import Figure
from bench.page.browser import Visit, visit
from bench.page.matches import Players, players
from bench.page.scale import BoardSize, Scale
from kibitz_client.sdk import LiveMatch, MatchSetup

VIEW = "document.querySelector('kibitz-board').view"
GOAL_MS = 50.0


async def moves(browser: Browser, address: str, scale: Scale) -> AsyncIterator[Figure]:
    """Play on boards of several sizes, with the page at one seat."""
    site = address.replace("ws://", "http://")
    for rate in scale.slow_downs:
        tasks = []
        async with players(address) as pair:
            for board in scale.boards:
                watched, longest = await _watched(browser, site, pair, scale, board, rate)
                yield watched
                tasks.append(longest)
                clicked, longest = await _clicked(browser, site, pair, scale, board, rate)
                yield clicked
                tasks.append(longest)
        detail = "0 means that none took 50 ms"
        yield Figure(f"longest task in a match, {rate}x", max(tasks), "ms", 100, False, detail)


async def _watched(
    browser: Browser, site: str, pair: Players, scale: Scale, board: BoardSize, rate: int
) -> tuple[Figure, float]:
    """Watch moves of two clients."""
    match = await pair.match(board.game, board.options)
    await match.play(board.played)
    async with visit(browser, f"{site}/{match.code}", rate) as seen:
        since = await _open(seen)
        for number in range(scale.moves):
            await match.move()
            await seen.when(f"probe.moves.length > {number}")
        times = await seen.probe("moves")
        longest = await seen.longest_task(since)
    await match.end()
    return _figure(f"frame of a move to paint, {board.name}, {rate}x", times), longest


async def _clicked(
    browser: Browser, site: str, pair: Players, scale: Scale, board: BoardSize, rate: int
) -> tuple[Figure, float]:
    """Play against the page, which clicks."""
    hosted: LiveMatch = await pair.host.create(MatchSetup(board.game, options=board.options))
    async with visit(browser, f"{site}/{hosted.code}", rate) as seen:
        await seen.page.get_by_role("button", name="Take the seat").click()
        await hosted.turn()
        since = await _open(seen)
        for number in range(scale.moves):
            state = await hosted.turn()
            assert state is not None
            await hosted.move(state.position.legal[number])
            await seen.when(f"{VIEW}.position.ply === {2 * number + 1} && {VIEW}.interactive")
            cell = await seen.page.evaluate(f"{VIEW}.position.paths.at(-1)[0]")
            box = await seen.page.locator(f"[data-cell='{cell}']").bounding_box()
            assert box is not None
            await seen.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            await seen.when(f"probe.clicks.length > {number}")
        times = await seen.probe("clicks")
        reported = await seen.probe("reported")
        longest = await seen.longest_task(since)
    await hosted.resign()
    figure = _figure(
        f"own click to paint, {board.name}, {rate}x",
        times,
        f"; Event Timing at most {max(reported, default=16):.0f} ms",
    )
    return figure, longest


async def _open(seen: Visit) -> float:
    """Wait for the board and for quiet, and return when that was."""
    await seen.page.locator("kibitz-board .cells").wait_for()
    await seen.page.evaluate("new Promise((done) => requestIdleCallback(done))")
    return await seen.now()


def _figure(quantity: str, times: list[dict[str, float]], more: str = "") -> Figure:
    painted = [each["painted"] for each in times]
    main = statistics.median(each["main"] for each in times)
    detail = (
        f"median of {len(painted)}, at most {max(painted):.0f} ms; the main thread was done after {main:.0f} ms{more}"
    )
    return Figure(quantity, statistics.median(painted), "ms", GOAL_MS, False, detail)
