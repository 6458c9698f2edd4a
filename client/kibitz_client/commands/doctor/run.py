"""The work of `kibitz doctor`: run all checks, and print one line or object for each."""

import os
import sys
from dataclasses import asdict

from kibitz_client.commands.doctor.broker import broker_check
from kibitz_client.commands.doctor.check import Check, ChecksFailed
from kibitz_client.commands.doctor.machine import machine_checks
from kibitz_client.commands.doctor.server import server_checks
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import broker_password
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import counted


async def doctor(settings: Settings, output: Output, mqtt: str | None = None) -> None:
    """Check this machine, the server of the settings, and a broker if one is given.

    Args:
        mqtt: The address of a broker.

    Raises:
        ChecksFailed: At least one check failed.
    """
    failed = 0

    def show(check: Check) -> None:
        nonlocal failed
        failed += check.verdict == "fail"
        output.emit(asdict(check))
        if not output.json:
            output.say(str(check))

    for check in machine_checks(settings, os.environ, sys.stdout):
        show(check)
    async for check in server_checks(settings, output):
        show(check)
    broker = mqtt or os.environ.get("KIBITZ_MQTT")
    if broker:
        show(await broker_check(broker, broker_password(), settings.cafile))
    if failed:
        raise ChecksFailed(f"{counted(failed, 'check')} failed")
