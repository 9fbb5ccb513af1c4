"""Writes the .pxd beside a kernel, from its Python source. Kernels share it at C level.

    python build_backend/make_pxd.py                    every .pxd there is, anew
    python build_backend/make_pxd.py src/…/a_kernel.py  this one, also a first time

Cython trusts parts of a .pxd without comparing them with the .py, so nobody writes one by hand; a
test compares them. It holds the kernel's classes, its declared variables and its functions without
a leading underscore. A function that is ``cython.inline`` under ``if not cython.compiled:`` goes in
with its body, so that C inlines it in every kernel that uses it.

A file that is not a kernel, like Fragile's ``codes``, gives its numbers in capitals as C constants.
"""

from __future__ import annotations

import ast
import re
import runpy
import sys
import textwrap
from collections.abc import Container, Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"

HEADER = "# Written by build_backend/make_pxd.py from {name}: change that, then run it.\n"
INDENT = "    "
C_NAMES = {
    "schar": "signed char",
    "uchar": "unsigned char",
    "ushort": "unsigned short",
    "uint": "unsigned int",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
}


def pxd(path: Path) -> str:
    """Returns the declarations for the users of this file."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    header = HEADER.format(name=path.name)
    if not any(_is_cython_import(node) for node in ast.walk(tree)):
        return header + _constants(path)
    inlined = [
        _inline(source, item)
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "not cython.compiled"
        for item in node.body
        if _is_inline(item)
    ]
    words = _words("".join(inlined))
    blocks = [
        _block(line for node in tree.body for line in _variable(node, "", words)),
        *(_class(node) for node in tree.body if isinstance(node, ast.ClassDef)),
        _block(line for node in tree.body for line in _function(node, "")),
        *inlined,
    ]
    declared = "\n".join(block for block in blocks if block)
    return header + "\n" + _cimports(tree, declared) + "\n" + declared


def _is_cython_import(node: ast.AST) -> bool:
    return isinstance(node, ast.Import) and node.names[0].name == "cython"


def _block(lines: Iterator[str]) -> str:
    return "".join(line + "\n" for line in lines)


def _constants(path: Path) -> str:
    names = runpy.run_path(str(path)).items()
    numbers = [(name, value) for name, value in names if name.isupper() and isinstance(value, int)]
    return "\ncdef enum:\n" + _block(f"{INDENT}{name} = {value}" for name, value in numbers)


def _cimports(tree: ast.Module, declared: str) -> str:
    """Returns the cimports of the .py that the declarations need."""
    lines = ["cimport cython"]
    used = _words(declared)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cython.cimports."):
            module = (node.module or "").removeprefix("cython.cimports.")
            names = [alias.name for alias in node.names if alias.name in used]
            lines += [f"from {module} cimport {', '.join(names)}"] if names else []
    return _block(iter(lines))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def _class(node: ast.ClassDef) -> str:
    if "cython.cclass" not in _decorators(node):
        return ""
    lines = ["@cython.final"] if "cython.final" in _decorators(node) else []
    lines.append(f"cdef class {node.name}:")
    members = [
        line
        for item in node.body
        for line in (*_variable(item, INDENT), *_function(item, INDENT, of_class=True))
    ]
    return _block(iter(lines + (members or [INDENT + "pass"])))


def _variable(node: ast.stmt, indent: str, inlined: Container[str] = ()) -> Iterator[str]:
    """Yields ``x = cython.declare(…)`` anywhere, ``x: cython.int`` in a class.

    Outside classes it leaves out names with an underscore, unless inlined bodies need them.
    """
    match node:
        case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if indent:
            yield f"{indent}cdef {_c_type(kind)} {name}"
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id="cython"), attr="declare"),
                args=[kind, *_],
                keywords=options,
            ),
        ) if indent or name in inlined or not name.startswith("_"):
            seen = [f"{ast.literal_eval(o.value)} " for o in options if o.arg == "visibility"]
            yield f"{indent}cdef {''.join(seen)}{_c_type(kind)} {name}"


def _function(node: ast.stmt, indent: str, of_class: bool = False) -> Iterator[str]:
    """Yields one line, or none for a function that only Python or only this kernel calls."""
    if isinstance(node, ast.FunctionDef) and (of_class or not node.name.startswith("_")):
        if "cython.ccall" in _decorators(node):
            yield f"{indent}cpdef {_signature(node, of_class)}"
        elif "cython.cfunc" in _decorators(node):
            yield f"{indent}cdef {_signature(node, of_class)}"


def _is_inline(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and "cython.inline" in _decorators(node)


def _inline(source: str, node: ast.stmt) -> str:
    """Returns the function as it is, with a new head and no docstring."""
    assert isinstance(node, ast.FunctionDef)
    first = node.body[1 if ast.get_docstring(node) else 0].lineno
    body = "\n".join(source.splitlines()[first - 1 : node.end_lineno])
    body = textwrap.indent(textwrap.dedent(body), INDENT)
    return f"cdef inline {_signature(node, of_class=False)}:\n{body}\n"


def _signature(node: ast.FunctionDef, of_class: bool) -> str:
    arguments = [f"{_c_type(arg.annotation)} {arg.arg}" for arg in node.args.args]
    if of_class:
        arguments[0] = node.args.args[0].arg
    required = len(arguments) - len(node.args.defaults)
    arguments[required:] = [argument + "=*" for argument in arguments[required:]]
    head = f"{_c_type(node.returns)} {node.name}({', '.join(arguments)})"
    return head + _exceptions(node) + (" nogil" if "cython.nogil" in _decorators(node) else "")


def _exceptions(node: ast.FunctionDef) -> str:
    for text, decorator in _decorators(node).items():
        if text.startswith("cython.exceptval"):
            assert isinstance(decorator, ast.Call)
            options = {word.arg: ast.literal_eval(word.value) for word in decorator.keywords}
            check = options.get("check", True)
            if not decorator.args:
                return " except *" if check else " noexcept"
            return f" except{'?' if check else ''} {ast.unparse(decorator.args[0])}"
    return ""


def _decorators(node: ast.FunctionDef | ast.ClassDef) -> dict[str, ast.expr]:
    return {ast.unparse(decorator): decorator for decorator in node.decorator_list}


def _c_type(node: ast.expr | None) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id="cython"), attr=name) if name.startswith("p_"):
            return f"{C_NAMES.get(name[2:], name[2:])} *"
        case ast.Attribute(value=ast.Name(id="cython"), attr=name):
            return C_NAMES.get(name, name)
        case ast.Subscript(value=item, slice=ast.Constant() as size):
            return f"{_c_type(item)}[{ast.unparse(size)}]"
        case ast.Subscript(value=ast.Attribute() as item, slice=ast.Slice()):
            return f"{_c_type(item)}[:]"
        case ast.Name(id=name) if name[0].isupper():
            return name
    return "object"


def main(paths: list[str]) -> None:
    files = [Path(path) for path in paths] or [
        path.with_suffix(".py") for path in sorted(SOURCES.rglob("*.pxd"))
    ]
    for path in files:
        path.with_suffix(".pxd").write_text(pxd(path), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
