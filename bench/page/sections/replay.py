"""Going through a long match by its slider."""

from collections.abc import AsyncIterator

from playwright.async_api import Browser

from bench.engine.figures import Figure
from bench.page.browser import visit
from bench.page.matches import long_match, players
from bench.page.scale import Scale

GOAL_FRAMES = 30.0
SLIDER = ".scrub input[type=range]"
# The slider goes from end to end and back, so that each frame shows another position. A frame counts if the board has
# changed since the one before.
DRAG = """async (seconds) => {
  const slider = document.querySelector("SLIDER");
  const plies = Number(slider.max);
  const stride = 7;
  let drawn = 0;
  let before = "";
  const counted = await probe.count(seconds, (frame) => {
    const {position} = document.querySelector("kibitz-board").view;
    if (position.position !== before) drawn++;
    before = position.position;
    const place = (frame * stride) % (2 * plies);
    slider.value = String(place <= plies ? place : 2 * plies - place);
    slider.dispatchEvent(new Event("input", {bubbles: true}));
  });
  return {...counted, drawn: drawn / counted.seconds};
}""".replace("SLIDER", SLIDER)


async def replay(browser: Browser, address: str, scale: Scale) -> AsyncIterator[Figure]:
    """Drag the slider of a match of draughts, and count the positions that are drawn."""
    site = address.replace("ws://", "http://")
    async with players(address) as pair:
        match = await pair.match("draughts")
        await match.play(long_match(scale.plies))
        await match.end()
        for rate in scale.slow_downs:
            async with visit(browser, f"{site}/replay/{match.code}", rate) as seen:
                await seen.page.locator("kibitz-board .cells").wait_for()
                await seen.when(f"document.querySelector('{SLIDER}').max >= {scale.plies}")
                await seen.page.evaluate("new Promise((done) => requestIdleCallback(done))")
                since = await seen.now()
                counted = await seen.page.evaluate(DRAG, scale.seconds)
                longest = await seen.longest_task(since)
            frames = f"{counted['rate']:.0f} frames/s, longest {counted['longest']:.0f} ms"
            detail = f"draughts, {scale.plies} plies, 7 plies a step; {frames}"
            yield Figure(f"replay, {rate}x", counted["drawn"], "positions/s", GOAL_FRAMES, True, detail)
            yield Figure(
                f"longest task in a replay, {rate}x", longest, "ms", 100, False, "0 means that none took 50 ms"
            )
