"""Durations that clients, options and settings give: none is below its unit, wherever it can be given."""

import math
from collections.abc import Iterator
from typing import Annotated, Any, get_args

import pytest
import typer
from pydantic import BaseModel, TypeAdapter, ValidationError

from kibitz_client.cli.main import app as client_app
from kibitz_protocol import to_server
from kibitz_protocol.commands.admin import Ban
from kibitz_protocol.values.clocks import Clock, parse_clock
from kibitz_protocol.values.engines import EngineSpec
from kibitz_protocol.values.matches import Delay
from kibitz_server.__main__ import app as server_app
from kibitz_server.limits.token_bucket import BadRate, Rate
from kibitz_server.settings import Settings

NOTHING = (5e-324, 1e-308, 1e-9, 0.000_999, -0.1, -1e-308, -1, math.inf, -math.inf, math.nan)
"""Numbers of no duration: denormal ones, others below a millisecond, negative ones, and no numbers."""
UNITS = {
    "Fischer.base_s": 0.1,
    "Fischer.increment_s": 0.1,
    "SimpleDelay.base_s": 0.1,
    "SimpleDelay.delay_s": 0.1,
    "Byoyomi.base_s": 0.1,
    "Byoyomi.period_s": 1,
    "PerMove.move_s": 0.1,
    "Limit.seconds": 0.001,
    "Delay.seconds": 0.1,
    "Create.engine_pace_s": 0.001,
    "SetPace.engine_pace_s": 0.001,
    "Ban.for_s": 1,
    "Mute.for_s": 1,
    "TournamentTerms.grace_s": 1,
    "TournamentTerms.break_s": 1,
    "TournamentTerms.first_move_s": 1,
}
"""All durations of the protocol's commands, with their units."""
OF_SETTINGS = {"engine_pace": 0.001, "host_away": 1, "left_after": 1, "grace": 0.1}
OTHER_NUMBERS = {"komi", "resign", "min_rating"}
"""Options with another number."""


def models(of: Any, found: set[type[BaseModel]]) -> set[type[BaseModel]]:
    """Return all models that a type consists of."""
    if isinstance(of, type) and issubclass(of, BaseModel) and of not in found:
        found.add(of)
        for part in of.model_fields.values():
            models(part.annotation, found)
    for part in get_args(of):
        models(part, found)
    return found


COMMANDS = {
    f"{model.__name__}.{name}": (model, name)
    for model in models(to_server.AnyCommand, set())
    for name in model.model_fields
}
DURATIONS = {full: of for full, of in COMMANDS.items() if of[1].endswith("_s") or of[1] == "seconds"}


def field(full: str) -> TypeAdapter[Any]:
    """Return what validates one field of a model."""
    model, name = DURATIONS[full]
    info = model.model_fields[name]
    of: Any = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
    return TypeAdapter(of)


def schema_of(full: str) -> dict[str, Any]:
    """Return the JSON Schema of a field, without null."""
    schema = field(full).json_schema()
    return next((part for part in schema.get("anyOf", []) if part.get("type") == "number"), schema)


def allows(schema: dict[str, Any], value: float) -> bool:
    """Return whether a JSON Schema allows a number."""
    gap = schema.get("not", {"exclusiveMinimum": 0, "exclusiveMaximum": 0})
    in_gap = gap["exclusiveMinimum"] < value < gap["exclusiveMaximum"]
    return schema["minimum"] <= value <= schema["maximum"] and not in_gap


def test_every_duration_of_the_protocol_has_a_unit() -> None:
    """A new field with seconds belongs into the table above."""
    assert set(DURATIONS) == set(UNITS)


@pytest.mark.parametrize("full", UNITS)
def test_no_command_takes_a_duration_below_its_unit(full: str) -> None:
    """The model refuses it, and the schema too; 0 is 0, also with a sign."""
    validate, unit, schema = field(full).validate_python, UNITS[full], schema_of(full)
    for value in (*NOTHING, unit / 2, math.nextafter(unit, 0)):
        with pytest.raises(ValidationError):
            validate(value)
        assert not allows(schema, value)
    assert validate(unit) == unit
    assert allows(schema, unit)
    for zero in (0.0, -0.0):
        if allows(schema, 0):
            assert math.copysign(1, validate(zero)) == 1
        else:
            with pytest.raises(ValidationError):
                validate(zero)


@pytest.mark.parametrize(
    "text", ["0.0001+0", "0+3", "5+0.01", "5d0.001", "5d0", "0.0001b3x30", "5b3x0.5", "0.001s", "0s", "0days"]
)
def test_no_clock_is_below_its_unit(text: str) -> None:
    """The text of a clock is refused like its numbers."""
    with pytest.raises(ValueError, match="is not a clock"):
        parse_clock(text)


@pytest.mark.parametrize("seconds", ["1e-308", "0", "0.0001", "nan", "-1"])
def test_no_text_has_a_duration_below_its_unit(seconds: str) -> None:
    """Engines and spectator delays are refused, as are rates of the settings."""
    with pytest.raises(ValueError, match=r".+"):
        EngineSpec.parse(f"alphabeta:seconds={seconds}")
    if seconds != "0":
        with pytest.raises(ValueError, match=r".+"):
            Delay.parse(f"{seconds}s")
    with pytest.raises(BadRate):
        Rate.read(f"10/{seconds}s")


@pytest.mark.parametrize("text", ["1/0.00001s", f"1/{'9' * 400}s", f"{'9' * 400}/s", "0.0000001/s"])
def test_a_rate_has_bounds(text: str) -> None:
    """A rate of the settings is a number of something in a time that a clock can measure."""
    with pytest.raises(BadRate):
        Rate.read(text)


@pytest.mark.parametrize("name", OF_SETTINGS)
def test_no_setting_is_below_its_unit(name: str) -> None:
    """All durations of the settings are in the table."""
    floats = {name for name, info in Settings.model_fields.items() if info.annotation is float}
    assert floats == set(OF_SETTINGS)
    for value in (*NOTHING, OF_SETTINGS[name] / 2):
        with pytest.raises(ValidationError):
            Settings.model_validate({name: value})
    assert getattr(Settings.model_validate({name: OF_SETTINGS[name]}), name) == OF_SETTINGS[name]


def options(command: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield the options with a number of a command and those below it."""
    for option in command.params:
        if option.type.name == "float":
            yield f"{path} --{option.name}", command, option
    for name, below in getattr(command, "commands", {}).items():
        yield from options(below, f"{path} {name}")


CHECKED_LATER = "kibitz-server gtp --seconds"
"""Refused with the other options of GTP, and not by its type."""
OPTIONS = [
    found
    for app, name in ((client_app, "kibitz"), (server_app, "kibitz-server"))
    for found in options(typer.main.get_command(app), name)
    if found[0] != CHECKED_LATER and (found[2].name not in OTHER_NUMBERS | set(OF_SETTINGS) or "worker" in found[0])
]


@pytest.mark.parametrize(("command", "option"), [each[1:] for each in OPTIONS], ids=[name for name, _, _ in OPTIONS])
def test_no_option_is_below_its_unit(command: Any, option: Any) -> None:
    """A command refuses it before it does anything."""
    context = typer.Context(command)
    for value in NOTHING:
        with pytest.raises(typer.BadParameter):
            option.process_value(context, str(value))


def test_a_ban_is_no_shorter_than_a_second() -> None:
    """A moderator gets a sentence."""
    with pytest.raises(ValidationError):
        Ban(target="eve", scope="name", for_s=1e-308)
    assert TypeAdapter(Clock).validate_python({"kind": "fischer", "base_s": 60, "increment_s": -0.0}) == parse_clock(
        "1+0"
    )
