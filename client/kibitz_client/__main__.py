"""Entry point of the program `kibitz`, and of `python -m kibitz_client`."""

import os
import sys

from kibitz_protocol.service_links import drop_service_links

COMPLETION = "_KIBITZ_COMPLETE"
"""Environment variable by which a shell asks for completions. It runs the program without arguments."""


def main() -> None:
    """Run a command, or without arguments the app.

    The app opens without the command line's parser, whose import takes as long as a quarter of its start.
    """
    drop_service_links(os.environ)
    if sys.argv[1:] or COMPLETION in os.environ:
        from kibitz_client.cli.main import run

        run()
    else:
        from kibitz_client.tui.launch import open_app

        try:
            code = open_app()
        except KeyboardInterrupt:
            code = 130
        sys.exit(code)


if __name__ == "__main__":
    main()
