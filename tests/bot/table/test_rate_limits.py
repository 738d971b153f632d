"""Rate limits by user and by channel, too generous for normal play to reach."""

import pytest

from bot.table import rate_limits
from bot.table.rate_limits import RATE_LIMITS, Allowance, RateLimit, RateLimits, RequestKind
from bot.table.refusals import Refusal
from bot.text.names import Names
from bot.words.refusals import refusal_text
from tests.support.clock import Clock
from tests.support.for_each import for_each

ANA, BO, HERE, THERE = 1, 2, 10, 11
ONE, MANY = Allowance(1, 10.0), Allowance(99, 1.0)
WORDS = {
    **dict.fromkeys((RequestKind.REQUEST, RequestKind.AUTOCOMPLETE, RequestKind.VOTE), "ask"),
    RequestKind.WHAT_IF: "trial",
}
"""The words of refusals that are not the name of the kind."""
FEW = dict.fromkeys(RequestKind, RateLimit(Allowance(2, 10.0), Allowance(3, 10.0)))


def had(limits: RateLimits, user: int, channel: int | None = HERE, times: int = 1) -> None:
    for _ in range(times):
        limits.take(RequestKind.REPLAY, user, channel)


def refused(limits: RateLimits, user: int, channel: int | None = HERE) -> Refusal:
    with pytest.raises(Refusal) as caught:
        limits.take(RequestKind.REPLAY, user, channel)
    return caught.value


def test_user_has_a_burst_and_then_one_request_an_interval() -> None:
    clock = Clock()
    few = RateLimits(clock, allowed=FEW)
    had(few, ANA, times=2)
    why = refused(few, ANA)
    assert why.reason == "enough-replay" and clock.now < why.facts["when"] <= clock.now + 11
    clock.now = float(str(why.facts["when"]))
    had(few, ANA)
    refused(few, ANA)


def test_a_refused_request_costs_nothing() -> None:
    clock = Clock()
    few = RateLimits(clock, allowed=FEW)
    had(few, ANA, times=2)
    for _ in range(9):
        refused(few, ANA)
    clock.now += 10
    had(few, ANA)


def test_a_request_that_is_given_back_costs_nothing() -> None:
    few = RateLimits(Clock(), allowed=FEW)
    for _ in range(9):
        had(few, BO, THERE)
        few.give_back(RequestKind.REPLAY, BO, THERE)


def test_user_cannot_exhaust_the_limit_of_a_channel_or_of_another_user() -> None:
    few = RateLimits(Clock(), allowed=FEW)
    had(few, ANA, times=2)
    refused(few, ANA)
    had(few, BO)
    assert refused(few, BO).reason == "enough-replay-here"
    had(few, BO, THERE)
    for allowed in RATE_LIMITS.values():
        person, channel = allowed.person, allowed.channel
        assert person.at_once < channel.at_once and person.seconds > channel.seconds


def test_limit_without_a_channel_counts_only_the_user() -> None:
    few = RateLimits(Clock(), allowed=FEW)
    had(few, ANA, None, times=2)
    assert refused(few, ANA, None).reason == "enough-replay"


def test_clock_set_back_locks_no_user_out() -> None:
    clock = Clock()
    few = RateLimits(clock, allowed=FEW)
    had(few, ANA, times=2)
    clock.now -= 1e6
    assert float(str(refused(few, ANA).facts["when"])) <= clock.now + 11


def test_an_operator_may_allow_more_and_less() -> None:
    for times, number in ((2.0, 4), (0.5, 1), (0.1, 1)):
        clock = Clock()
        more = RateLimits(clock, times, FEW)
        had(more, ANA, times=number)
        until = float(str(refused(more, ANA).facts["when"]))
        assert until - clock.now == pytest.approx(10 / times, abs=1.01)


def test_the_number_of_remembered_people_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_REMEMBERED", 100)
    many = RateLimits(Clock())
    for user in range(1000):
        many.take(RequestKind.REQUEST, user, user)
    assert len(many) == 100


@for_each("kind", RequestKind)
def test_every_rate_limit_names_the_retry_time_in_words(kind: RequestKind) -> None:
    reason = f"enough-{WORDS.get(kind, kind.name.lower())}"
    limits = {reason: RateLimit(ONE, MANY), f"{reason}-here": RateLimit(MANY, ONE)}
    for expected, allowed in limits.items():
        few = RateLimits(Clock(), allowed={kind: allowed})
        few.take(kind, ANA, HERE)
        with pytest.raises(Refusal) as caught:
            few.take(kind, ANA, HERE)
        assert caught.value.reason == expected
        assert "<t:" in refusal_text(caught.value, Names((), {}))


def test_channel_with_twelve_new_tables_gets_the_next_after_two_minutes() -> None:
    clock = Clock()
    limits = RateLimits(clock)
    for user in range(12):
        limits.take(RequestKind.TABLE, user, HERE)
    clock.now += 119
    with pytest.raises(Refusal) as caught:
        limits.take(RequestKind.TABLE, 12, HERE)
    assert caught.value.reason == "enough-table-here"
    clock.now += 1
    limits.take(RequestKind.TABLE, 12, HERE)
