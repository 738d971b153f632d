"""Folding the log of a cup: entries in, cup out."""

from collections.abc import Iterable
from dataclasses import replace

from bot.core.codec import TextError
from bot.table.cups.cup import MIN_PLAYERS, Cup, CupPhase, CupPlayer, CupRound, Match
from bot.table.cups.entries import (
    CUP_ENTRIES,
    CupEntry,
    Ended,
    Joined,
    Left,
    MatchOpened,
    MatchResult,
    Opened,
    RoundPaired,
    Started,
)
from bot.table.entries import EntryError, LogLine


class BrokenCup(Exception):
    """A log that is no cup: an entry is unreadable, or impossible at its place."""


def fold_cup(lines: Iterable[LogLine], cup: Cup | None = None) -> Cup:
    """Build the cup of a log, or go on from a ``cup``. Raise BrokenCup."""
    for line in lines:
        try:
            if not line.sound:
                raise EntryError("it is not as it was written")
            cup = _apply(cup, line, CUP_ENTRIES.read(line.text))
        except TextError as error:
            raise BrokenCup(f"entry {line.number}: {error}") from error
    if cup is None:
        raise BrokenCup("the log is empty")
    return cup


def cup_line(lines: Iterable[LogLine]) -> str:
    """Return what a cup comes to in one line, for `carcassonne verify`. Raise BrokenCup."""
    cup = fold_cup(lines)
    return f"{len(cup.players)} players, {len(cup.rounds)} rounds, {cup.phase.value}"


def _apply(cup: Cup | None, line: LogLine, entry: CupEntry) -> Cup:
    if cup is None:
        if not isinstance(entry, Opened):
            raise EntryError("a log begins with `new`")
        new = entry.table
        return Cup(
            *(new.game, new.options, new.settings, line.user, CupPhase.LOBBY),
            *(line.number, line.at),
        )
    return replace(_apply_change(cup, line, entry), last=line.number, since=line.at)


def _apply_change(cup: Cup, line: LogLine, entry: CupEntry) -> Cup:
    match entry:
        case Joined():
            _require(cup, CupPhase.LOBBY)
            return replace(cup, players=(*cup.players, CupPlayer(line.user)))
        case Left(player):
            _require(cup, CupPhase.LOBBY, CupPhase.PLAYING)
            return _leave(cup, player)
        case Started(order):
            _require(cup, CupPhase.LOBBY)
            remaining = {n for n, player in enumerate(cup.players) if not player.has_left}
            if len(order) < MIN_PLAYERS or len(order) != len(set(order)) or set(order) - remaining:
                raise EntryError("the order names players of the cup, each once")
            return replace(cup, phase=CupPhase.PLAYING, order=order)
        case RoundPaired():
            return _begin_round(cup, entry, line.at)
        case MatchOpened(number, game):
            return _with_match(cup, number, replace(_running_match(cup, number), game=game))
        case MatchResult(number):
            return _with_match(cup, number, replace(_running_match(cup, number), result=entry))
        case Ended(is_early=True):
            _require(cup, CupPhase.LOBBY, CupPhase.PLAYING)
            return replace(cup, phase=CupPhase.STOPPED)
        case Ended():
            _require(cup, CupPhase.PLAYING)
            return replace(cup, phase=CupPhase.OVER)
    raise EntryError("the cup is open already")


def _require(cup: Cup, *phases: CupPhase) -> None:
    if cup.phase not in phases:
        raise EntryError(f"the cup is {cup.phase.value}")


def _leave(cup: Cup, number: int) -> Cup:
    if number >= len(cup.players) or cup.players[number].has_left:
        raise EntryError(f"there is no player {number}")
    players = list(cup.players)
    players[number] = replace(players[number], has_left=True)
    return replace(cup, players=tuple(players))


def _begin_round(cup: Cup, entry: RoundPaired, began: float) -> Cup:
    _require(cup, CupPhase.PLAYING)
    if cup.round is not None and not cup.round.is_over:
        raise EntryError("the round before is not over")
    pairs, bye = entry.pairs.pairs, entry.pairs.bye
    named = [player for pair in pairs for player in pair] + ([] if bye is None else [bye])
    if len(named) != len(set(named)) or not set(named) <= set(cup.order):
        raise EntryError("a round names players of the cup, each once")
    begun = CupRound(tuple(Match(*pair) for pair in pairs), bye, began)
    return replace(cup, rounds=(*cup.rounds, begun))


def _running_match(cup: Cup, number: int) -> Match:
    """Return a match of the present round that has no result."""
    _require(cup, CupPhase.PLAYING)
    if cup.round is None or number >= len(cup.round.matches):
        raise EntryError(f"there is no match {number}")
    match = cup.round.matches[number]
    if match.result is not None:
        raise EntryError(f"match {number} is over")
    return match


def _with_match(cup: Cup, number: int, match: Match) -> Cup:
    assert cup.round is not None
    matches = list(cup.round.matches)
    matches[number] = match
    return replace(cup, rounds=(*cup.rounds[:-1], replace(cup.round, matches=tuple(matches))))
