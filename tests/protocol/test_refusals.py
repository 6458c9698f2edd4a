"""Tests of the closed list of refusals: every code has a message, and the core uses no other code."""

import json

import pytest

from kibitz_protocol.refusals import SENTENCES, Close, Code
from kibitz_protocol.spec import json_schema
from kibitz_server.core.values.refusal import Reason


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_message(code: Code) -> None:
    """Each code has a short message for clients that get no more specific one."""
    sentence = SENTENCES[code]
    assert len(sentence.split()) >= 3
    assert sentence[0].islower()
    assert not sentence.endswith(".")


def test_every_message_has_a_code() -> None:
    """No two codes have the same message, and every message belongs to a code."""
    assert set(SENTENCES) == set(Code)
    assert len(set(SENTENCES.values())) == len(Code)


def test_a_code_is_its_name_in_lower_case() -> None:
    """The value of a code in messages is its name in lower case."""
    assert [code.value for code in Code] == [code.name.lower() for code in Code]


def test_the_protocol_has_every_reason_of_the_core() -> None:
    """Every reason of the core is a code of the protocol with the same name."""
    assert {reason.value for reason in Reason} <= {code.value for code in Code}
    assert {reason.name for reason in Reason} <= {code.name for code in Code}


def test_the_schema_lists_every_code() -> None:
    """The schema for clients contains the complete list."""
    definitions = json.loads(json_schema.text("to_client.schema.json"))["$defs"]
    assert definitions["Code"]["enum"] == [code.value for code in Code]


def test_close_codes_are_distinct() -> None:
    """Each reason to close a connection has its own close code, in a range that a server may use."""
    codes = [value for name, value in vars(Close).items() if name.isupper()]
    assert len(codes) == len(set(codes))
    assert all(1000 <= code <= 1015 or 4000 <= code <= 4999 for code in codes)
