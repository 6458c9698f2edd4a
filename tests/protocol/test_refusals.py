"""The closed list of refusals: every code can be put into words, and the core knows no other."""

import json

import pytest

from kibitz_protocol.refusals import SENTENCES, Close, Code
from kibitz_protocol.spec import json_schema
from kibitz_server.core.values.refusal import Reason


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_sentence(code: Code) -> None:
    """A client that knows nothing more can always say why."""
    sentence = SENTENCES[code]
    assert len(sentence.split()) >= 3
    assert sentence[0].islower()
    assert not sentence.endswith(".")


def test_every_sentence_has_a_code() -> None:
    """No two codes say the same, and no sentence is left over."""
    assert set(SENTENCES) == set(Code)
    assert len(set(SENTENCES.values())) == len(Code)


def test_a_code_is_its_name_in_small_letters() -> None:
    """On the wire a code is a word that a program can be written against."""
    assert [code.value for code in Code] == [code.name.lower() for code in Code]


def test_what_the_core_refuses_the_protocol_can_say() -> None:
    """Every reason of the core is a code of the protocol, under the same name."""
    assert {reason.value for reason in Reason} <= {code.value for code in Code}
    assert {reason.name for reason in Reason} <= {code.name for code in Code}


def test_the_schema_lists_every_code() -> None:
    """Who writes a client from the schema sees the whole list."""
    definitions = json.loads(json_schema.text("to_client.schema.json"))["$defs"]
    assert definitions["Code"]["enum"] == [code.value for code in Code]


def test_close_codes_are_told_apart() -> None:
    """Each reason to end a connection has a close code of its own, from a range that a server may use."""
    codes = [value for name, value in vars(Close).items() if name.isupper()]
    assert len(codes) == len(set(codes))
    assert all(1000 <= code <= 1015 or 4000 <= code <= 4999 for code in codes)
