"""Entry point of `python -m kibitz_client`, which is the program `kibitz`."""

from kibitz_client.cli.main import main

main()
