"""Presence of entrants: an arena pairs no absent player, and a bot that is away rests until it returns."""

from kibitz_server.core.tournament.commands import NotePresence, Rest
from kibitz_server.core.tournament.values import Format
from kibitz_server.runtime.attendance.presence import SETTLE_S
from kibitz_server.runtime.tournaments.attendance import AWAY, RETURN_S
from kibitz_server.runtime.tournaments.running import TournamentRoom
from tests.fakes.server import RecordingConnection
from tests.server.core.tournament.play import engine, make_command, people, person
from tests.server.runtime.tournaments.playing import OneByOne, TournamentServer

BOT = person("bot", bot=True)


def resting(room: TournamentRoom) -> list[tuple[str, str]]:
    """Return the names of the entrants that rest, and why."""
    return [(each.entrant.name, each.reason) for each in room.tournament.entrants if each.resting]


def depart(server: TournamentServer, connection: RecordingConnection) -> None:
    """Let a client disconnect."""
    server.runtime.clients.depart(connection)


async def test_a_bot_that_is_away_rests_until_it_returns() -> None:
    """A dropped connection that is back in a moment changes nothing; a person does not rest."""
    server = TournamentServer()
    bot, ann = server.connect("bot", bot=True), server.connect("p1")
    room = server.create(make_command(Format.SWISS, [BOT, *people(2)], start_now=False))
    depart(server, bot.connection)
    server.scheduler.advance(SETTLE_S - 0.1)
    bot = server.connect("bot", bot=True)
    server.scheduler.advance(10.0)
    server.store.commit()
    assert resting(room) == []
    for client in (bot, ann):
        depart(server, client.connection)
    server.scheduler.advance(SETTLE_S)
    server.store.commit()
    assert resting(room) == [("bot", AWAY)]
    server.connect("bot", bot=True)
    server.store.commit()
    assert resting(room) == []


async def test_a_bot_that_chose_to_rest_rests_on() -> None:
    """Its return does not end a pause of its own."""
    server = TournamentServer()
    bot = server.connect("bot", bot=True)
    room = server.create(make_command(Format.SWISS, [BOT, *people(2)], start_now=False))
    server.do(room, Rest(bot.connection.player))
    depart(server, bot.connection)
    server.scheduler.advance(SETTLE_S)
    server.connect("bot", bot=True)
    server.store.commit()
    assert resting(room) == [("bot", "")]


async def test_bots_have_time_to_return_after_a_restart() -> None:
    """Those that are not back by then rest; one that rested because it was away returns also after a restart."""
    store = OneByOne()
    server = TournamentServer(store)
    for name in ("bot", "other"):
        server.connect(name, bot=True)
    other = person("other", bot=True)
    room = server.create(make_command(Format.SWISS, [BOT, other, *people(2)], start_now=False))
    server = TournamentServer(store)
    server.runtime.loading.run()
    server.connect("other", bot=True)
    found = server.director.rooms.find(room.id)
    assert found is not None
    server.scheduler.advance(RETURN_S - 1)
    store.commit()
    assert resting(found) == []
    server.scheduler.advance(1.0)
    store.commit()
    assert resting(found) == [("bot", AWAY)]
    server = TournamentServer(store)
    server.runtime.loading.run()
    server.connect("bot", bot=True)
    store.commit()
    found = server.director.rooms.find(room.id)
    assert found is not None
    assert resting(found) == []


async def test_a_player_is_told_the_name_of_an_engine_in_the_standings() -> None:
    """In the match the engine has the seed of that game, and its name does not."""
    server = TournamentServer()
    ann = server.connect("p1", account=True)
    room = server.create(make_command(Format.ROUND_ROBIN, [*people(1), engine("Randy"), engine("level:1")]))
    await server.until(lambda: len(room.tournament.games) == 2)
    server.store.commit()
    assert {message.opponent for message in ann.received if message.t == "paired"} <= {"Randy", "level:1"}
    assert any(message.t == "paired" for message in ann.received)


async def test_an_arena_pairs_those_who_are_there() -> None:
    """Absent entrants are not paired, also not after the start has given them other numbers."""
    server = TournamentServer()
    entrants = [person("weak", 1000), person("strong", 2000), person("mid", 1500)]
    for name in ("weak", "mid"):
        server.connect(name)
    room = server.create(make_command(Format.ARENA, entrants, minutes=5.0))
    present = server.director.present(room)
    assert present == NotePresence((2, 3))
    await server.until(lambda: bool(room.tournament.games))
    game = room.tournament.games[0]
    assert {room.tournament.entrant(number).entrant.name for number in (game.first, game.second)} == {"weak", "mid"}
    strong = server.connect("strong")
    assert server.director.present(room) == NotePresence((1, 2, 3))
    depart(server, strong.connection)
    server.scheduler.advance(SETTLE_S)
    assert server.director.present(room) == NotePresence((2, 3))


async def test_a_player_who_was_away_is_led_to_the_game_once() -> None:
    """That holds for the first connection alone, and after a restart for players without a move."""
    store = OneByOne()
    server = TournamentServer(store)
    server.create(make_command(Format.ROUND_ROBIN, people(2), first_move_s=600.0))
    first, second = server.connect("p1"), server.connect("p1")
    store.commit()
    told = [[message.t for message in client.received].count("paired") for client in (first, second)]
    assert told == [1, 0]
    server = TournamentServer(store)
    server.runtime.loading.run()
    back = server.connect("p1")
    store.commit()
    assert [message.t for message in back.received].count("paired") == 1
