"""Remembered answers: repeated commands, reused ids, and bounded memory."""

import tracemalloc
from typing import Any

from kibitz_protocol.codec import decode_to_server, encode
from kibitz_server.handlers.answers import KEPT_ANSWERS, KEPT_BYTES, KEPT_S, Answers, Begun
from kibitz_server.messages.outgoing import OutgoingMessage
from tests.fakes.server import RecordingConnection
from tests.server.conftest import InProcessServer, pair


class Receiver(RecordingConnection):
    """Client that keeps its messages as they are."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.sent: list[bytes] = []

    def send(self, letter: OutgoingMessage) -> None:
        self.sent.append(letter.data)


class Clock:
    """Time that the test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def chat(id: str, text: str = "hello") -> Any:
    """Return a command."""
    return decode_to_server(encode({"t": "chat", "id": id, "match": "M", "text": text}))


def carry_out(answers: Answers, client: Receiver, id: str, answer: bytes = b"{}") -> None:
    """Begin and answer a command."""
    assert answers.begin(client, chat(id)) is Begun.NEW
    answers.end(client, id, answer)


def test_a_repeated_command_gets_its_answer() -> None:
    """The kept answer is sent again."""
    answers, ann = Answers(), Receiver("ann")
    carry_out(answers, ann, "1", b"first")
    assert answers.begin(ann, chat("1")) is Begun.REPEATED
    assert ann.sent == [b"first", b"first"]


def test_another_command_with_the_same_id_is_told_apart() -> None:
    """It changes nothing for the first command, whether that is answered or in progress."""
    answers, ann, later = Answers(), Receiver("ann"), Receiver("ann")
    answers.begin(ann, chat("1"))
    assert answers.begin(later, chat("1", "another")) is Begun.REUSED
    answers.end(ann, "1", b"first")
    assert answers.begin(later, chat("1", "another")) is Begun.REUSED
    assert (ann.sent, later.sent) == ([b"first"], [])


def test_a_shorter_answer_may_be_kept() -> None:
    """The first answer is complete, and the repeated one is the kept one."""
    answers, ann = Answers(), Receiver("ann")
    answers.begin(ann, chat("1"))
    answers.end(ann, "1", b"complete", kept=b"short")
    answers.begin(ann, chat("1"))
    assert ann.sent == [b"complete", b"short"]


def test_the_answers_of_a_player_are_bounded() -> None:
    """The oldest are forgotten, by number and by size. What is forgotten is carried out again."""
    answers, ann, bob = Answers(), Receiver("ann"), Receiver("bob")
    for number in range(KEPT_ANSWERS + 1):
        carry_out(answers, ann, str(number))
    assert answers.begin(ann, chat("1")) is Begun.REPEATED
    assert answers.begin(ann, chat("0")) is Begun.NEW
    carry_out(answers, bob, "small")
    carry_out(answers, bob, "half", bytes(KEPT_BYTES // 2))
    carry_out(answers, bob, "other half", bytes(KEPT_BYTES // 2))
    assert answers.begin(bob, chat("other half")) is Begun.REPEATED
    assert answers.begin(bob, chat("small")) is Begun.NEW


def test_all_answers_together_are_bounded() -> None:
    """The player without a command for the longest time is forgotten first."""
    answers = Answers(most_bytes=10 * KEPT_BYTES)
    players = [Receiver(str(number)) for number in range(40)]
    for player in players:
        carry_out(answers, player, "1", bytes(KEPT_BYTES // 2))
    assert answers.size <= 10 * KEPT_BYTES
    assert answers.begin(players[-1], chat("1")) is Begun.REPEATED
    assert answers.begin(players[0], chat("1")) is Begun.NEW


def test_the_answers_of_players_who_left_are_forgotten() -> None:
    """Some minutes after a player's last command nothing is left of it."""
    clock = Clock()
    answers, ann, bob = Answers(clock), Receiver("ann"), Receiver("bob")
    carry_out(answers, ann, "1", bytes(10_000))
    clock.now += KEPT_S
    carry_out(answers, bob, "1")
    assert answers.begin(ann, chat("1")) is Begun.REPEATED
    clock.now += KEPT_S + 1
    carry_out(answers, bob, "2")
    assert answers.begin(ann, chat("1")) is Begun.NEW


def test_the_size_is_that_of_the_memory() -> None:
    """The count of bytes is the memory that the answers take, within a third."""
    clients = [Receiver(str(number)) for number in range(60)]
    tracemalloc.start()
    try:
        answers, before = Answers(), tracemalloc.get_traced_memory()[0]
        for client in clients:
            for number in range(KEPT_ANSWERS):
                carry_out(answers, client, f"{number:016x}", bytes(300 + number))
            client.sent.clear()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert 0.67 < answers.size / taken < 1.5


async def test_an_id_names_one_command(server: InProcessServer) -> None:
    """Another command with the id of an earlier one is refused and not carried out, in any match."""
    ann, bob, code = pair(server)
    assert ann.ask("move", id="m", match=code, ply=0, move="b2").t == "accepted"
    bob.take(), ann.take()
    refused = ann.ask("resign", id="m", match=code)
    assert (refused.code, bob.take()) == ("id_reused", [])
    assert "id of its own" in refused.hint
    assert ann.session.pending == 0
    ann.take()
    assert ann.ask("move", id="m", match=code, ply=0, move="b2").t == "accepted"


async def test_states_are_not_kept(server: InProcessServer) -> None:
    """A repeated refusal has no state, so that stale moves of a large board do not fill the memory."""
    ann, bob, code = pair(server, game="gomoku")
    for number in range(KEPT_ANSWERS):
        first = ann.ask("move", id=f"m{number}", match=code, ply=9, move="a1")
        assert first.state is not None
        ann.take(), bob.take()
    again = ann.ask("move", id="m7", match=code, ply=9, move="a1")
    assert again == first.model_copy(update={"id": "m7", "state": None})
    assert server.answers.size < 64 * 1024
