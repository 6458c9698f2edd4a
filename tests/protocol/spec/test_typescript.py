"""TypeScript declarations of the protocol."""

import re

from kibitz_protocol.spec import typescript


def test_a_server_sends_all_fields_and_a_client_need_not() -> None:
    """Fields with a default are optional only where a client writes them."""
    text = typescript.text()
    (snapshot,) = re.findall(r"export interface Snapshot \{(.*?)\n\}", text, re.DOTALL)
    assert "?:" not in snapshot
    (watch,) = re.findall(r"export interface Watch \{(.*?)\n\}", text, re.DOTALL)
    assert "  match: string;" in watch
    assert "  since?: number | null;" in watch


def test_every_type_that_is_used_is_declared() -> None:
    """No reference leads nowhere."""
    text = re.sub(r'/\*\*.*?\*/|"[^"]*"', "", typescript.text(), flags=re.DOTALL)
    declared = set(re.findall(r"export (?:interface|type) (\w+)", text))
    used = set(re.findall(r"(?:: |\| |= |\()([A-Z]\w+)", text)) - {"Exclude", "NonNullable"}
    assert used <= declared
