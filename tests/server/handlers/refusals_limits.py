"""Scripts that provoke the refusals of limits."""

from typing import Any

from kibitz_protocol.refusals import Close, Code
from tests.server.handlers.provocation import Scene, close_code, provokes
from tests.server.wire import ME, engine

SLOW = engine("minimax", seconds=30)


@provokes(Code.BUSY, searches_waiting="1")
async def busy(scene: Scene) -> Any:
    ann = await scene.call()
    while (answer := await ann.ask("create", game="connect4", seats=[SLOW, SLOW])).t == "accepted":
        await ann.until("snapshot")
    assert answer.retry_after_s > 0
    return answer


@provokes(Code.ENGINE_BUDGET, guest_search="1/3600s")
async def engine_budget(scene: Scene) -> Any:
    ann = await scene.call()
    while True:
        answer = await ann.ask("create", game="tictactoe", seats=[ME, engine("minimax", seconds=1)])
        if answer.t == "refused":
            break
        state = (await ann.until("snapshot")).state
        await ann.ask("move", match=answer.result.code, ply=0, move=state.legal[0])
        await ann.until("moved")
        await ann.until("moved")
    assert answer.retry_after_s > 0
    return answer


@provokes(Close.TOO_MANY, messages="5/60s", patience="2/60s")
async def closed_for_too_many_messages(scene: Scene) -> Any:
    ann = await scene.call()
    for number in range(20):
        await ann.send({"t": "ping", "id": str(number)})
    return await close_code(ann)
