"""Messages about cups: the card, match posts, news, standings, records, and questions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.cups.policy import (
    MIN_PLAYERS,
    Cup,
    CupPhase,
    CupRound,
    CupStanding,
    Match,
    standings,
    winners,
)
from bot.history.words import export_text
from bot.table.table import Table
from bot.text.i18n import _, join_list, ngettext
from bot.text.message import CONTENT_LIMIT, Button, ButtonStyle, Message
from bot.text.names import Names, strip_markdown
from bot.words.actions import RunCup
from bot.words.nouns import game_title
from bot.words.settings import changed_option_lines

JOIN, LEAVE, START, END, RECORD, SHOW = "join", "leave", "start", "end", "record", "show"
CONFIRMED: Final = "now"
"""The word after LEAVE or END that confirms it."""
CARD_LIMIT: Final = 3800
"""Characters of the card, within the 4000 of a layout."""
MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def cup_button(
    label: str, cup: int, *words: object, tone: ButtonStyle = ButtonStyle.SECONDARY
) -> Button:
    word, *rest = map(str, words)
    return Button(label, str(RunCup(cup, word, " ".join(rest))), tone)


def card(
    number: int,
    cup: Cup,
    names: Names,
    threads: Mapping[int, int],
    missing: Sequence[str] = (),
    refused: Sequence[int] = (),
) -> Message:
    """Players, standings, and the round's matches.

    ``threads``: channels of open matches by game; ``missing``: permissions needed to open matches;
    ``refused``: matches that Discord has refused to open for a day.
    """
    head = [_("## 🏆 Cup: {game}", game=game_title(cup.name)), *_head(cup)]
    if cup.phase is CupPhase.LOBBY:
        head += _lobby_lines(cup, names)
    if missing and cup.phase is CupPhase.PLAYING:
        needed = ", ".join(missing)
        head.append(
            _(
                "⚠️ I can't open the matches. I need these permissions here: {missing}.",
                missing=needed,
            )
        )
    elif refused and cup.phase is CupPhase.PLAYING:
        pairs = join_list(_pair(_match(cup, index), names) for index in refused)
        head.append(
            _(
                "⚠️ {host}, Discord has refused to open {matches} for a day. A filter on "
                "this server may be blocking a name. I'll keep trying; until then, the cup "
                "waits.",
                host=names.user_name(cup.host),
                matches=pairs,
            )
        )
    ranked = [*_standing_lines(cup, names)] if cup.order else []
    played: list[str] = []
    if cup.round is not None and cup.phase is CupPhase.PLAYING:
        max_characters = CARD_LIMIT - len("\n".join([*head, *ranked]))
        played = _within(max_characters, _round_lines(cup, cup.round, names, threads))
    return Message("\n".join([*head, *played, *ranked]), buttons=tuple(_buttons(number, cup)))


def match_post(number: int, cup: Cup, index: int, names: Names) -> Message:
    """The post under which a match's thread is opened."""
    text = f"⚔️ {_in_round(cup, _pair(_match(cup, index), names))}"
    show = cup_button(_("Standings"), number, SHOW, len(cup.rounds), index)
    return Message(text, buttons=(show,))


def thread_name(cup: Cup, index: int, names: Names) -> str:
    return strip_markdown(_in_round(cup, _pair(_match(cup, index), names)))


def news(number: int, before: Cup, after: Cup, names: Names) -> Message | None:
    """The post about the newest entry, if it has one."""
    if after.is_over and not before.is_over:
        return _end_post(number, after, names)
    show = cup_button(_("Standings"), number, SHOW, after.last)
    if after.phase is not CupPhase.PLAYING:
        return None
    for player, (old, new) in enumerate(zip(before.players, after.players, strict=False)):
        if new.has_left and not old.has_left:
            return Message(
                _("👋 {who} has left the cup.", who=names.bold_name(player)), buttons=(show,)
            )
    if len(before.rounds) != len(after.rounds) or after.round is None or before.round is None:
        return None
    for old_match, match in zip(before.round.matches, after.round.matches, strict=True):
        if match.result is not None and old_match.result is None:
            text = f"🏁 {_in_round(after, result_line(match, names))}"
            return Message(text, buttons=(show,))
    return None


def _end_post(number: int, cup: Cup, names: Names) -> Message:
    if not cup.rounds:
        return Message(_("🏆 This cup was cancelled. Open the next one with `/cup`."))
    lines = []
    if cup.phase is CupPhase.OVER:
        best = winners(cup)
        who = join_list(map(names.bold_name, best))
        lines.append(
            ngettext(
                "🏆 {players} wins the cup!", "🏆 {players} share the cup!", len(best), players=who
            )
        )
    else:
        lines.append(_("🏆 The cup was ended early. Here are the standings."))
    lines += [standing_line(row, names) for row in standings(cup) if row.place in MEDALS][:5]
    buttons = (
        cup_button(_("Standings"), number, SHOW, cup.last),
        cup_button(_("Record"), number, RECORD),
    )
    return Message("\n".join(lines), buttons=buttons)


def result_line(match: Match, names: Names) -> str:
    """``**Ana** 78 – 65 **Bo**``, or how a match ended without its last tile."""
    first, second = map(names.bold_name, match.players)
    if match.result is not None and match.result.points is not None:
        one, other = match.result.points
        return _(
            "{first} {one} – {other} {second}", first=first, one=one, other=other, second=second
        )
    if match.winner is None:
        return _("{first} – {second}: no result, no points", first=first, second=second)
    winner, loser = (first, second) if match.winner == match.first else (second, first)
    return _("{winner} wins against {loser}: the game ended early", winner=winner, loser=loser)


def standing_line(row: CupStanding, names: Names) -> str:
    """``🥇 **Ana** · **3½** · 3-1-0``: place, points, wins, draws, losses."""
    place = MEDALS.get(row.place) if row.half_points else None
    place = place or f"`{row.place}.`"
    record = f"{row.wins}-{row.draws}-{row.losses}"
    return f"{place} {names.bold_name(row.player)} · **{fraction(2 * row.half_points)}** · {record}"


def fraction(quarters: int) -> str:
    """``3½``, from a number of quarters."""
    whole, rest = divmod(quarters, 4)
    return (str(whole) if whole or not rest else "") + ("", "¼", "½", "¾")[rest]


def system_line(cup: Cup) -> str:
    """The system that the number of players decides."""
    if len(cup.order or cup.active) < MIN_PLAYERS:
        return _("Up to 8: everyone plays everyone. 9 or more: Swiss.")
    rounds = cup.number_of_rounds
    if cup.is_round_robin:
        return ngettext(
            "Everyone plays everyone: {number} round.",
            "Everyone plays everyone: {number} rounds.",
            rounds,
        )
    return ngettext("Swiss system: {number} round.", "Swiss system: {number} rounds.", rounds)


def _head(cup: Cup) -> list[str]:
    players = len(cup.order or cup.active)
    number = (
        ngettext("{number} player so far.", "{number} players so far.", players)
        if cup.phase is CupPhase.LOBBY
        else ngettext("{number} player.", "{number} players.", players)
    )
    lines = [
        f"{number} {system_line(cup)}",
        *changed_option_lines(cup.options, cup.settings),
    ]
    if cup.phase is CupPhase.OVER:
        lines.append(_("**The cup is over.**"))
    elif cup.phase is CupPhase.STOPPED:
        lines.append(
            _("**The cup was ended early.**") if cup.rounds else _("**The cup was cancelled.**")
        )
    return lines


def _lobby_lines(cup: Cup, names: Names) -> Iterator[str]:
    host = names.user_name(cup.host)
    yield _("Press *Join* to play. The host, {host}, starts with 3 players or more.", host=host)
    yield join_list(map(names.bold_name, cup.active)) if cup.active else _("Nobody has joined yet.")


def _standing_lines(cup: Cup, names: Names) -> Iterator[str]:
    yield _("**Standings** (points · wins-draws-losses)")
    for row in standings(cup):
        line = standing_line(row, names)
        has_left = not cup.players[row.player].plays_on and cup.phase is CupPhase.PLAYING
        yield _("{player} · has left", player=line) if has_left else line


def _round_lines(
    cup: Cup, played: CupRound, names: Names, threads: Mapping[int, int]
) -> Iterator[str]:
    yield _("**Round {number} of {rounds}**", number=len(cup.rounds), rounds=cup.number_of_rounds)
    for match in played.matches:
        if match.result is not None:
            yield f"🏁 {result_line(match, names)}"
        elif match.game is not None and match.game in threads:
            yield f"⚔️ {_pair(match, names)} → <#{threads[match.game]}>"
        else:
            yield f"⏳ {_pair(match, names)}"
    if played.bye is not None:
        yield _("💤 {player} has a bye.", player=names.bold_name(played.bye))


def _within(max_characters: int, lines: Iterator[str]) -> list[str]:
    every = list(lines)
    shown: list[str] = []
    for index, line in enumerate(every):
        more = _("and {number} more", number=len(every) - index)
        if len("\n".join([*shown, line, more])) + 1 > max_characters:
            return [*shown, more]
        shown.append(line)
    return shown


def _buttons(number: int, cup: Cup) -> Iterator[Button]:
    if cup.phase is CupPhase.LOBBY:
        yield cup_button(_("Join"), number, JOIN, tone=ButtonStyle.PRIMARY)
        if len(cup.active) >= MIN_PLAYERS:
            yield cup_button(_("Start"), number, START, tone=ButtonStyle.SUCCESS)
    if not cup.is_over:
        yield cup_button(_("Leave"), number, LEAVE)
        yield cup_button(_("End cup"), number, END)
    if cup.order:
        yield cup_button(_("Standings"), number, SHOW)
        yield cup_button(_("Record"), number, RECORD)


def _in_round(cup: Cup, words: str) -> str:
    """``Round 2: …``: words about the current round."""
    title = _("Round {number}", number=len(cup.rounds))
    return _("{title}: {value}", title=title, value=words)


def _match(cup: Cup, index: int) -> Match:
    assert cup.round is not None
    return cup.round.matches[index]


def _pair(match: Match, names: Names) -> str:
    return f"{names.bold_name(match.first)} – {names.bold_name(match.second)}"


STANDINGS_LIMIT: Final = 4 * CONTENT_LIMIT
"""Characters of the standings: an answer has five messages, and pages end at line ends."""


def standings_message(cup: Cup, names: Names) -> Message:
    """Standings with tie-breaks, and results by round, newest first.

    The message says that older rounds that do not fit are in the record.
    """
    score_name = "Sonneborn-Berger" if cup.is_round_robin else "Buchholz"
    lines = [
        _(
            "**Standings**: points, wins-draws-losses, {score}, point difference",
            score=score_name,
        )
    ]
    for row in standings(cup):
        score = fraction(row.tie_break if cup.is_round_robin else 2 * row.tie_break)
        lines.append(f"{standing_line(row, names)} · {score} · {row.margin:+}")
    for number, played in reversed([*enumerate(cup.rounds, 1)]):
        more = [_("**Round {number}**", number=number)]
        more += [_any_match(match, names) for match in played.matches]
        if played.bye is not None:
            more.append(_("💤 {player} has a bye.", player=names.bold_name(played.bye)))
        if len("\n".join([*lines, *more])) > STANDINGS_LIMIT:
            lines.append(_("Earlier rounds are in the *Record*."))
            break
        lines += more
    return Message("\n".join(lines))


def leave_question(number: int) -> Message:
    """Ask whether the player wants to leave a running cup."""
    text = _("Leave the cup? If your match is not over, you lose it, and you can't come back.")
    return _question(number, text, _("Leave cup"), LEAVE)


def end_question(number: int, cup: Cup) -> Message:
    text = (
        _("End the cup now? The standings stay as they are; running matches no longer count.")
        if cup.order
        else _("Cancel this cup? Nobody can join it any more.")
    )
    return _question(number, text, _("End now"), END)


def record_text(cup: Cup, names: Names, tables: Mapping[int, Table]) -> str:
    """All games' records as one file, each below its match's line.

    ``tables`` by game. A running game's record leaves out the undrawn tiles.
    """
    parts = []
    for number, played in enumerate(cup.rounds, 1):
        for match in played.matches:
            if match.game is None or match.game not in tables:
                continue
            players = strip_markdown(_any_match(match, names))
            heading = _("Round {number}", number=number)
            parts.append(f"# {heading}: {players}\n{export_text(tables[match.game])}")
    return "\n".join(parts)


def _any_match(match: Match, names: Names) -> str:
    if match.result is not None:
        return result_line(match, names)
    return f"{names.bold_name(match.first)} – {names.bold_name(match.second)}"


def _question(number: int, text: str, label: str, word: str) -> Message:
    button = cup_button(label, number, word, CONFIRMED, tone=ButtonStyle.DANGER)
    return Message(text, buttons=(button,))
