"""Files in git that programs make: `python -m tests.generated NAME ...` makes them again. Without a name, list them.

Read the diff after it.
"""

import subprocess
import sys

GENERATED = {
    "schemas": (
        ("kibitz_protocol.spec docs/protocol docs/protocol/schemas.sha256", "kibitz_protocol.mqtt.feed docs/mqtt.md"),
        "the schemas of docs/protocol, their hashes, and docs/mqtt.md, from the message models",
    ),
    "transcripts": (("tests.transcripts",), "the transcripts of the protocol, and their page"),
    "stories": (("tests.stories.story",), "the golden stories of matches"),
    "openings": (("tests.openings",), "the positions of openings.tsv, the openings of chess"),
    "playthroughs": (("tests.server.games.playthroughs",), "the golden playthroughs of games"),
    "screens": (("tests.client.tui.snapshots",), "the screens of the app in the tests (some minutes)"),
    "picture": (("tests.client.tui.screenshot",), "docs/terminal.svg, the picture of the README"),
    "page-pictures": (("tests.web.screens",), "the pictures of docs/web.md and of the tests (needs Chromium)"),
}
"""By name, the modules with their arguments, and what they make."""


def main(names: list[str]) -> int:
    """Make the named files. Return 2 for an unknown name, and what the first module that fails returns."""
    if not names or not set(names) <= set(GENERATED):
        for name, (_, what) in GENERATED.items():
            print(f"  {name:<14} {what}")
        print("make some: python -m tests.generated NAME ...")
        return 2 if names else 0
    for module in (module for name in names for module in GENERATED[name][0]):
        if code := subprocess.run([sys.executable, "-m", *module.split()]).returncode:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
