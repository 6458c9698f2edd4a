"""The command `alerts`: addresses at which a player gets alerts."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, assert_never

import structlog
from sqlalchemy.exc import SQLAlchemyError

from kibitz_protocol.commands.away import alerts as protocol
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.alerts.service import Alerts
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.runtime.room import ConnectedClient

log = structlog.get_logger(__name__)

_tasks: set[asyncio.Future[None]] = set()
"""Changes that wait for the database."""


def show(request: Request[Any]) -> None:
    """Answer with what the server offers, and the addresses of the player."""
    request.reply(_shown(request))


def look_away(request: Request[Any]) -> None:
    """Note whether the player sees this client."""
    request.runtime.reminders.look_away(request.client, away=request.message.do.away)
    request.reply()


async def change(request: Request[Any]) -> None:
    """Carry out a change, and answer with the addresses of the player.

    Raises:
        CommandRefused: The change is not possible.
    """
    work = _change(request.runtime.alerts, request.client, request.message.do)
    error: BaseException | None = await AwaitedOutcome(lambda then: _begin(work, then))
    if isinstance(error, CommandRefused):
        raise error
    if isinstance(error, SQLAlchemyError):
        raise CommandRefused(Code.NOT_SAVED, hint="try again in a moment")
    if error is not None:
        log.error("a change of alerts failed", exc_info=error)
        raise CommandRefused(Code.INTERNAL)
    request.reply(_shown(request))


def _begin(work: Coroutine[Any, Any, None], then: Callable[[BaseException | None], None]) -> None:
    """Do work in a task, and call back with its error or None."""

    def ended(task: "asyncio.Future[None]") -> None:
        _tasks.discard(task)
        then(CommandRefused(Code.DRAINING) if task.cancelled() else task.exception())

    task = asyncio.ensure_future(work)
    _tasks.add(task)
    task.add_done_callback(ended)


async def _change(alerts: Alerts, client: ConnectedClient, action: protocol.AlertChange) -> None:
    player_id, block = client.player.id, client.info.block
    match action:
        case protocol.AddPush():
            await alerts.add_push(player_id, action, block)
        case protocol.AddMail():
            await alerts.add_mail(player_id, action, block)
        case protocol.ChooseAlerts(channel=channel, kinds=kinds):
            await alerts.choose(player_id, channel, kinds)
        case protocol.RemoveAlerts(channel=channel):
            await alerts.remove(player_id, channel)
        case protocol.TryAlerts(channel=channel):
            alerts.send_trial(player_id, channel)
        case protocol.ConfirmMail(token=token):
            await alerts.confirm(token)
        case protocol.StopMail(token=token):
            await alerts.stop(token)
        case _:
            assert_never(action)


def _shown(request: Request[Any]) -> dict[str, Any]:
    return request.runtime.alerts.shown(request.client.player.id).model_dump(mode="json")
