"""Command that writes the schemas, TypeScript types and the AsyncAPI document into a folder.

Run it as `python -m kibitz_protocol.spec docs/protocol`.
"""

import sys

from kibitz_protocol.spec import asyncapi, json_schema, typescript


def main(folder: str) -> None:
    """Write all specifications into the folder at this path."""
    json_schema.main(folder)
    asyncapi.main(folder)
    typescript.main(folder)


if __name__ == "__main__":
    main(sys.argv[1])
