"""Commands of spectators: watch and unwatch a match, chat in its room, and mute players."""

from kibitz_protocol import to_server
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.handlers import access
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.messages import replies
from kibitz_server.runtime.room import Room


async def watch(request: Request[to_server.Watch]) -> None:
    """Add the client to the room of a match, or of the match on TV."""
    message = request.message
    if access.is_tv(message.match):
        await _watch_tv(request)
    else:
        enter(request, await access.find_watchable(request), message.since, preview=message.preview)


def unwatch(request: Request[to_server.Unwatch]) -> None:
    """Remove the client from the room of a match."""
    room = access.find(request)
    if room not in request.client.rooms:
        request.refuse(Code.NOT_WATCHING, hint="watch it first")
        return
    room.leave(request.client)
    request.runtime.tv.tune_out(request.client, room)
    request.reply()


def enter(
    request: Request[to_server.Watch] | Request[to_server.Join] | Request[to_server.Start],
    room: Room,
    since: int | None = None,
    *,
    preview: bool = False,
) -> None:
    """Add the client to a room, and answer with its seat there.

    Args:
        request: the command.
        room: the room of the match.
        since: the number of the last event that the client knows; None for a snapshot.
        preview: whether the client is not one of the spectators.
    """
    entered = replies.entered(room.match, request.client.player.id)

    def answer(saved: bool) -> None:
        if saved:
            request.reply(entered)
        else:
            request.refuse(Code.NOT_SAVED, hint="watch the match again in a moment")

    request.runtime.clients.watch(room, request.client, since, answer, preview=preview)


def chat(request: Request[to_server.Chat]) -> None:
    """Send a chat line to a room."""
    client = request.client
    room = access.find(request)
    if room not in client.rooms or (room.previewed_by(client) and room.match.seat_of(client.player.id) is None):
        request.refuse(Code.NOT_WATCHING, hint="watch the match to chat there")
        return
    if not room.match.created.terms.chat:
        request.refuse(Code.CHAT_OFF)
        return
    request.context.moderation.check_not_muted(client.player, client.info.block)
    request.reply()
    room.say(client.player, request.message.text, request.runtime.wall_clock())


def mute(request: Request[to_server.Mute]) -> None:
    """Mute a player for this client's player, or unmute it."""
    mutes, player_id, name = request.runtime.mutes, request.client.player.id, request.message.name
    if not request.message.on:
        mutes.unmute(player_id, name)
    elif not mutes.mute(player_id, name):
        request.refuse(Code.TOO_MANY, "you have muted too many players", "unmute one of them first")
        return
    request.reply()


async def _watch_tv(request: Request[to_server.Watch]) -> None:
    """Add the client to the spectators of TV, who are moved to the next match after the end of each."""
    room = await AwaitedOutcome[Room | None](lambda then: request.runtime.tv.tune_in(request.client, then))
    if room is None:
        hint = "start one: kibitz duel connect4 alphabeta minimax"
        raise CommandRefused(Code.UNKNOWN_MATCH, "no match is live at the moment", hint)
    request.reply(replies.entered(room.match, request.client.player.id))
