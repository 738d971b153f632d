"""Messages of an undo: its confirmation, and the question to the players who must agree."""

from typing import Final

from bot.core.durations import DAY, HOUR
from bot.table.checks import UndoPreview
from bot.table.settings import FREE_SECONDS
from bot.table.table import Outcome, Phase, Table
from bot.text.i18n import N_, _, join_list, ngettext
from bot.text.message import Button, ButtonStyle, Message
from bot.text.names import Names
from bot.words.actions import CLOSE, AgreeToUndo, RefuseUndo, UndoTile

CONSENT_NEEDED: Final = {
    Phase.PLAYING: N_("{players}, do you agree? The next move cancels the request."),
    Phase.OVER: N_("{players}, do you agree? The game would continue from there."),
}


def question_post(table: Table, names: Names) -> Message:
    """The tiles to be dropped, the players who have agreed, and the buttons."""
    vote = table.undo_vote
    assert vote is not None
    tiles = sum(line.is_placement for line in table.lines if line.number >= vote.number)
    missing = [user for user in table.players if user in table.voters() - vote.agreed]
    lines = [
        ngettext(
            "🙏 {who} wants to undo {number} tile.",
            "🙏 {who} wants to undo the last {number} tiles.",
            tiles,
            who=names.user_name(vote.user),
        ),
        _(CONSENT_NEEDED[table.phase], players=join_list(f"<@{user}>" for user in missing)),
    ]
    return Message(
        "\n".join(lines),
        buttons=(
            Button(_("Agree"), str(AgreeToUndo(vote.entry)), ButtonStyle.SUCCESS),
            Button(_("Refuse"), str(RefuseUndo(vote.entry)), ButtonStyle.DANGER),
        ),
        pings=tuple(user for user in missing if user is not None),
    )


def refusal_post(user: int | None, names: Names) -> Message:
    who = names.user_name(user)
    return Message(_("{who} said no: nothing is undone.", who=who))


def settled_post(outcome: Outcome, names: Names) -> Message:
    """A refusal, the last consent, or the next move settled it."""
    before, after = outcome.before, outcome.after
    assert before is not None and before.undo_vote is not None
    if after.version == before.version:
        return refusal_post(outcome.user, names)
    who = names.user_name(before.undo_vote.user)
    if before.undo_vote.number in {line.number for line in outcome.undone_lines}:
        return Message(agreed_line(outcome, who))
    return Message(_("🙏 {who} asked for an undo, but the game went on.", who=who))


def agreed_line(outcome: Outcome, who: str) -> str:
    """``who`` asked for the undo."""
    if outcome.undone_tiles == 1:
        return _("↩️ Everyone agreed: {who}'s last tile is undone.", who=who)
    return ngettext(
        "↩️ Everyone agreed: the last {number} tile is undone, and {who} plays again.",
        "↩️ Everyone agreed: the last {number} tiles are undone, and {who} plays again.",
        outcome.undone_tiles,
        who=who,
    )


def undo_question(preview: UndoPreview, names: Names) -> Message:
    """The reasons why an undo needs consent, and what it would undo."""
    undone = ngettext(
        "This would undo {number} tile.",
        "This would undo {number} tiles.",
        preview.tiles,
    )
    lines = [*_consent_reasons(preview, names), undone]
    really = ngettext("Undo {number} tile", "Undo {number} tiles", preview.tiles)
    if preview.users_to_ask:
        asked = join_list(map(names.user_name, preview.users_to_ask))
        lines.append(_("{players} would have to agree. Ask them?", players=asked))
        really = _("Ask them")
        if len(preview.users_to_ask) == 1:
            really = _(
                "Ask {who}", who=names.plain_name(names.players.index(preview.users_to_ask[0]))
            )
    buttons = (
        Button(really, str(UndoTile(preview.last)), ButtonStyle.PRIMARY),
        Button(_("Cancel"), CLOSE),
    )
    return Message(" ".join(lines), buttons=buttons)


def _consent_reasons(preview: UndoPreview, names: Names) -> list[str]:
    if preview.played_on:
        players = join_list(map(names.user_name, preview.played_on))
        number = len(preview.played_on)
        return [
            ngettext(
                "{players} has played since.",
                "{players} have played since.",
                number,
                players=players,
            )
        ]
    if preview.has_shown_undrawn_tiles:
        return [_("The end of the game showed the remaining tiles.")]
    if preview.seconds <= FREE_SECONDS:
        return [_("The game has moved on.")]
    return [_move_age(int(preview.seconds))]


def _move_age(seconds: int) -> str:
    if seconds < 2 * HOUR:
        return ngettext(
            "You moved {number} minute ago, and the next tile is already shown.",
            "You moved {number} minutes ago, and the next tile is already shown.",
            seconds // 60,
        )
    if seconds < 2 * DAY:
        return ngettext(
            "You moved {number} hour ago, and the next tile is already shown.",
            "You moved {number} hours ago, and the next tile is already shown.",
            seconds // HOUR,
        )
    return ngettext(
        "You moved {number} day ago, and the next tile is already shown.",
        "You moved {number} days ago, and the next tile is already shown.",
        seconds // DAY,
    )
