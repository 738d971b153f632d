"""The channel's seat in messages: lobby menu line, private votes, results in posts and `/stats`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.channel_seat.policy import VoterRecord
from bot.playing.panel_words import MAX_CHOICE_BUTTONS, move_button, next_decision
from bot.table.table import Outcome, Table, VoteTally
from bot.text.coordinates import coordinates, rotation_text
from bot.text.i18n import _, join_list, ngettext, relative_timestamp
from bot.text.message import Button, ButtonStyle, MenuLine, Message
from bot.text.names import THE_CHANNEL, Names
from bot.words import moves, nouns
from bot.words.actions import Follow, OpenPanel
from renderer.requests import PlannedTile, Voters
from rules import notation
from rules.analysis.tile_faces import last_laid_face
from rules.analysis.viewport import turn_window
from rules.game import Game
from rules.geometry import Cell
from rules.moves import Deploy, Move, PlaceTile
from rules.story import TilePlaced

ADD_CHANNEL: Final = "channel"
"""The menu line that gives a seat of a lobby to the channel."""
FOLLOW_VOTES: Final = "votes"
"""The choice of *Follow* that announces each vote of a channel."""
MAX_CHOICES: Final = 4
"""The most turns that the result of a vote names."""


def add_line() -> MenuLine:
    """The menu line that gives a seat to the channel."""
    return MenuLine(
        _("👥 The channel"), ADD_CHANNEL, _("Everyone who doesn't play votes for its moves")
    )


def intro_line(names: Names, ends: float | None, *, has_voted: bool) -> str:
    """The panel's purpose, above it."""
    line = (
        _("🗳️ This is your vote. Another turn that you finish here changes it.")
        if has_voted
        else _(
            "🗳️ You're voting for **{who}**: the turn that you finish here is your vote.",
            who=_who(names),
        )
    )
    return f"{line} {_end(ends)}" if ends is not None else line


def _end(ends: float) -> str:
    return _("The vote ends {when}.", when=relative_timestamp(ends))


def _who(names: Names) -> str:
    return f"#{names.channel}"


def saved_message(
    game: Game,
    chosen: Sequence[Move],
    voted: int,
    ends: float | None,
    *,
    follows: bool,
) -> Message:
    """Confirm a vote, hidden from everybody else so far.

    ``follows``: the voter is told of the next votes.
    """
    lines = [_("✔️ Your vote: {move}.", move=moves.moves_text(game, tuple(chosen)))]
    if ends is not None:
        lines.append(" ".join([_end(ends), _("You can change your vote until then.")]))
    lines.append(_counted(voted))
    buttons = [Button(_("Change my vote"), str(OpenPanel()))]
    if not follows:
        ask = Button(_("Tell me when we vote"), str(Follow(FOLLOW_VOTES)), ButtonStyle.SECONDARY)
        buttons.append(ask)
    return Message("\n".join(lines), buttons=tuple(buttons))


def _counted(voted: int) -> str:
    return ngettext("{number} person has voted.", "{number} people have voted.", voted)


def more_decisions(draft: Game, chosen: Sequence[Move]) -> Message:
    """Ask for a vote's next decision; ``draft`` is the game after the moves chosen."""
    asked = next_decision(draft)
    before = " ".join(map(notation.write, chosen)) + " "
    options = draft.decision.opening_moves(draft)[:MAX_CHOICE_BUTTONS]
    face = last_laid_face(draft)
    buttons = [move_button(option, face, before) for option in options]
    back = Button(_("Other space"), str(OpenPanel(1)), ButtonStyle.SECONDARY)
    return replace(asked, buttons=(*buttons, None, back))


def tally_lines(outcome: Outcome, names: Names) -> list[str]:
    """The result of a vote just ended."""
    tally = _new_tally(outcome)
    return [tally_line(tally, names)] if tally is not None else []


def tally_line(tally: VoteTally, names: Names) -> str:
    """``👥 7 votes: 4 for 3 -1 with a knight, 2 for 0 2``."""
    if not tally.choices:
        return _("👥 Nobody voted, so a villager played for {who}.", who=f"**{_who(names)}**")
    texts = _turn_texts([turn for _count, turn in tally.choices])
    shown = [
        _("{number} for {move}", number=count, move=text)
        for (count, _turn), text in list(zip(tally.choices, texts, strict=True))[:MAX_CHOICES]
    ]
    others = sum(count for count, _turn in tally.choices[MAX_CHOICES:])
    if others:
        shown.append(_("{number} for something else", number=others))
    return _("👥 {votes}: {choices}.", votes=_votes(tally.count), choices=join_list(shown))


def faithful_lines(names: Names) -> list[str]:
    """``👥 Most faithful voters: Bo (12 votes), Cleo (9 votes).``; nothing without voters."""
    voters = [
        _("{name} ({votes})", name=names.user_name(user), votes=_votes(number))
        for user, number in names.faithful
    ]
    return [_("👥 Most faithful voters: {voters}.", voters=join_list(voters))] if voters else []


def faithful_voters(table: Table, names: Names) -> Voters | None:
    """The most faithful voters, for the poster."""
    if not names.faithful:
        return None
    voters = [(names.plain_user_name(user), number) for user, number in names.faithful]
    return Voters(_("Voted most:"), table.players.index(THE_CHANNEL), tuple(voters))


def record_lines(record: VoterRecord) -> list[str]:
    """Tell a person how often they voted for a channel, and how well."""
    if not record.votes:
        return []
    majority = _(
        "👥 {votes} for the moves of a channel, {number} of them with the majority",
        votes=_votes(record.votes),
        number=record.with_majority,
    )
    best = ngettext(
        "👥 Best move, says the review: {best} of {number} reviewed vote",
        "👥 Best move, says the review: {best} of {number} reviewed votes",
        record.reviewed,
        best=record.best,
    )
    return [majority, best] if record.reviewed else [majority]


def _votes(number: int) -> str:
    return ngettext("{number} vote", "{number} votes", number)


def other_tiles(outcome: Outcome) -> tuple[PlannedTile, ...]:
    """The tiles that lost a vote just ended, most votes first; one for each cell still free."""
    table = outcome.after
    if not (tally := _new_tally(outcome)):
        return ()
    seat = table.players.index(THE_CHANNEL)
    placed = [
        event
        for event in table.running_game.story
        if isinstance(event, TilePlaced) and event.seat == seat
    ]
    votes = Counter[PlaceTile]()
    for count, turn in tally.choices[1:]:
        votes[_place_of(moves.read_moves(turn))] += count
    others: dict[Cell, PlannedTile] = {}
    for place, count in votes.most_common():
        if place.cell in table.running_game.board.gaps:
            tile = PlannedTile(place.cell, placed[-1].tile, place.rotation, f"{count}×")
            others.setdefault(place.cell, tile)
    return tuple(others.values())


def faint_tiles(game: Game, since: int | None, others: Sequence[PlannedTile]) -> str:
    """The faint tiles of a turn's picture for the alt text; empty without any."""
    window = turn_window(game, since, [tile.cell for tile in others])
    tiles = [
        f"{coordinates(tile.cell)} ({tile.letters})" for tile in others if window.has(tile.cell)
    ]
    return _("Faint, with their votes: {tiles}.", tiles=", ".join(tiles)) if tiles else ""


def _new_tally(outcome: Outcome) -> VoteTally | None:
    """The result of a vote that an outcome ended."""
    before, tally = outcome.before, outcome.after.tally
    return tally if before is not None and tally != before.tally else None


def _place_of(turn: Sequence[Move]) -> PlaceTile:
    return next(move for move in turn if isinstance(move, PlaceTile))


def _turn_texts(turns: Sequence[str]) -> list[str]:
    """Texts that are as short as they can be and differ: place and figure, rotation, feature."""
    spaces = Counter(_place_of(moves.read_moves(turn)).cell for turn in turns)
    ways = [[_turn_text(turn, spaces, details) for turn in turns] for details in range(3)]
    return [
        next((way[number] for way in ways if way.count(way[number]) == 1), ways[-1][number])
        for number in range(len(turns))
    ]


def _turn_text(text: str, spaces: Mapping[Cell, int], details: int) -> str:
    """A turn's place and figure; with details the rotation, then the feature too.

    Where several turns lay their tiles, a turn without a figure says so.
    """
    turn = moves.read_moves(text)
    place = _place_of(turn)
    where = f"`{coordinates(place.cell)}`"
    if details:
        where = f"{where} {rotation_text(place.rotation)}"
    figure = next((move for move in turn if isinstance(move, Deploy)), None)
    if figure is None:
        return _("{place} without a meeple", place=where) if spaces[place.cell] > 1 else where
    named = nouns.a_role(figure.role)
    if details > 1:
        named = f"{named} ({figure.letter})"
    return _("{place} with {a_figure}", place=where, a_figure=named)


def extension_lines(outcome: Outcome) -> list[str]:
    """A vote just extended, as nobody voted."""
    before, until = outcome.before, outcome.after.vote_until
    is_new = before is not None and until is not None and until != before.vote_until
    return [nobody_voted_line()] if is_new else []


def nobody_voted_line() -> str:
    return _("👥 Nobody has voted yet, so the vote goes on.")
