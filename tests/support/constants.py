"""The constants of a package: what is written in its modules and chosen or measured by people."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType

from tests.support.goldens import plain


def constant_lines(
    package: ModuleType, is_wanted: Callable[[object], bool], within: str = ""
) -> Iterator[str]:
    prefix = f"{package.__name__}."
    names = (info.name for info in pkgutil.walk_packages(package.__path__, prefix))
    for name in sorted(name for name in names if re.match(within, name)):
        module = importlib.import_module(name)
        for statement in ast.parse(inspect.getsource(module)).body:
            for constant in _assigned(statement):
                value = getattr(module, constant)
                if is_wanted(value):
                    yield from _lines(f"{name}.{constant}", value)


def _lines(name: str, value: object) -> Iterator[str]:
    """Write a constant on one line; a mapping of more than words and numbers on one line a key."""
    if isinstance(value, Mapping) and any(
        not isinstance(one, str | int | float) for one in value.values()
    ):
        yield from (f"{name}[{plain(key)}]: {plain(one)}" for key, one in value.items())
    else:
        yield f"{name}: {plain(value)}"


def _assigned(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=[ast.Name(id=name)]):
            yield name
        case ast.Assign(targets=[ast.Tuple(elts=names)]):
            yield from (one.id for one in names if isinstance(one, ast.Name))
