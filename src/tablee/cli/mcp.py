"""``tablee mcp``: a server of the Model Context Protocol on standard input and output."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import wraps
from typing import Any

from tablee import __version__
from tablee.cli.console import Console, say
from tablee.cli.extras import needed
from tablee.cli.help import Help
from tablee.cli.mcp_desk import Desk
from tablee.core.errors import TableeError


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    parser = commands.add_parser("mcp", parents=[anywhere], help=tell("mcp"))
    parser.set_defaults(run=run)


def run(_: argparse.Namespace, console: Console) -> int:
    server(console.language).run("stdio")
    return 0


def server(language: str) -> Any:
    """Returns the server, an ``MCPServer``, with a desk of its own."""
    with needed("mcp"):
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError

    desk = Desk(language)
    made = MCPServer(
        "tablee",
        version=__version__,
        instructions=say("mcp-instructions").text(language),
        log_level="WARNING",
    )

    def checked(tool: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(tool)
        def call(*arguments: Any, **named: Any) -> Any:
            try:
                return tool(*arguments, **named)
            except TableeError as error:
                raise ToolError(desk.explained(error)) from None

        return call

    for tool in desk.tools:
        made.tool()(checked(tool))
    return made
