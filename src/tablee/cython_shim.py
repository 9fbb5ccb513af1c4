"""Stands in for the `cython` module where the package is not installed.

Kernels are plain Python that Cython can compile. Run uncompiled they still name C types and
decorators, which here mean nothing: types keep their names only, decorators return what they get.

    try:
        import cython
    except ModuleNotFoundError:
        from tablee import cython_shim as cython
"""

from __future__ import annotations

from typing import Any

compiled = False


class _CType:
    """A C type in name only: `schar`, `schar[100]`, `pointer(schar)`, `int(3.7)`."""

    def __init__(self, python_type: type = int) -> None:
        self._python_type = python_type

    def __getitem__(self, size: int) -> _CArray:
        return _CArray(self._python_type, size)

    def __call__(self, value: Any = 0) -> Any:
        return self._python_type(value)


class _CArray(_CType):
    """A C array or pointer type; declaring an array gives a list of zeros."""

    def __init__(self, python_type: type = int, size: int = 0) -> None:
        super().__init__(python_type)
        self._size = size

    def __call__(self, value: Any = None) -> Any:
        return [self._python_type()] * self._size if value is None else value


class _Directive:
    """A decorator that changes nothing, bare or with arguments, or a `with` block."""

    def __call__(self, *args: Any, **_options: Any) -> Any:
        bare = len(args) == 1 and callable(args[0]) and not isinstance(args[0], _CType)
        return args[0] if bare else _Directive()

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_error: object) -> None:
        return None


char = schar = uchar = short = ushort = int_ = sint = uint = long = ulong = _CType()
longlong = ulonglong = Py_ssize_t = ssize_t = size_t = Py_hash_t = Py_UCS4 = _CType()
bint = _CType(bool)
float_ = double = longdouble = _CType(float)
void = _CType()
p_char = p_schar = p_uchar = p_short = p_ushort = p_int = p_uint = _CArray()
p_long = p_ulong = p_longlong = p_ulonglong = p_double = p_void = _CArray()

cclass = cfunc = ccall = inline = final = nogil = gil = with_gil = _Directive()
locals_ = returns = exceptval = boundscheck = wraparound = cdivision = _Directive()
initializedcheck = nonecheck = overflowcheck = profile = freelist = _Directive()
auto_pickle = internal = no_gc = no_gc_clear = infer_types = binding = _Directive()

# `cython.int`, `cython.float` and `cython.locals` would hide builtins in this file.
globals().update(int=int_, float=float_, locals=locals_)


def declare(c_type: Any = None, value: Any = None, **_names: Any) -> Any:
    """The value as given; without one, the zero of the type, or an array of zeros."""
    if value is not None:
        return value
    return c_type() if isinstance(c_type, _CType) else None


def cast(c_type: Any, value: Any, **_options: Any) -> Any:
    """The value as it is: nothing wraps round, mask it yourself."""
    return value


def pointer(_c_type: Any) -> _CArray:
    return _CArray()


def sizeof(_c_type: Any) -> int:
    return 1
