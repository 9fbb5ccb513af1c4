"""Makes the .pxd of a kernel from its Python source: what other kernels may use at C level.

    python build_backend/make_pxd.py src/…/a_kernel.py    prints it

The build writes one for every kernel into a folder of its own; git has none. Cython applies it to
the kernel itself, too. So the source says each thing once and needs few decorators:

- The build cimports what a kernel imports under ``if not cython.compiled:``, from other kernels or
  from ``math``.
- A function that returns a C type, ``-> cython.int``, is a C function: it raises nothing and runs
  without the lock. A function with decorators is what they say. All others are Python functions.
- A function under ``if not cython.compiled:`` goes in with its body, so that C inlines it in every
  kernel that uses it.

A file that is not a kernel, ``codes.py``, gives its numbers in capitals as C constants, and its
functions on numbers with their bodies.
"""

from __future__ import annotations

import ast
import re
import runpy
import sys
import textwrap
from collections.abc import Container, Iterable, Iterator
from pathlib import Path

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
    if not any(_is_cython_import(node) for node in ast.walk(tree)):
        _say_c_types(tree)
        return "\n".join([_constants(path), *_inlined(source, tree.body)])
    uncompiled = [
        item
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "not cython.compiled"
        for item in node.body
    ]
    inlined = list(_inlined(source, uncompiled))
    words = _words("".join(inlined))
    blocks = [
        _block(line for node in tree.body for line in _variable(node, "", words)),
        *(_class(node) for node in tree.body if isinstance(node, ast.ClassDef)),
        _block(line for node in tree.body for line in _function(node, "")),
        *inlined,
    ]
    return "\n".join([_block(_cimports(uncompiled)), *(block for block in blocks if block)])


def write_all(package: Path, folder: Path) -> None:
    """Writes the declarations of every kernel and every ``codes.py`` of a package."""
    for path in package.rglob("*.py"):
        if path.name.endswith("kernel.py") or path.name == "codes.py":
            written = folder / path.relative_to(package).with_suffix(".pxd")
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(pxd(path), encoding="utf-8")
    for inner in (folder, *folder.rglob("*/")):
        (inner / "__init__.pxd").touch()


def _is_cython_import(node: ast.AST) -> bool:
    return isinstance(node, ast.Import) and node.names[0].name == "cython"


def _block(lines: Iterable[str]) -> str:
    return "".join(line + "\n" for line in lines)


def _constants(path: Path) -> str:
    names = runpy.run_path(str(path)).items()
    numbers = [(name, value) for name, value in names if name.isupper() and isinstance(value, int)]
    return "cdef enum:\n" + _block(f"{INDENT}{name} = {value}" for name, value in numbers)


def _say_c_types(tree: ast.Module) -> None:
    """Makes ``int`` and ``bool`` those of C, for a file that is not a kernel."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(annotation=ast.Name(id="int" | "bool" as name)):
                node.annotation = _of_cython(name)
            case ast.FunctionDef(returns=ast.Name(id="int" | "bool" as name)):
                node.returns = _of_cython(name)


def _of_cython(name: str) -> ast.Attribute:
    return ast.Attribute(ast.Name("cython"), "bint" if name == "bool" else name)


def _cimports(uncompiled: list[ast.stmt]) -> Iterator[str]:
    yield "cimport cython"
    for node in uncompiled:
        if isinstance(node, ast.ImportFrom):
            module = "libc.math" if node.module == "math" else node.module
            yield f"from {module} cimport {', '.join(alias.name for alias in node.names)}"


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def _class(node: ast.ClassDef) -> str:
    if "cython.cclass" not in _decorators(node):
        return ""
    lines = ["@cython.final"] if "cython.final" in _decorators(node) else []
    bases = ", ".join(map(ast.unparse, node.bases))
    lines.append(f"cdef class {node.name}({bases}):" if bases else f"cdef class {node.name}:")
    members = [
        line
        for item in node.body
        for line in (*_variable(item, INDENT), *_function(item, INDENT, of_class=True))
    ]
    return _block(iter(lines + (members or [INDENT + "pass"])))


def _variable(node: ast.stmt, indent: str, inlined: Container[str] = ()) -> Iterator[str]:
    """Yields ``x: cython.int`` in a class, ``x = cython.declare(…)`` outside.

    Outside classes it leaves out names with an underscore, unless inlined bodies need them.
    """
    match node:
        case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if indent:
            yield f"{indent}cdef {_c_type(kind)} {name}"
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(
                func=ast.Attribute(value=ast.Name(id="cython"), attr="declare"), args=[kind, *_]
            ),
        ) if name in inlined or not name.startswith("_"):
            yield f"cdef {_c_type(kind)} {name}"


def _function(node: ast.stmt, indent: str, of_class: bool = False) -> Iterator[str]:
    """Yields one line, or none for a function that only Python calls."""
    if isinstance(node, ast.FunctionDef):
        if "cython.ccall" in _decorators(node):
            yield f"{indent}cpdef {_signature(node, of_class)}"
        elif "cython.cfunc" in _decorators(node) or _needs_no_python(node):
            yield f"{indent}cdef {_signature(node, of_class)}"


def _needs_no_python(node: ast.FunctionDef) -> bool:
    return not node.decorator_list and isinstance(node.returns, ast.Attribute)


def _inlined(source: str, nodes: list[ast.stmt]) -> Iterator[str]:
    """Yields functions as they are, with new heads and no docstrings."""
    for node in nodes:
        # C takes no arguments by name.
        if (
            isinstance(node, ast.FunctionDef)
            and isinstance(node.returns, ast.Attribute)
            and not node.args.kwonlyargs
        ):
            first = node.body[1 if ast.get_docstring(node) else 0].lineno
            body = "\n".join(source.splitlines()[first - 1 : node.end_lineno])
            body = textwrap.indent(textwrap.dedent(body), INDENT)
            yield f"cdef inline {_signature(node, of_class=False)}:\n{body}\n"


def _signature(node: ast.FunctionDef, of_class: bool) -> str:
    arguments = [f"{_c_type(arg.annotation)} {arg.arg}" for arg in node.args.args]
    if of_class:
        arguments[0] = node.args.args[0].arg
    required = len(arguments) - len(node.args.defaults)
    arguments[required:] = [argument + "=*" for argument in arguments[required:]]
    head = f"{_c_type(node.returns)} {node.name}({', '.join(arguments)})"
    if _needs_no_python(node):
        return head + " noexcept nogil"
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
        case ast.Subscript(value=ast.Attribute() as item, slice=ast.Slice() as every):
            return f"{_c_type(item)}[{ast.unparse(every)}]"
        case ast.Name(id=name) if name[0].isupper():
            return name
    return "object"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(pxd(Path(name)), end="")
