"""``tablee completion`` prints a script that completes commands, options and their values."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tablee.cli.console import Console
from tablee.cli.help import Help
from tablee.core.registry import game_names

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = (
    'eval "$(tablee completion bash)"',
    'eval "$(tablee completion zsh)"',
    "tablee completion fish | source",
)
FILES = ("FILE", "RECORD", "OUT", "DIR", "FOLDER")
"""The words for values that are paths."""


def add_commands(commands: Any, anywhere: argparse.ArgumentParser, tell: Help) -> None:
    how = tell("completion-how", examples="; ".join(EXAMPLES))
    parser = commands.add_parser(
        "completion", parents=[anywhere], help=tell("completion"), epilog=how
    )
    parser.add_argument("shell", choices=SHELLS, help=tell("completion-shell"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, console: Console) -> int:
    from tablee.cli.arguments import build_parser

    places = list(_places("tablee", build_parser(console.language)))
    script = {"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell](places)
    console.print(script)
    return 0


@dataclass(frozen=True)
class Value:
    """What may follow: these words, and the names of files."""

    words: tuple[str, ...] = ()
    files: bool = False


@dataclass(frozen=True)
class Flag:
    names: tuple[str, ...]
    help: str
    value: Value | None
    """None if the flag stands alone."""


@dataclass(frozen=True)
class Place:
    """A command, as in ``tablee fragile solve``, with all that may follow it."""

    path: str
    commands: dict[str, str]
    """The next words and their help."""
    flags: tuple[Flag, ...]
    value: Value

    @property
    def words(self) -> str:
        flags = (name for flag in self.flags for name in flag.names)
        return " ".join((*self.commands, *self.value.words, *flags))


def _places(path: str, parser: argparse.ArgumentParser) -> Iterator[Place]:
    """Yields the parser and those below it. There is no public way to list what they accept."""
    commands: dict[str, str] = {}
    flags: list[Flag] = []
    words: list[str] = []
    files = False
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            commands = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, below in action.choices.items():
                yield from _places(f"{path} {name}", below)
        elif not action.option_strings:
            value = _value(action)
            words += value.words
            files |= value.files
        elif action.help != argparse.SUPPRESS or action.dest == "lang":
            follows = None if action.nargs == 0 else _value(action)
            text = "" if action.help in (None, argparse.SUPPRESS) else str(action.help)
            flags.append(Flag(tuple(action.option_strings), text.replace("%%", "%"), follows))
    yield Place(path, commands, tuple(flags), Value(tuple(words), files))


def _value(action: argparse.Action) -> Value:
    if action.choices is not None:
        return Value(tuple(map(str, action.choices)))
    if action.dest == "game":
        return Value(game_names())
    metavar = str(action.metavar or "")
    forms = tuple(form for form in metavar.split("|") if form.islower())
    return Value(forms, metavar in FILES)


# bash and zsh: a case for each command, and for each flag with a value

_BASH = """\
_tablee() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local typed=("${{COMP_WORDS[@]:1:COMP_CWORD-1}}")
{cases}
    COMPREPLY=($(compgen -W "$offered" -- "$current"))
    [[ -z $files ]] || COMPREPLY+=($(compgen -f -- "$current"))
}}
complete -o filenames -F _tablee tablee"""

_ZSH = """\
#compdef tablee
_tablee() {{
    local before=${{words[CURRENT-1]}}
    local typed=("${{(@)words[2,CURRENT-1]}}")
{cases}
    compadd -- ${{=offered}}
    [[ -z $files ]] || _files
}}
whence compdef > /dev/null || {{ autoload -Uz compinit && compinit }}
compdef _tablee tablee"""

_CASES = """\
    local place=tablee offered= files= word
    for word in "${{typed[@]}}"; do
        case "$place $word" in
            {paths}) place="$place $word" ;;
        esac
    done
    case "$place" in
        {places}
    esac
    case "$place $before" in
        {flags}
    esac"""


def _bash(places: list[Place]) -> str:
    return _BASH.format(cases=_cases(places))


def _zsh(places: list[Place]) -> str:
    return _ZSH.format(cases=_cases(places))


def _cases(places: list[Place]) -> str:
    """Returns what finds the words to offer: the same in both shells."""

    def case(pattern: str, words: str, files: bool) -> str:
        return f"{pattern}) offered={_quoted(words)} files={'yes' if files else ''} ;;"

    paths = [_quoted(place.path) for place in places if " " in place.path]
    flags = [
        case(
            "|".join(_quoted(f"{place.path} {name}") for name in flag.names),
            " ".join(flag.value.words),
            flag.value.files,
        )
        for place in places
        for flag in place.flags
        if flag.value is not None
    ]
    return _CASES.format(
        paths="|".join(paths),
        places="\n        ".join(
            case(_quoted(place.path), place.words, place.value.files) for place in places
        ),
        flags="\n        ".join(flags),
    )


# fish: a line for each word

_FISH = """\
function __tablee_at
    set -l place tablee
    for word in (commandline -opc)[2..]
        switch "$place $word"
            case {paths}
                set place "$place $word"
        end
    end
    test "$place" = "$argv"
end
complete -c tablee -f
"""


def _fish(places: list[Place]) -> str:
    paths = " ".join(_quoted(place.path) for place in places if " " in place.path)
    lines = []
    for place in places:
        here = f"complete -c tablee -n {_quoted(f'__tablee_at {place.path}')}"
        lines += [f"{here} -a {name} -d {_quoted(text)}" for name, text in place.commands.items()]
        if place.value.words:
            lines.append(f"{here} -a {_quoted(' '.join(place.value.words))}")
        if place.value.files:
            lines.append(f"{here} -F")
        lines += [f"{here}{_fish_flag(flag)}" for flag in place.flags]
    return _FISH.format(paths=paths) + "\n".join(lines)


def _fish_flag(flag: Flag) -> str:
    line = "".join(
        f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in flag.names
    )
    if flag.value is not None:
        line += " -r -F" if flag.value.files else " -x"
        if flag.value.words:
            line += f" -a {_quoted(' '.join(flag.value.words))}"
    return f"{line} -d {_quoted(flag.help)}" if flag.help else line


def _quoted(text: str) -> str:
    """Quotes for all three shells, which agree on a text without quotes and backslashes."""
    return "'" + text.replace("\\", "").replace("'", "’") + "'"
