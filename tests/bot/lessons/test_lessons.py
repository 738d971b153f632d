"""The lessons of *Learn*, each compared with what the rules say of its position."""

from collections.abc import Iterator, Sequence

from bot.discord_io.buttons import view_of
from bot.help import words as presenter
from bot.parts import PART_WORDS, lesson_after, lessons
from bot.parts.part import LEARNER, Lesson, play_with_reply, position
from bot.playing.panel_words import opening
from bot.text.i18n import LANGUAGES, use_language
from bot.text.message import Button, Menu, Message
from rules.analysis.drafts import is_turn_complete, play_draft, points_gained
from rules.analysis.hypothetical_scores import projected_scores
from rules.game import Game
from rules.moves import Move, PlaceTile
from rules.story import TurnBegan
from rules.variants.ark_walk import ArkSet
from rules.variants.traders import GoodsTaken
from tests.support.for_each import for_each
from tests.support.message_limits import check_message, payload

MAX_TAPS = 3
MAX_LINES = 3
NAMES = presenter.lesson_names(1, "W" * 32)
POINTS_AT_ONCE = {"scoring": 8, "forest": 8, "ferry": 4, "inn": 8, "ark": 4}
"""The points that lessons promise, by key."""


every_lesson = for_each("lesson", lessons().values(), ids=lambda lesson: lesson.key)


def whole_turns(game: Game, moves: Sequence[Move] = ()) -> Iterator[tuple[Move, ...]]:
    """Every turn of a position, up to its last decision."""
    if moves and is_turn_complete(game):
        yield tuple(moves)
        return
    for move in game.legal_moves():
        yield from whole_turns(play_draft(game, [move]), (*moves, move))


def actions_of(message: Message) -> list[str]:
    return [
        action
        for item in message.buttons
        for action in (
            [line.action for line in item.lines]
            if isinstance(item, Menu)
            else [item.action]
            if isinstance(item, Button)
            else []
        )
    ]


def test_course_has_ten_lessons_and_one_for_every_part() -> None:
    assert len(lessons()) == 10
    taught = {part for part in PART_WORDS for one in lessons().values() if part in one.game}
    assert taught == set(PART_WORDS)
    assert all(part.lessons for part in PART_WORDS.values())


def test_lessons_for_beginners_come_first_and_each_leads_to_the_next() -> None:
    keys = list(lessons())
    assert keys[:4] == ["placing", "figures", "scoring", "fields"]
    assert [lesson_after(key) for key in keys] == [*keys[1:], None]


@every_lesson
def test_example_is_a_legal_turn_of_the_learner_that_reaches_every_goal(lesson: Lesson) -> None:
    before = position(lesson)
    assert before.turn == LEARNER and before.drawn == lesson.hand
    after = play_draft(before, before.read(lesson.example))
    assert is_turn_complete(after)
    assert all(goal.is_reached(before, after) for goal in lesson.goals)


@every_lesson
def test_every_goal_is_missed_by_some_legal_turn(lesson: Lesson) -> None:
    before = position(lesson)
    missed = {lesson.missed_goal(before, play_draft(before, turn)) for turn in whole_turns(before)}
    assert missed == {None, *lesson.goals}


@for_each("key", POINTS_AT_ONCE)
def test_lesson_promises_the_points_that_its_turn_scores(key: str) -> None:
    lesson = lessons()[key]
    before, points = position(lesson), POINTS_AT_ONCE[key]
    after = play_draft(before, before.read(lesson.example))
    assert points_gained(before, after) == {LEARNER: points}
    assert f"{points} points" in lesson.done
    most = max(
        points_gained(before, play_draft(before, turn)).get(LEARNER, 0)
        for turn in whole_turns(before)
    )
    assert most == points or key == "ark"  # a prophet in the city doubles its points


def test_farmer_of_the_lesson_about_fields_is_worth_eight_points_at_the_end() -> None:
    lesson = lessons()["fields"]
    before = position(lesson)
    laid, farmer = before.read(lesson.example)
    with_farmer = projected_scores(play_draft(before, [laid, farmer]))
    without = projected_scores(play_draft(before, before.read("place 0 1 rot180 pass")))
    assert with_farmer[LEARNER] - without[LEARNER] == 8


@for_each(("key", "kind"), [("goods", GoodsTaken), ("ark", ArkSet)])
def test_lessons_of_parts_bring_about_the_event_they_teach(
    key: str, kind: type[GoodsTaken | ArkSet]
) -> None:
    lesson = lessons()[key]
    before = position(lesson)
    after = play_draft(before, before.read(lesson.example))
    [event] = [event for event in after.story[len(before.story) :] if isinstance(event, kind)]
    assert event.seat == LEARNER


@every_lesson
def test_answer_is_at_most_three_taps_away(lesson: Lesson) -> None:
    game = position(lesson)
    laid, *later = game.read(lesson.example)
    assert isinstance(laid, PlaceTile)
    opened = opening(game)
    taps, message = 0, presenter.lesson_panel(lesson, opened, NAMES)
    if not opened:
        start = f"learn {lesson.key} show place {laid.write().split('place ')[1].rsplit(' ', 1)[0]}"
        [shown] = [action for action in actions_of(message) if action.startswith(f"{start} ")]
        moves = game.read(shown.split(" show ")[1])
        taps, message = taps + 1, presenter.lesson_panel(lesson, moves, NAMES)
    if (turned := f"learn {lesson.key} show {laid.write()}") in actions_of(message) and (
        f"learn {lesson.key} {laid.write()} {later[0].write()}" not in actions_of(message)
    ):
        taps, message = taps + 1, presenter.lesson_panel(lesson, [laid], NAMES)
        assert turned
    made: list[Move] = [laid]
    for move in later:
        made.append(move)
        action = f"learn {lesson.key} {' '.join(one.write() for one in made)}"
        assert action in actions_of(message)
        taps, after = taps + 1, play_draft(game, made)
        if not is_turn_complete(after):
            message = presenter.lesson_decision(lesson, after, made)
    assert made == [laid, *later] and taps <= MAX_TAPS


@every_lesson
def test_opponent_answers_a_right_turn_in_the_same_way_each_time(lesson: Lesson) -> None:
    moves = position(lesson).read(lesson.example)
    after = play_with_reply(lesson, moves)
    assert after == play_with_reply(lesson, moves)
    turns = [event.seat for event in after.story if isinstance(event, TurnBegan)]
    answered = turns[-2:] == [1 - LEARNER, LEARNER]
    # Only a second tile for the learner comes before the answer.
    assert answered or (after.turn == LEARNER and lesson.key == "forest")


@every_lesson
@for_each("language", LANGUAGES)
def test_messages_of_a_lesson_keep_discords_limits_and_are_short(
    lesson: Lesson, language: str
) -> None:
    game = position(lesson)
    turn = game.read(lesson.example)
    with use_language(language):
        panels = [
            presenter.lesson_panel(lesson, [move], NAMES, missed)
            for move in game.legal_moves()
            if isinstance(move, PlaceTile)
            for missed in (None, *lesson.goals)
        ]
        right = presenter.right_answer(lesson, play_with_reply(lesson, turn), NAMES)
        for message in (*panels, right, presenter.all_lessons()):
            check_message(payload(content=message.text, view=view_of(message))[0])
            assert all(picture.alt for picture in message.pictures)
            assert message.text.count("\n") < MAX_LINES + (message in panels)
