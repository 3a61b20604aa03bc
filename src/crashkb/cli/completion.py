"""`crashkb completion`: the script that makes a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the completion script for SHELL.

    \b
      bash: eval "$(crashkb completion bash)"
      zsh:  eval "$(crashkb completion zsh)"
      fish: crashkb completion fish | source
    """
    completion = get_completion_class(shell)
    assert completion is not None
    root = context.find_root()
    script = completion(root.command, {}, "crashkb", "_CRASHKB_COMPLETE")
    # bash's class runs bash to learn its version only when asked to check; the source itself is static.
    click.echo(script.source_template % script.source_vars())
