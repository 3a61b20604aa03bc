"""`crashkb ingest`: turn an incident into a draft, review it, accept it."""

import importlib

import click

SUBCOMMANDS = {
    "new": "crashkb.cli.ingest_new",
    "list": "crashkb.cli.ingest_review",
    "show": "crashkb.cli.ingest_review",
    "check": "crashkb.cli.ingest_review",
    "edit": "crashkb.cli.ingest_review",
    "accept": "crashkb.cli.ingest_accept",
    "reject": "crashkb.cli.ingest_accept",
}
"""Subcommand → the module that holds it as `<name>_command`."""


class IngestGroup(click.Group):
    """What is no subcommand is a log: `crashkb ingest crash.log` is `crashkb ingest new crash.log`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which a draft meets them."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand, imported when it is named."""
        module = SUBCOMMANDS.get(cmd_name)
        if module is None:
            return None
        command = getattr(importlib.import_module(module), f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `new` before anything that is no subcommand and no call for help."""
        if args and args[0] not in SUBCOMMANDS and args[0] not in ("-h", "--help"):
            args = ["new", *args]
        return super().parse_args(ctx, args)


@click.group("ingest", cls=IngestGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Turn an incident into pages: `crashkb ingest LOG` writes a draft, the other commands review it.

    \b
      crashkb ingest crash.log               a draft, asking what it cannot know
      crashkb ingest - --yes < crash.log     the same without questions
      crashkb ingest list
      crashkb ingest check NAME
      crashkb ingest accept NAME
    """
