"""`crashkb serve`: the chat in a browser, for this machine unless one insists."""

import shlex
import sys
from collections.abc import Sequence
from typing import Any

import click

from crashkb.errors import InputError

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", show_default=True)
@click.option(
    "--anyone-who-can-connect-may-read-my-files",
    "anyone",
    is_flag=True,
    help="Needed for a --host that is not this machine: there is no password.",
)
@click.pass_context
def command(context: click.Context, host: str, port: int, lang: str, anyone: bool) -> None:
    """Serve the chat to a browser (needs the extra: pip install 'crashkb[serve]').

    Everybody who can reach the address uses it as you: with your history, and able to open your files.
    """
    if host not in _LOOPBACK:
        warning = f"everybody who can reach {host}:{port} may read your files through the chat; there is no password"
        if not anyone:
            raise click.UsageError(
                f"{warning}. If that is what you want, add --anyone-who-can-connect-may-read-my-files"
            )
        click.echo(f"warning: {warning}", err=True)
    server = make_server(chat_command(context.obj, lang), host, port)
    click.echo(f"crashkb's chat is at http://{host}:{port} (Ctrl+C ends it)", err=True)
    server.serve()


def chat_command(roots: Sequence[str], language: str) -> str:
    """The shell command of one browser's chat."""
    options = [part for root in roots for part in ("--kb", root)]
    return shlex.join([sys.executable, "-m", "crashkb.cli.main", *options, "chat", "--lang", language])


def make_server(shell_command: str, host: str, port: int) -> Any:
    """A server that serves only pages of its own address.

    Raises:
        InputError: the extra is not installed.
    """
    try:
        from textual_serve.server import Server  # deferred: an optional extra
    except ImportError as error:
        raise InputError("crashkb serve needs textual-serve: pip install 'crashkb[serve]'") from error
    from aiohttp import web

    own = allowed_hosts(host, port)

    @web.middleware
    async def only_own_pages(request: web.Request, handler: Any) -> Any:
        """Refuse other sites' pages: a browser would let them open a socket here, and use the chat as its user."""
        origin = request.headers.get("Origin", "")
        if own and (request.host not in own or (origin and origin.partition("://")[2] not in own)):
            raise web.HTTPForbidden(text="only for pages of this address")
        return await handler(request)

    class OwnPagesServer(Server):
        async def _make_app(self) -> web.Application:
            app = await super()._make_app()
            app.middlewares.append(only_own_pages)
            return app

    return OwnPagesServer(shell_command, host=host, port=port, title="crashkb")


def allowed_hosts(host: str, port: int) -> frozenset[str]:
    """Values of the Host header that are this server; empty for a server that is open to all names."""
    if host not in _LOOPBACK:
        return frozenset()
    return frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))
