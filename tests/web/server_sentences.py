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
        named = {
            target.id: step.value
            for step in tree.body
            if isinstance(step, ast.Assign)
            for target in step.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in CALLS:
                given = [*call.args, *(word.value for word in call.keywords if word.arg in PARTS)]
                found.update(template for value in given for template in _templates(_value(value, named)))
    return {each for each in found if " " in each.replace("{}", "").strip() and "kibitz" not in each}


def _value(value: ast.expr, named: dict[str, ast.expr]) -> ast.expr:
    """Return the value of a constant of the module in place of its name."""
    return named.get(value.id, value) if isinstance(value, ast.Name) else value


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
