"""Checking a record with the server's part of Kibitz, in a process of its own."""

import asyncio
import importlib.util
import sys
import tempfile

from kibitz_client.errors import Misuse
from kibitz_client.private import INSTALL

MOST_S = 60.0


async def verdict(record: str) -> str:
    """What `kibitz-server verify` says of a record. Raises Misuse where it is not installed."""
    if importlib.util.find_spec("kibitz_server") is None:
        raise Misuse("to verify a record takes the rules, which come with the server", INSTALL)
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
