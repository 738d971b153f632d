"""Imports between modules, type-only imports included.

The floors are held by import-linter (pyproject.toml); here is what it does not see: circles among
the modules of one floor.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("rules", "renderer", "storage", "bot")


def name_of(path: Path) -> str:
    """The dotted name of a module's file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES: Final = {
    name_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))
}


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """A node and the statements within it; expressions, which import nothing, are left out."""
    yield node
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, part, ()):
            yield from statements(inner)


def imported(source: str, module: str, modules: Mapping[str, object]) -> Iterator[str]:
    for node in statements(ast.parse(source)):
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


def test_words_import_no_pillow_with_the_pictures_that_they_request() -> None:
    words = [module for module in MODULES if re.match(r"bot\.(words|\w+\.words$)", module)]
    assert len(words) > 20
    code = f"import sys, {', '.join(words)}; print('PIL' in sys.modules)"
    python = [sys.executable, "-c", code]
    shown = subprocess.run(python, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert shown == "False\n"
