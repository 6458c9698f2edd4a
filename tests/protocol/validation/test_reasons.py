"""Sentences for values that a model refuses."""

from typing import Annotated, Any, Literal, get_args

import pytest
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core.core_schema import ErrorType

from kibitz_protocol.validation.reasons import SENTENCES, first_error, quoted


class Sample(BaseModel):
    """A model with a nested value."""

    model_config = ConfigDict(extra="forbid")

    limit: Annotated[int, Field(le=9)]


def _refuse(_value: str) -> str:
    raise ValueError("a name may not be a number")


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        (Annotated[int, Field(ge=2)], 1, "must be at least 2"),
        (Annotated[float, Field(le=300)], 1e5, "must be at most 300"),
        (Annotated[float, Field(gt=0.5)], 0, "must be more than 0.5"),
        (Annotated[int, Field(lt=3)], 3, "must be less than 3"),
        (int, "x", "must be a whole number"),
        (int, 1.5, "must be a whole number"),
        (float, "x", "must be a number"),
        (bool, "x", "must be true or false"),
        (str, 1, "must be text"),
        (list[int], 1, "must be a list"),
        (dict[str, int], 1, "must be an object"),
        (Annotated[str, Field(min_length=1)], "", "must not be empty"),
        (Annotated[str, Field(min_length=3)], "a", "must have at least 3 characters"),
        (Annotated[str, Field(max_length=1)], "ab", "must have at most 1 character"),
        (Annotated[list[int], Field(max_length=1)], [1, 2], "must have at most 1 entry"),
        (Annotated[str, Field(pattern="^a$")], "b", "has a character that is not allowed, or the wrong form"),
        (Literal["won", "lost"], "x", "must be 'won' or 'lost', not 'x'"),
        (Annotated[str, AfterValidator(_refuse)], "1", "a name may not be a number"),
        (Sample, {}, "is missing"),
        (Sample, {"limit": 1, "more": 2}, "is not a field of it"),
        (bytes, 1, "input should be a valid bytes"),
    ],
)
def test_each_kind_of_error_has_a_sentence(kind: Any, value: object, sentence: str) -> None:
    """A sentence says what is allowed, in the words of a user. An unknown kind has pydantic's own."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(value)
    assert first_error(caught.value)[1] == sentence


def test_the_place_is_told() -> None:
    """The place leads from the outermost model to the value."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(list[Sample]).validate_python([{"limit": 10}])
    assert first_error(caught.value) == ((0, "limit"), "must be at most 9")


def test_the_types_of_errors_exist() -> None:
    """Each type of error in the table is one of pydantic's."""
    assert SENTENCES.keys() <= set(get_args(ErrorType))


def test_values_are_quoted_without_control_characters() -> None:
    """A long value is shortened, and an escape character cannot reach a terminal."""
    assert quoted("\x1b[31m") == "'\\x1b[31m'"
    assert len(quoted("9" * 5000)) < 50
