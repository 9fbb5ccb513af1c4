"""Writes the page's types of what goes over the wire, from the server's own.

    python build_backend/make_types.py

The server's structs and the games' events are the one source: what msgspec knows of them becomes
interfaces of the same names, with their docstrings. A test compares. Fields with a default may be
missing where their struct omits defaults. Needs tablee installed; `make format` runs it.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec.inspect as schema

from tablee.core.events import event_classes
from tablee.core.rulebook import Rulebook
from tablee.games.fragile import events as fragile
from tablee.games.shear_panic import events as shear_panic
from tablee.server import entries, learning, protocol, wishes
from tablee.server.analyses import wishes as analyses
from tablee.server.problems import keeping
from tablee.server.problems import wishes as problems
from tablee.server.whatif import wishes as whatif

WEB = Path(__file__).resolve().parent.parent / "web" / "src"
HEADER = "// Written by build_backend/make_types.py from {source}: change that, then run it.\n"
WIDTH = 100

UNIONS = {
    "AnyRequest": protocol.AnyRequest,
    "Deed": protocol.Deed,
    "AnyAnswer": protocol.AnyAnswer,
    "AnyEntry": entries.AnyEntry,
    "AnyArranging": wishes.AnyArranging,
    "AnyStart": whatif.AnyStart,
}
OVER_HTTP = (
    wishes.NewTable,
    wishes.Rewind,
    *get_args(wishes.AnyArranging),
    wishes.Vote,
    wishes.Brief,
    wishes.GameView,
    wishes.Phrase,
    wishes.Listed,
    wishes.TableStatus,
    wishes.Replay,
    Rulebook,
    learning.LessonView,
    learning.LessonStepView,
    problems.AttemptWish,
    problems.HintWish,
    problems.SolutionWish,
    problems.BookView,
    problems.DailyView,
    problems.PrintedSolution,
    problems.AttemptView,
    problems.HintView,
    problems.SolutionView,
    problems.CheckView,
    whatif.BranchWish,
    whatif.PlayOnWish,
    whatif.BranchView,
    whatif.AdviceView,
    analyses.AnalysisView,
    keeping.ProgressWish,
    keeping.ProgressView,
    keeping.ResultWish,
    keeping.ResultView,
    keeping.ComposeWish,
    keeping.ComposeView,
    keeping.ProposeWish,
    keeping.ProposedView,
)
PRIVATE = ("owner",)
"""Fields that never leave the server."""

SHAPELESS = """
export type Json = Record<string, unknown>;

/** One sentence, by language. */
export type Spoken = Record<string, string>;

/** Something that happened; its game knows more of it. */
export interface GameEvent {
  kind: string;
  /** The rule that caused it. */
  rule: string;
  text: Spoken;
  /** How many events back in the log its cause is; 0 if the move caused it. Old games have none. */
  cause?: number;
}
"""
"""What the server has no struct for."""


def files() -> dict[Path, str]:
    """Each file with what is to stand in it."""
    return {
        WEB / "net" / "protocol.ts": protocol_types(),
        WEB / "games" / "fragile" / "events.ts": event_types(fragile, "FragileEvent"),
        WEB / "games" / "shear_panic" / "events.ts": event_types(shear_panic, "ShearPanicEvent"),
    }


def protocol_types() -> str:
    """All that server and page say to each other, in the order of the server's modules."""
    roots = [member for union in UNIONS.values() for member in get_args(union)]
    found = _with_all_inside([*roots, *OVER_HTTP])
    modules = list(dict.fromkeys(cls.__module__ for cls in found))
    found.sort(key=lambda cls: (modules.index(cls.__module__), _line(cls)))
    unions = [
        _union(name, [member.__name__ for member in get_args(union)])
        for name, union in UNIONS.items()
    ]
    header = HEADER.format(source="the server's structs")
    return header + SHAPELESS + "\n" + "\n".join([*unions, *map(_interface, found)])


def event_types(module: ModuleType, name: str) -> str:
    """The events of one game."""
    base = getattr(module, name)
    happening = event_classes(module)
    found = sorted(_with_all_inside(happening), key=_line)
    found = [cls for cls in found if cls is not base]
    path = f"{module.__name__.replace('.', '/')}.py"
    blocks = [
        HEADER.format(source=path),
        'import type { GameEvent } from "../../net/protocol";\n',
        _union(name, [cls.__name__ for cls in happening]),
        *map(_interface, found),
    ]
    return "\n".join(blocks)


def _with_all_inside(roots: Iterable[type]) -> list[type]:
    """Classes, those they extend, and those of their fields, each once."""
    found: dict[type, None] = {}

    def visit(cls: type) -> None:
        if cls in found or cls.__module__ == "tablee.core.events":
            return
        found[cls] = None
        if cls.__base__ is not None and _fields(cls.__base__):
            visit(cls.__base__)
        for field in _fields(cls):
            for inner in _classes(field.type):
                visit(inner)

    for root in roots:
        visit(root)
    return list(found)


def _fields(cls: type | None) -> list[schema.Field]:
    if cls is None or not (hasattr(cls, "__struct_fields__") or is_dataclass(cls)):
        return []
    info = schema.type_info(cls)
    assert isinstance(info, schema.StructType | schema.DataclassType)
    return list(info.fields)


def _classes(kind: schema.Type) -> Iterator[type]:
    match kind:
        case schema.StructType(cls=cls) | schema.DataclassType(cls=cls):
            yield cls
        case schema.Metadata(type=inner) | schema.DictType(value_type=inner):
            yield from _classes(inner)
        case schema.ListType(item_type=inner) | schema.VarTupleType(item_type=inner):
            yield from _classes(inner)
        case schema.UnionType(types=types) | schema.TupleType(item_types=types):
            for inner in types:
                yield from _classes(inner)


# TypeScript


def _interface(cls: type) -> str:
    about, comments = _docstrings(cls)
    above = _fields(cls.__base__)
    parent = f" extends {_parent(cls)}" if above else ""
    lines = [*_comment(about, ""), f"export interface {cls.__name__}{parent} {{"]
    config: Any = getattr(cls, "__struct_config__", None)
    kind = None if cls.__subclasses__() else vars(cls).get("kind")
    if config is not None and config.tag not in (None, cls.__name__):
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    elif isinstance(kind, str):
        lines.append(f'  kind: "{kind}";')
    omits = config is not None and config.omit_defaults
    for field in _fields(cls):
        if field.encode_name in PRIVATE or field in above:
            continue
        lines += _comment(comments.get(field.name, ""), "  ")
        optional = "?" if omits and not field.required else ""
        lines.append(_declared(f"  {field.encode_name}{optional}:", _type(field.type), "    "))
    return "\n".join([*lines, "}"]) + "\n"


def _parent(cls: type) -> str:
    assert cls.__base__ is not None
    is_event = "kind" in cls.__base__.__annotations__ or "package" in vars(cls.__base__)
    return "GameEvent" if is_event else cls.__base__.__name__


def _union(name: str, members: list[str]) -> str:
    return _declared(f"export type {name} =", " | ".join(members), "  ") + "\n"


def _declared(start: str, kind: str, indent: str) -> str:
    """In one line, or as a list where a union is too long for that, as Biome has it."""
    line = f"{start} {kind};"
    if len(line) <= WIDTH:
        return line
    return start + "".join(f"\n{indent}| {member}" for member in kind.split(" | ")) + ";"


def _type(kind: schema.Type) -> str:
    match kind:
        case schema.Metadata(type=inner, extra_json_schema=extra):
            return str((extra or {}).get("title", "")) or _type(inner)
        case schema.AnyType():
            return "unknown"
        case schema.NoneType():
            return "null"
        case schema.BoolType():
            return "boolean"
        case schema.IntType() | schema.FloatType():
            return "number"
        case schema.StrType():
            return "string"
        case schema.LiteralType(values=values):
            return " | ".join(map(json.dumps, values))
        case schema.EnumType(cls=cls):
            return " | ".join(json.dumps(member.value) for member in cls)
        case schema.ListType(item_type=inner) | schema.VarTupleType(item_type=inner):
            item = _type(inner)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case schema.TupleType(item_types=types):
            return f"[{', '.join(map(_type, types))}]"
        case schema.DictType(value_type=schema.AnyType()):
            return "Json"
        case schema.DictType(value_type=inner):
            return f"Record<string, {_type(inner)}>"
        case schema.StructType(cls=cls) | schema.DataclassType(cls=cls):
            return cls.__name__
        case schema.UnionType(types=types):
            members = [_type(inner) for inner in types]
            for name, union in UNIONS.items():
                of_union = [member.__name__ for member in get_args(union)]
                if set(of_union) <= set(members):
                    members = [name, *(other for other in members if other not in of_union)]
            return " | ".join(members)
    raise TypeError(f"no TypeScript for {kind}")


def _comment(text: str, indent: str) -> list[str]:
    text = re.sub(r"\bNone\b", "null", text.replace("``", "`"))
    if not text:
        return []
    line = f"{indent}/** {' '.join(text.split())} */"
    if len(line) <= WIDTH:
        return [line]
    inside = f"{indent} * "
    wrapped = textwrap.wrap(
        " ".join(text.split()), WIDTH, initial_indent=inside, subsequent_indent=inside
    )
    return [f"{indent}/**", *wrapped, f"{indent} */"]


# Where it comes from


def _line(cls: type) -> int:
    return inspect.getsourcelines(cls)[1]


def _docstrings(cls: type) -> tuple[str, dict[str, str]]:
    """What stands below a class's name, and below its fields."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(node, ast.ClassDef)
    below = {}
    for field, text in zip(node.body, node.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            assert isinstance(field.target, ast.Name)
            below[field.target.id] = ast.literal_eval(text.value)
    return ast.get_docstring(node) or "", below


if __name__ == "__main__":
    for path, text in files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(WEB.parent.parent), file=sys.stderr)
