"""The check of the bot's requests against Discord's OpenAPI document, which `make lab` runs."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.wire.openapi import OpenApi

DOCUMENT: Final[dict[str, Any]] = {
    "openapi": "3.1.0",
    "paths": {
        "/users/@me": {"get": {}},
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Message"}}
                    }
                }
            }
        },
    },
    "components": {
        "schemas": {
            "Message": {
                "type": "object",
                "additionalProperties": False,
                "required": ["components"],
                "properties": {
                    "content": {"type": ["string", "null"], "maxLength": 5},
                    "nonce": {"oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^a"}]},
                    "flags": {"type": "integer", "minimum": 0, "enum": [0, 64]},
                    "reply": {"type": "string", "format": "snowflake"},
                    "components": {
                        "type": "array",
                        "maxItems": 2,
                        "items": {"type": "object", "properties": {"type": {"const": 1}}},
                    },
                },
            }
        }
    },
}
SOUND: Final[dict[str, Any]] = {"components": [{"type": 1}], "content": None, "nonce": "a1"}


def test_sound_request_passes_the_check_against_openapi() -> None:
    api = OpenApi(DOCUMENT)
    api.check("POST", "/channels/5/messages", SOUND)
    api.check("GET", "/users/@me", {})
    assert api.problems == [] and api.checked == 2


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"components": None}, "body.components"),
        ({"components": [{"type": 1}] * 3}, "3 items"),
        ({"components": [{"type": 2}]}, "body.components[0].type: 2 is to be 1"),
        ({"content": "too long"}, "8 characters"),
        ({"content": 5}, "string or null"),
        ({"nonce": "b"}, "body.nonce"),
        ({"flags": 7}, "none of [0, 64]"),
        ({"flags": True}, "is to be integer"),
        ({"reply": "x"}, "no id"),
        ({"more": 1}, "body.more is not known"),
    ],
)
def test_wrong_request_is_named_with_its_field(change: dict[str, Any], problem: str) -> None:
    api = OpenApi(DOCUMENT)
    api.check("POST", "/channels/5/messages", {**SOUND, **change})
    [problem_line] = api.problems
    assert problem_line.startswith("POST /channels/5/messages: ") and problem in problem_line


def test_request_without_a_route_in_the_document_is_wrong() -> None:
    api = OpenApi(DOCUMENT)
    api.check("PATCH", "/channels/5/messages", {})
    api.check("POST", "/channels/5/messages", {})
    assert [problem.rpartition(": ")[2] for problem in api.problems] == [
        "no such route",
        "components is missing",
    ]
