"""The defaults of a package: of the fields of its dataclasses, and of its functions."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from types import FunctionType, ModuleType

from tests.support.goldens import plain


def default_lines(package: ModuleType) -> Iterator[str]:
    """Yield a line for each field and parameter of a package that has a default value.

    The line of a field also says whether two objects that differ in it are equal.
    """
    prefix = f"{package.__name__}."
    for name in sorted(info.name for info in pkgutil.walk_packages(package.__path__, prefix)):
        module = importlib.import_module(name)
        for kind in (module, *_classes(module)):
            scope = f"{name}.{kind.__qualname__}" if isinstance(kind, type) else name
            if is_dataclass(kind):
                for field in fields(kind):
                    if field.default is not MISSING:
                        said = "" if field.compare else ", not compared"
                        yield f"{scope}.{field.name}: {plain(field.default)}{said}"
            for function in _functions(kind, name):
                for parameter in inspect.signature(function).parameters.values():
                    if parameter.default is not parameter.empty:
                        place = f"{name}.{function.__qualname__}({parameter.name})"
                        yield f"{place}: {_written(parameter.default)}"


def _classes(module: ModuleType) -> list[type]:
    found = vars(module).values()
    return [one for one in found if inspect.isclass(one) and one.__module__ == module.__name__]


def _functions(holder: object, module: str) -> Iterator[FunctionType]:
    """Yield the functions that a module or a class defines, but no `__init__` of a dataclass."""
    for found in vars(holder).values():
        function = getattr(found, "__func__", found)
        function = inspect.unwrap(function) if callable(function) else function
        is_own = isinstance(function, FunctionType) and function.__module__ == module
        if is_own and not (is_dataclass(holder) and function.__name__ == "__init__"):
            yield function


def _written(value: object) -> str:
    """A default as it is written: a function by its name."""
    return str(getattr(value, "__qualname__", None) or plain(value))
