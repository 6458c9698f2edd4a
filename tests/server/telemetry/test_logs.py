"""Log lines: what each of them has besides its event."""

import contextvars

from kibitz_server.telemetry.logs import CONNECTION, add_connection


def test_a_line_has_the_number_of_its_connection() -> None:
    """A line names the connection in whose context it is written, and has no such field elsewhere."""

    def line() -> str | None:
        return add_connection(None, "info", {"event": "said"}).get("connection")

    context = contextvars.copy_context()
    context.run(CONNECTION.set, 0x2A)
    assert context.run(line) == "0000002a"
    assert contextvars.Context().run(line) is None
