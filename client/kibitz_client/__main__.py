"""`python -m kibitz_client` is the program `kibitz`."""

from kibitz_client.cli.main import main

main()
