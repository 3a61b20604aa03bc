"""`crashkb serve`: for this machine, for its own pages, unless one insists."""

import asyncio
from typing import Any

import pytest
from click.testing import CliRunner

from crashkb.cli import serve
from crashkb.cli.main import cli


class FakeServer:
    def serve(self) -> None:
        """Nothing."""


def test_another_address_than_this_machines_needs_a_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a warning stands beside it."""
    made: list[tuple[Any, ...]] = []
    monkeypatch.setattr(serve, "make_server", lambda *arguments: made.append(arguments) or FakeServer())
    refused = CliRunner().invoke(cli, ["serve", "--host", "0.0.0.0"])
    assert refused.exit_code == 2
    assert "may read your files" in refused.output and not made

    insisted = CliRunner().invoke(cli, ["serve", "--host", "0.0.0.0", "--anyone-who-can-connect-may-read-my-files"])
    assert insisted.exit_code == 0 and "warning" in insisted.output
    assert CliRunner().invoke(cli, ["serve"]).exit_code == 0
    assert [arguments[1:] for arguments in made] == [("0.0.0.0", 8000), ("127.0.0.1", 8000)]


def test_the_browsers_chat_has_the_same_roots() -> None:
    """Quoted for a shell."""
    assert "--kb 'our kb' chat --lang zh" in serve.chat_command(["our kb"], "zh")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:8765"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example:8765"}, 403),
    ],
)
def test_pages_of_other_sites_are_refused(headers: dict[str, str], status: int) -> None:
    """A browser would let them open a socket to this machine, and use the chat as its user."""
    pytest.importorskip("textual_serve")
    from aiohttp import ClientSession, web

    async def get() -> int:
        server = serve.make_server("true", "127.0.0.1", 8765)
        runner = web.AppRunner(await server._make_app())
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 8765).start()
        async with ClientSession() as session, session.get("http://127.0.0.1:8765/", headers=headers) as response:
            found = response.status
        await runner.cleanup()
        return found

    assert asyncio.run(get()) == status


def test_names_of_this_machine() -> None:
    """Everything else is somebody else's page; an open server takes any name."""
    assert "localhost:80" in serve.allowed_hosts("127.0.0.1", 80)
    assert serve.allowed_hosts("0.0.0.0", 80) == frozenset()
