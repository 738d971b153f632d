"""Imports between modules, type-only imports included, and the sizes of modules.

The floors are held by import-linter (pyproject.toml); here is what it does not see: circles among
the modules of one floor, and the sizes.
"""

import ast
import statistics
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("rules", "renderer", "storage", "bot")
MEDIAN, MOST = 150, 350
"""Lines of a module: the most that the median may have, and that any may have."""


def name_of(path: Path) -> str:
    """The dotted name of a module's file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES: Final = {
    name_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))
}


def imported(source: str, module: str, modules: Mapping[str, object]) -> Iterator[str]:
    """The modules of ours that a module imports, wherever and for whatever in its text."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (
                    imported_name.name for imported_name in names if imported_name.name in modules
                )
            case ast.ImportFrom(base, names, level):
                assert base is not None and not level, f"{module} imports relatively"
                for imported_name in names:
                    whole = f"{base}.{imported_name.name}"
                    if whole in modules or base in modules:
                        yield whole if whole in modules else base


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle, first and last the same; empty if none do."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def test_imports_have_no_circle() -> None:
    graph = {
        module: set(imported(path.read_text(encoding="utf-8"), module, MODULES))
        for module, path in MODULES.items()
    }
    assert len(graph) > 100
    assert circle(graph) == []


def test_type_only_import_closes_a_circle() -> None:
    sources = {
        "a": "from b import c",
        "b.c": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import d",
        "d": "def late():\n    from a import something",
    }
    graph = {name: set(imported(source, name, sources)) for name, source in sources.items()}
    assert sorted(set(circle(graph))) == ["a", "b.c", "d"]
    graph["d"] = set()
    assert circle(graph) == []


def test_modules_are_small() -> None:
    lines = {
        module: path.read_text(encoding="utf-8").count("\n") for module, path in MODULES.items()
    }
    assert {module: count for module, count in lines.items() if count > MOST} == {}
    assert statistics.median(count for count in lines.values() if count) <= MEDIAN


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_has_modules_in_the_check(package: str) -> None:
    assert package in MODULES and f"{package}.__main__" in MODULES
