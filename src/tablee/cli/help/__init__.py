"""What ``--help`` says, in every language."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.core.messages import Message, Parameter


@dataclass(frozen=True)
class Help:
    """Looks up the help texts of one language."""

    language: str

    def __call__(self, key: str, /, **parameters: Parameter) -> str:
        """Returns a text for ``argparse``, in which ``%`` would mean something."""
        text = Message("tablee.cli.help", key, parameters).text(self.language)
        return text.replace("%", "%%")
