"""Completeness of the tables of provoked refusals."""

from kibitz_protocol.refusals import Close, Code
from tests.server.handlers import refusals, refusals_accounts, refusals_limits
from tests.server.handlers.provocation import CLOSES, REFUSALS

TABLES = (refusals, refusals_limits, refusals_accounts)
WEBSOCKET = {1009}
"""Close codes of WebSocket itself, which a server's own list need not have."""


def test_every_refusal_is_in_the_table() -> None:
    """Each refusal code has a script, which `test_refusals.py` runs."""
    missing = [code.value for code in Code if code not in REFUSALS]
    assert not missing, f"add a script for each to tests/server/handlers/refusals*.py: {', '.join(missing)}"


def test_every_close_code_is_in_the_table() -> None:
    """Each close code has a script."""
    codes = {value: name for name, value in vars(Close).items() if name.isupper()}
    missing = [f"{name} ({value})" for value, name in codes.items() if value not in CLOSES]
    assert not missing, f"add a script for each to tests/server/handlers/refusals*.py: {', '.join(missing)}"
    assert set(CLOSES) <= set(codes) | WEBSOCKET
