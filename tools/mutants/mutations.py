"""The small mistakes that a mutation run makes in a module, one at a time.

A mutant is the module with one node of its syntax tree changed: a comparison that is off by one or
the other way round, `and` for `or`, `+` for `-`, a number or a text that is another, a condition
turned over, a value that is not returned, an argument or a statement left out. Annotations and
docstrings do nothing, so nothing is changed in them.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

SWAPPED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult},
    **{ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift},
    **{ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd},
    **{ast.BitXor: ast.BitAnd, ast.Break: ast.Continue, ast.Continue: ast.Break},
}
NAMED: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "tuple"}
"""Functions of the language, and what is easily written for them."""

SILENT: Final = frozenset({"annotation", "returns"})
"""Fields of nodes that nothing is done with when the program runs."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mistake: what it is called, the lines of the statement it is in, and how many come before.

    The name tells it from all others and stays the same while the code around it changes.
    """

    path: str
    name: str
    lines: range
    number: int


def mutants(path: str, source: str) -> list[Mutant]:
    """Every mutant of a module."""
    changes = []
    seen: Counter[str] = Counter()
    for number, change in enumerate(_changes(ast.parse(source))):
        name = f"{path} {change.scope}: {_told(change)}"
        seen[name] += 1
        name += f" ({seen[name]})" if seen[name] > 1 else ""
        changes.append(Mutant(path, name, change.lines, number))
    return changes


def mutated(source: str, number: int) -> str:
    """A module with one of its mistakes made."""
    tree = ast.parse(source)
    change = next(change for n, change in enumerate(_changes(tree)) if n == number)
    held = getattr(change.parent, change.field)
    if change.index is None:
        setattr(change.parent, change.field, change.new)
    elif change.new is None:
        del held[change.index]
    else:
        held[change.index] = change.new
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


@dataclass(frozen=True, slots=True)
class _Place:
    """A node, where it hangs, and in what: a function by its name, a statement by its lines."""

    parent: ast.AST
    field: str
    index: int | None
    old: ast.AST
    scope: str
    lines: range


@dataclass(frozen=True, slots=True)
class _Change(_Place):
    """The replacement of a node; None where an argument is left out."""

    new: ast.AST | None


def _changes(tree: ast.Module) -> Iterator[_Change]:
    """All mistakes that can be made in a module, in the order of its text."""
    for place in _places(tree, "", range(0)):
        for new in _instead(place):
            yield _Change(
                *(place.parent, place.field, place.index, place.old, place.scope, place.lines),
                new,
            )


def _places(node: ast.AST, scope: str, lines: range) -> Iterator[_Place]:
    """The nodes below one that do something."""
    for field, value in ast.iter_fields(node):
        if field in SILENT or (field == "value" and _is_alias(node)):
            continue
        for index, old in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(old, ast.AST) or _is_docstring(old):
                continue
            inner, within = scope, lines
            if isinstance(old, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{scope}.{old.name}" if scope else old.name
            if isinstance(old, ast.stmt):
                within = _head(old)
            yield _Place(node, field, index, old, inner, within)
            yield from _places(old, inner, within)


def _instead(place: _Place) -> Iterator[ast.AST | None]:
    """Yield the replacements of a node."""
    old = place.old
    other = SWAPPED.get(type(old))
    match old:
        case ast.Constant(value=bool() | int() | float() | str() as value):
            yield ast.Constant(_other(value))
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.Call(func=ast.Name(id=name)) if name in NAMED:
            yield _but(old, func=ast.Name(NAMED[name], ast.Load()))
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.keyword(arg=str(), value=value) if not _is_bool(value):
            yield None
        case ast.Expr() | ast.AugAssign() | ast.Raise():
            yield ast.Pass()
        case _ if other is not None:
            yield other()
    asked = place.field in ("test", "ifs")
    if asked and isinstance(old, ast.expr) and not isinstance(old, ast.Compare | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), old)


def _other(value: bool | int | float | str) -> bool | int | float | str:
    """A constant that is not the one meant."""
    match value:
        case bool():
            return not value
        case str():
            return f"{value}?" if value else "?"
        case _:
            return value + 1


def _but(node: ast.AST, **changes: Any) -> ast.AST:
    """A node with some of its fields changed."""
    new = copy.copy(node)
    for field, value in changes.items():
        setattr(new, field, value)
    return new


def _told(change: _Change) -> str:
    """A mistake as one reads it: an operator by its name, in the expression that it stands in."""
    if change.new is None:
        return f"{ast.unparse(change.parent)} without {ast.unparse(change.old)}"
    if isinstance(change.old, ast.operator | ast.cmpop | ast.boolop):
        old, new = type(change.old).__name__, type(change.new).__name__
        return f"{ast.unparse(change.parent)}, {old} → {new}"
    return f"{ast.unparse(change.old)} → {ast.unparse(ast.fix_missing_locations(change.new))}"


def _head(statement: ast.stmt) -> range:
    """The lines of a statement, those of the statements in it left out."""
    body = getattr(statement, "body", None)
    end = body[0].lineno - 1 if isinstance(body, list) and body else statement.end_lineno
    return range(statement.lineno, max(statement.lineno, end or 0) + 1)


def _is_alias(node: ast.AST) -> bool:
    """Return True if a statement gives a type another name, or a variable of types one."""
    match node:
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "NewType" | "ParamSpec"))):
            return True
        case _:
            return False


def _is_docstring(node: ast.AST) -> bool:
    """Return True if a statement is only a string, as a docstring is."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_bool(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)
