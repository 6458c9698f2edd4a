"""A running server keeps its promises to random clients: a short run of the live fuzzing."""

import json
from collections import Counter
from random import Random

import pytest

from kibitz_protocol.codec import BadMessage, decode_to_server
from tests.fuzz.commands import NEVER, CommandGenerator, Seen
from tests.fuzz.live import LiveFuzz
from tests.server_thread import serving


def test_generated_commands_fit_the_schema() -> None:
    """Each command of the protocol is generated, and is read by the models if no odd text is in it."""
    generator = CommandGenerator(Random(1), Seen())
    read = dict.fromkeys(generator.kinds, 0)
    for kind in generator.kinds:
        for _ in range(40):
            try:
                read[kind] += decode_to_server(json.dumps(generator.command(kind))).t == kind
            except BadMessage:
                continue
    assert not [kind for kind, count in read.items() if count < 4]
    assert not NEVER & set(read)


@pytest.mark.io
async def test_a_server_keeps_its_promises() -> None:
    """Each command is answered once and never by `internal`, and a client beside is answered in time."""
    with serving(limits="off") as address:
        fuzz = LiveFuzz(address, seed=3)
        await fuzz.run(bursts=12)
    answers = sum((client.codes for client in fuzz.clients), Counter[str]())
    assert answers["accepted"] > 20, fuzz.report()
    assert len(answers) > 10, fuzz.report()
