"""The sentences with which the server refuses commands, as templates read from its sources: `{}` stands for a value."""

import ast
from collections.abc import Iterator
from pathlib import Path

import kibitz_server
from kibitz_protocol.refusals import SENTENCES

ROOT = Path(kibitz_server.__file__).parent
CALLS = {"refuse", "CommandRefused", "Refusal", "Misfit", "refused", "BadTask", "BadExercise"}
"""Calls that make a refusal."""
PARTS = {"hint", "message"}
"""Named arguments with a sentence."""


def sentences() -> set[str]:
    """Return all templates but those that name a command of a terminal, which the page leaves out."""
    found = set(SENTENCES.values())
    for path in ROOT.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = dict(_constants(tree))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in CALLS:
                given = [*call.args, *(word.value for word in call.keywords if word.arg in PARTS)]
                values = [named.get(value.id, value) if isinstance(value, ast.Name) else value for value in given]
                found.update(template for value in values for template in _templates(value))
    return {each for each in found if " " in each.replace("{}", "").strip() and "kibitz" not in each}


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the values that a module has by name."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value


def _templates(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(str(text)):
            yield text
        case ast.JoinedStr(parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from _templates(one)
            yield from _templates(other)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _templates(each)
