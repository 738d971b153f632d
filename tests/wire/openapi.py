"""A light check of requests against Discord's OpenAPI document, which is not shipped.

It knows the part of JSON Schema that the document uses. A package for all of JSON Schema would be
one more to keep up to date, for a check that needs a file from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Schema: TypeAlias = Mapping[str, Any]
METHODS: Final = ("get", "put", "post", "patch", "delete")
TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
SNOWFLAKE: Final = re.compile(r"0|[1-9][0-9]{0,19}")
MAX_DEPTH: Final = 60
"""Schemas inside each other at most; components hold components."""


@dataclass(slots=True)
class OpenApi:
    """An OpenAPI document, and the problems and the number of the requests checked against it."""

    document: Schema
    checked: int = 0
    problems: list[str] = field(default_factory=list)
    _routes: list[tuple[str, re.Pattern[str], Schema]] = field(init=False)

    def __post_init__(self) -> None:
        paths: Schema = self.document["paths"]
        # A path without parameters is named before one with: `/users/@me`, then `/users/{id}`.
        self._routes = [
            (method, _path_pattern(path), operation)
            for path, item in sorted(paths.items(), key=lambda route: route[0].count("{"))
            for method, operation in item.items()
            if method in METHODS
        ]

    def check(self, method: str, path: str, body: object) -> None:
        """Check a request: its path below the API's root, its method and its JSON body."""
        self.checked += 1
        shown = f"{method} {re.sub(r'/[^/]{60,}', '/…', path)}"
        for route_method, pattern, operation in self._routes:
            if route_method == method.lower() and pattern.fullmatch(path):
                self.problems += [
                    f"{shown}: {violation}" for violation in self._body(operation, body)
                ]
                return
        self.problems.append(f"{shown}: no such route")

    def _body(self, operation: Schema, body: object) -> Iterator[str]:
        content = self._resolved(operation.get("requestBody", {})).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is None:
            if body not in ({}, None) and "multipart/form-data" not in content:
                yield "there is to be no body"
        else:
            yield from self.violations(schema, body, "body", MAX_DEPTH)

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            node: Any = self.document
            for word in schema["$ref"].removeprefix("#/").split("/"):
                node = node[word.replace("~1", "/").replace("~0", "~")]
            schema = node
        return schema

    def violations(self, schema: Schema, value: object, where: str, depth: int) -> Iterator[str]:
        """Yield what is wrong with a value, with the place in the body."""
        if depth <= 0:
            yield f"{where}: too deep"
            return
        schema = self._resolved(schema)
        types = schema.get("type", ())
        types = [types] if isinstance(types, str) else types
        if value is None and schema.get("nullable"):
            return
        if types and not any(_is_of(name, value) for name in types):
            yield f"{where}: {_shown(value)} is to be {' or '.join(types)}"
            return
        if "const" in schema and value != schema["const"]:
            yield f"{where}: {_shown(value)} is to be {schema['const']!r}"
        if "enum" in schema and value not in schema["enum"]:
            yield f"{where}: {_shown(value)} is none of {schema['enum']}"
        for part in schema.get("allOf", ()):
            yield from self.violations(part, value, where, depth - 1)
        yield from self._choices(schema, value, where, depth)
        if isinstance(value, str):
            yield from _text_violations(schema, value, where)
        elif isinstance(value, list):
            yield from self._list(schema, value, where, depth)
        elif isinstance(value, dict):
            yield from self._object(schema, value, where, depth)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield from _number_violations(schema, value, where)

    def _choices(self, schema: Schema, value: object, where: str, depth: int) -> Iterator[str]:
        """Check that a value fits one of several schemas; else tell of the one it fits best."""
        for word in ("oneOf", "anyOf"):
            tried = [
                list(self.violations(part, value, where, depth - 1))
                for part in schema.get(word, ())
            ]
            if tried and all(tried):
                yield from min(tried, key=len)

    def _list(
        self, schema: Schema, value: Sequence[object], where: str, depth: int
    ) -> Iterator[str]:
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{where}: {len(value)} items are too few or too many"
        if schema.get("uniqueItems") and len({repr(item) for item in value}) != len(value):
            yield f"{where}: an item is there twice"
        if "items" in schema:
            for number, item in enumerate(value):
                yield from self.violations(schema["items"], item, f"{where}[{number}]", depth - 1)

    def _object(
        self, schema: Schema, value: Mapping[str, object], where: str, depth: int
    ) -> Iterator[str]:
        properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{where}: {name} is missing"
        for name, item in value.items():
            inside = f"{where}.{name}"
            if name in properties:
                yield from self.violations(properties[name], item, inside, depth - 1)
            elif more is False:
                yield f"{inside} is not known"
            elif isinstance(more, dict):
                yield from self.violations(more, item, inside, depth - 1)


def _path_pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+\}", path)
    return re.compile("[^/]+".join(map(re.escape, parts)))


def _is_of(name: str, value: object) -> bool:
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    is_right = isinstance(value, TYPES[name])
    return is_right and (name == "boolean" or not isinstance(value, bool))


def _text_violations(schema: Schema, value: str, where: str) -> Iterator[str]:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        yield f"{where}: {len(value)} characters are too few or too many"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{where}: {_shown(value)} is not like {schema['pattern']}"
    if schema.get("format") == "snowflake" and not SNOWFLAKE.fullmatch(value):
        yield f"{where}: {_shown(value)} is no id"


def _number_violations(schema: Schema, value: float, where: str) -> Iterator[str]:
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{where}: {value} is too little or too much"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) < 60 else f"{text[:60]}…"
