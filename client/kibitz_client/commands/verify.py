"""Checking a record with the server's part of Kibitz, in a process of its own."""

import asyncio
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

from kibitz_client.errors import ClientError, UsageError
from kibitz_client.match.record import BadRecord
from kibitz_client.network.local_server import INSTALL

MOST_S = 60.0


async def verdict(record: str) -> str:
    """What `kibitz-server verify` says of a record. Raises Misuse where it is not installed."""
    if importlib.util.find_spec("kibitz_server") is None:
        raise UsageError("to verify a record takes the rules, which come with the server", INSTALL)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write(record)
        file.flush()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kibitz_server",
            "verify",
            file.name,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(MOST_S):
                out, err = await process.communicate()
        except BaseException:
            process.kill()
            await process.wait()
            raise
    said = (out or err).decode(errors="replace").strip().splitlines()
    return said[-1] if said else f"verify ended with code {process.returncode}"


class Differs(ClientError):
    """The record is not what the rules say, which has been told."""


def _verify(file: Path, *, engines: bool, as_json: bool) -> None:
    """Let the server's part of Kibitz check a record. Raises Misuse when it is not installed, and Differs."""
    if importlib.util.find_spec("kibitz_server") is None:
        raise UsageError("to verify a record takes the rules, which come with the server", INSTALL)
    flags = [*(["--engines"] if engines else []), *(["--json"] if as_json else [])]
    done = subprocess.run([sys.executable, "-m", "kibitz_server", "verify", str(file), *flags])
    if done.returncode == 1:
        raise Differs(f"{file} is not what the rules make of it")
    if done.returncode:
        raise BadRecord(f"{file} was not verified")
