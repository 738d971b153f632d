"""Refusals in words: what is wrong and what would be right."""

from collections.abc import Sequence
from typing import Final

from bot.games import game_topics, nouns
from bot.games.game_texts import game_title
from bot.games.sets import set_title, sets_with_figure
from bot.presenters.words.refusal_sentences import SENTENCES
from bot.table.fold import BrokenLog
from bot.table.refusals import USER_FACTS, Refusal
from bot.text import colours
from bot.text.i18n import _, join_list, join_with_semicolons, relative_timestamp
from bot.text.names import Names, quote_typed
from bot.text.phrases import rotation_text, side_name
from rules.error_facts import (
    Clashes,
    Demands,
    FeatureName,
    Figures,
    Letters,
    Phrase,
    Place,
    Places,
    RoleName,
    Roles,
    Rotations,
    Seat,
    Standing,
    Terrains,
    Typed,
)
from rules.errors import REASONS, ExplainedError, RulesError
from rules.pieces import Kind
from rules.tiles import Terrain


def format_fact(fact: object, names: Names) -> str:
    """Return a fact of a refusal in words; numbers, letters and notation stay unchanged."""
    match fact:
        case Standing():
            seat, role, place = fact
            return _(
                "{who}'s {figure} at {place}",
                who=names.bold_name(seat),
                figure=nouns.role_name(role),
                place=place,
            )
        case Seat(number):
            return names.bold_name(number)
        case Place():
            return f"`{fact}`"
        case Places(places):
            return join_list((f"`{place}`" for place in places), "or")
        case Letters(letters):
            return ", ".join(letters)
        case Rotations(quarters):
            return join_list(map(rotation_text, quarters), "or")
        case Typed(text):
            return _("'{typed}'", typed=quote_typed(text))
        case Phrase(text):
            return _(text)
        case RoleName():
            return nouns.role_name(fact)
        case Roles(roles):
            return join_list(f"`{name}`" for name in roles)
        case Figures(figures):
            return join_list((f"`{role} {letter}`" for role, letter in figures), "or")
        case Terrain():
            return nouns.terrain_name(fact)
        case Terrains(terrains):
            return join_list(map(nouns.a_terrain, terrains), "or")
        case Kind():
            return nouns.piece_kind_name(fact)
        case FeatureName(terrain, layer):
            return nouns.terrain_name(terrain) if layer == terrain else nouns.feature_name(layer)
        case Demands(sides):
            return ", ".join(
                _(
                    "its {side} side has to be {a_terrain}",
                    side=side_name(side),
                    a_terrain=nouns.a_terrain(asked),
                )
                for side, asked in sides
            )
        case Clashes(sides):
            return join_with_semicolons(
                _(
                    "its {side} side is {a_terrain} and would meet {another}",
                    side=side_name(side),
                    a_terrain=nouns.a_terrain(own),
                    another=nouns.a_terrain(met),
                )
                for side, own, met in sides
            )
        case _other:
            return str(fact)


NO_ROLE: Final = REASONS["no-role"]
"""The reason that the game has no such figure."""


def refusal_text(error: Refusal | RulesError, names: Names, game: str | None = None) -> str:
    """Return the refusal as a sentence for the player, with the rule that explains it."""
    if isinstance(error, Refusal):
        facts = {key: _fact(key, value, names) for key, value in error.facts.items()}
        return _(SENTENCES[error.reason], **facts)
    if not isinstance(error, ExplainedError):
        return _as_sentence(str(error))
    sentence = _(error.reason.sentence)
    text = _as_sentence(error.words(lambda fact: format_fact(fact, names), sentence))
    sets = (
        sets_with_figure(str(error.facts["role"]), game) if game and error.reason is NO_ROLE else ()
    )
    if sets:
        set_titles = join_list(map(set_title, sets), "or")
        text += " " + _("It comes with {sets}, and this game doesn't use it.", sets=set_titles)
    topic = game_topics.topic_for_refusal(game, error.reason) if game is not None else None
    if topic is not None:
        text += "\n" + _("-# Rule: `/rules {topic}`", topic=_(topic.title))
    return text


def _as_sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "`", "?")) else ".")


def _fact(key: str, value: object, names: Names) -> str:
    if key in USER_FACTS:
        return names.user_name(value)
    if key == "when" and isinstance(value, float):
        return relative_timestamp(value)
    if key == "users" and isinstance(value, Sequence):
        return join_list(map(names.user_name, value), "or")
    if key == "game" and isinstance(value, str):
        return game_title(value)
    if key in ("sets", "games") and isinstance(value, Sequence):
        return join_list(map(set_title if key == "sets" else game_title, value))
    if key == "switch" and isinstance(value, str):
        return nouns.option_name(value)
    if key == "title" and isinstance(value, str):
        return _(value)
    if key == "colour" and isinstance(value, int):
        return colours.name(value)
    if isinstance(value, BrokenLog):
        return _broken(value, names)
    return str(value)


def _broken(error: BrokenLog, names: Names) -> str:
    """The sentence for a broken log, with its cause if players can understand it."""
    if error.number is None:
        return ""
    quoted = error.text.replace("`", "'")
    where = _(" from entry {number} on, `{text}`", number=error.number, text=quoted)
    cause = error.__cause__
    if isinstance(cause, ExplainedError):
        reason = cause.words(lambda fact: format_fact(fact, names), _(cause.reason.sentence))
        return f"{where} ({reason})"
    return where
