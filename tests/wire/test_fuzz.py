"""A short fuzz run over the wire, and the check of requests; `make lab` runs longer."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from tests.wire.fuzz_run import FuzzRun
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


# aiohttp's own reader of uploads calls what it deprecates.
@pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")
async def test_valid_and_forged_interactions_are_answered_and_forged_ones_change_no_game(
    tmp_path: Path,
) -> None:
    run = FuzzRun(tmp_path, seed=1, valid=40, forged=120, tables=2)
    await run.run()
    assert len(run.answer_times) == 160 and len(run.kinds) == 7


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")
async def test_longer_fuzz_run_finds_nothing(tmp_path: Path) -> None:
    run = FuzzRun(tmp_path, seed=2, valid=300, forged=700, tables=3)
    await run.run()
    assert run.moves


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
