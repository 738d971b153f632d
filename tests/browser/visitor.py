"""A visitor of the playground, who drives its page in Chromium and waits for what it shows."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect, sync_playwright

PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
WIDE = (1200, 900)
NARROW = (420, 900)
PHONE = (390, 664)
"""A phone whose browser shows its bars."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# The page can change between our look and our press (it polls twice a second); simcord then
# refuses the press before the bot hears of it, so that pressing again is safe.
REFUSED_UNHEARD = {"stale-revision", "busy", "sequence-gap", "stale-sequence", "stale-context"}

# What simcord's page tells of itself in `window.simcordPreview`.
IDLE = """() => {
    const page = window.simcordPreview;
    return Boolean(page && page.ready && page.authorized && !page.pendingAction
        && !page.pendingQuery && page.awaitingRevision === null);
}"""
BUSY = ("ready", "authorized", "pendingAction", "pendingQuery", "awaitingRevision")
"""The values of `simcordPreview` that keep the page from rest."""
UNFINISHED = """() => new Promise(told => {
    const late = [...document.images].filter(image => !image.complete).map(image => image.alt);
    requestAnimationFrame(() => told({late, frames: true}));
    setTimeout(() => told({late, frames: false}), 1000);
})"""
"""The pictures that are not there, and whether the browser draws at all."""
ANSWERED = """option => {
    const {autocomplete} = window.simcordPreview.commandPicker;
    return autocomplete.option === option && autocomplete.state !== 'loading';
}"""
SENT = "() => window.simcordPreview.commandPicker.state === 'closed'"
OFFERED = """() => {
    const {autocomplete} = window.simcordPreview.commandPicker;
    return autocomplete.state === 'answered' && autocomplete.choiceCount > 0;
}"""
ACTED = """before => {
    const action = window.simcordPreview.lastAction;
    return Boolean(action) && action.correlation !== before;
}"""


class ActionRefused(AssertionError):
    """The page did not carry out what the visitor did."""


class Visitor:
    """One browser tab on the channel page, as whichever player it acts for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.composer = page.locator("#channel-composer-input")
        page.set_default_timeout(PATIENCE_MS)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, url: str) -> Self:
        """Open the address that the playground announced and wait until it is ready."""
        self.page.goto(url)
        self._idle()
        return self

    def act_as(self, player: str) -> Self:
        self._idle()
        picker = self.page.get_by_label("Viewing as")
        chosen = picker.locator("option", has_text=player).get_attribute("value")
        if picker.input_value() != chosen:
            picker.select_option(value=chosen)
            self.page.wait_for_function("id => window.simcordPreview.viewerId === id", arg=chosen)
            self._idle()
        return self

    def go_to(self, channel: str) -> Self:
        """Look at another channel ("#meadow") or at the direct messages ("@Carcassonne")."""
        self._idle()
        tab = self.page.locator(".room").filter(has_text=channel)
        if tab.get_attribute("aria-current") is None:
            tab.click()
            expect(tab).to_have_attribute("aria-current", "page")
            self._idle()
        return self

    def channels(self) -> dict[str, tuple[bool, int]]:
        """The channels there are: whether something in each is new, and how much of it calls."""
        self._idle()
        names = {}
        for tab in self.page.locator(".room").all():
            name = "".join(tab.locator(".room-glyph, .room-name").all_inner_texts())
            called = tab.locator(".room-called")
            new = "room-unread" in (tab.get_attribute("class") or "")
            names[name] = (new, int(called.inner_text()) if called.count() else 0)
        return names

    def today(self) -> str:
        self._idle()
        return self.page.locator(".today").text_content() or ""

    def next_day(self) -> None:
        self._act(self.page.locator(".next-day"))

    def command(self, name: str, **options: object) -> None:
        """Choose a slash command ("/place", "/new"), fill in its options, send it."""
        self._compose(name)
        for option, value in options.items():
            self._fill(option, str(value))
        self._send()

    def type_command(self, text: str, *keys: str, pause_ms: int = 0) -> None:
        """Type a command as a person does, and send it by Enter after a pause.

        ``keys`` are pressed before that, once the bot has offered what it has for what is typed.
        """
        self._idle()
        self.composer.click()
        self.page.keyboard.type(text, delay=20)
        for key in keys:
            self.page.wait_for_function(OFFERED)
            self._idle()
            self.page.keyboard.press(key)
        self.page.wait_for_timeout(pause_ms)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(SENT)
        self._idle()

    def suggestions(self, name: str, option: str, typed: str = "", **filled: object) -> list[str]:
        """The values the bot offers for an option in which `typed` stands; nothing is sent."""
        self._compose(name)
        for other, value in filled.items():
            self._fill(other, str(value))
        self._fill(option, typed)
        offered = self.page.locator(".command-suggestion").all()
        values = [suggestion.get_attribute("data-value") or "" for suggestion in offered]
        self.page.get_by_label("Exit command mode").click()
        self.composer.fill("")
        return values

    def click_button(self, label: str) -> None:
        """Press the newest enabled button with this label."""
        self._act(self._buttons(label).last)

    def choose(self, placeholder: str, index: int = 0) -> str:
        """Choose from the newest menu with this placeholder; gives the label of the choice."""
        self._idle()
        menu = self.messages().locator(f'[role="combobox"][aria-label="{placeholder}"]').last
        menu.click()
        listed = self.page.locator(f'[id="{menu.get_attribute("aria-controls")}"]')
        option = listed.locator('[role="option"]').nth(index)
        label = option.locator(".option-label").inner_text()
        self._act(option)
        return label

    def offers_menu(self, placeholder: str) -> bool:
        """Return True if the newest message has a menu with this placeholder."""
        self._idle()
        menu = f'[role="combobox"][aria-label="{placeholder}"]'
        return self.messages().last.locator(menu).count() > 0

    def offers_button(self, label: str) -> bool:
        """Return True if the newest message has an enabled button with this label."""
        self._idle()
        return self._buttons(label, self.messages().last).count() > 0

    def labels(self, part: str) -> list[str]:
        """The labels in the newest message, of enabled buttons, that have a part."""
        self._idle()
        buttons = self.messages().last.locator("button.component-button:enabled")
        return [label for label in buttons.all_inner_texts() if part in label]

    def press_first_button(self) -> None:
        self._act(self.messages().last.locator("button.component-button:enabled").first)

    def last_post(self) -> Locator:
        """The newest message that everybody sees."""
        self._idle()
        private = self.page.locator(".message-ephemeral-note")
        return self.messages().filter(has_not=private).last

    def posts(self) -> set[str]:
        """The ids of the messages on the page that everybody sees.

        The page shows the newest messages only: of these older ones go as others come.
        """
        self._idle()
        private = self.page.locator(".message-ephemeral-note")
        shown = self.messages().filter(has_not=private)
        return set(shown.evaluate_all("all => all.map(one => one.dataset.messageId)"))

    def all_text(self) -> str:
        """The texts of all messages this player sees."""
        self._idle()
        return "\n".join(self.messages().all_inner_texts())

    def resize(self, size: tuple[int, int]) -> None:
        """Make the window as large as that, and scroll to the newest message."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self._idle()
        self.messages().last.scroll_into_view_if_needed()

    def within_sight(self, message: Locator, *, whole: bool, unscrolled: bool = False) -> None:
        """Check that a message fits the window and its pictures are loaded with alt texts.

        ``whole`` says that it has to be within the height of the window as well, ``unscrolled``
        within what of it the channel has.
        """
        timeline = self.page.locator("#channel-message-list").bounding_box()
        message_box = message.bounding_box()
        window = self.page.viewport_size
        assert timeline and message_box and window
        parts = message.locator("img.attachment-image, img.gallery-image, button.component-button")
        for part in parts.all():
            box = part.bounding_box()
            assert box, "it is not shown"
            assert box["x"] >= 0 and box["x"] + box["width"] <= window["width"], "it is cut off"
        pictures = message.locator("img.attachment-image, img.gallery-image")
        assert pictures.count(), "there is no picture"
        for picture in pictures.all():
            assert picture.evaluate("one => one.naturalWidth") > 0, "the picture did not load"
            assert picture.get_attribute("alt"), "the picture is not told in words"
            box = picture.bounding_box()
            # Whatever the deal: no picture of a turn is much higher than wide.
            assert box and box["height"] <= 0.75 * window["height"], "the picture is too high"
        if whole:
            assert message_box["height"] <= window["height"], (
                f"{message_box['height']} px are too high"
            )
        if unscrolled:
            assert message_box["height"] <= timeline["height"], f"{message_box['height']} px"

    def messages(self) -> Locator:
        """The messages this player sees, oldest first."""
        return self.page.locator("#channel-message-list article.channel-message")

    def last_message(self) -> str:
        self._idle()
        return self.messages().last.inner_text() if self.messages().count() else ""

    def wait_for_text(self, text: str) -> None:
        """Wait until some message in the channel shows this text."""
        expect(self.messages().filter(has_text=text).last).to_be_visible()

    def pictures(self) -> int:
        return len(self.alt_texts())

    def alt_texts(self) -> list[str]:
        """The alt texts of all pictures, oldest first; every picture must have loaded."""
        self._idle()
        pictures = self.messages().locator("img.attachment-image, img.gallery-image")
        unloaded = "all => all.filter(one => !one.naturalWidth).length"
        assert not pictures.evaluate_all(unloaded), "a picture is missing"
        return [picture.get_attribute("alt") or "" for picture in pictures.all()]

    def screenshot(self, path: Path | str, size: tuple[int, int] = WIDE) -> None:
        """Save what the visitor sees in a window of this size."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self._idle()
        self.page.screenshot(path=path)

    def _compose(self, name: str) -> None:
        self._idle()
        typed = "/" + name.removeprefix("/")
        self.composer.fill(typed)
        title = self.page.locator(".command-entry-title strong").get_by_text(typed, exact=True)
        self.page.locator(".command-entry").filter(has=title).click()
        expect(self.page.locator(".command-chip")).to_have_text(typed)

    def _fill(self, option: str, value: str) -> None:
        field = self.page.locator(f'.command-option-input[data-option="{option}"]')
        if not field.count():  # optional ones have to be asked for
            wanted = self.page.locator(f'.command-suggestion[data-value="{option}"]')
            if not wanted.is_visible():
                self.page.locator(".command-ghost").click()
            wanted.click()
        field.focus()
        if field.input_value() == value:
            field.fill(value + " ")  # without a change the page would not ask the bot
        field.fill(value)
        if self._state("commandPicker")["autocomplete"]["option"] == option:
            self.page.wait_for_function(ANSWERED, arg=option)
            self._idle()

    def _send(self) -> None:
        self._act(self.page.locator("#send-message"))
        expect(self.composer).to_be_visible()

    def _buttons(self, label: str, message: Locator | None = None) -> Locator:
        buttons = (message or self.messages()).locator("button.component-button:enabled")
        return buttons.filter(has=self.page.get_by_text(label, exact=True))

    def _act(self, control: Locator) -> None:
        problems = ["nothing was sent"]
        action = {"settlement": "dropped"}
        for _ in range(5):
            self._idle()
            before = self._state("lastAction") or {}
            control.click()
            try:
                self.page.wait_for_function(
                    ACTED, arg=before.get("correlation"), timeout=PATIENCE_MS / 3
                )
            except TimeoutError:
                if not self._state("pendingAction"):
                    continue  # the page drops what is pressed while it changes
                self.page.wait_for_function(ACTED, arg=before.get("correlation"))
            self._idle()
            action = self._state("lastAction")
            problems = sorted({item["code"] for item in action["diagnostics"]})
            if action["settlement"] == "settled" and not action["rejected"]:
                return
            if not (action["rejected"] and REFUSED_UNHEARD.intersection(problems)):
                break
        raise ActionRefused(f"{action['settlement']}: {', '.join(problems)}")

    def _idle(self) -> None:
        try:
            self.page.wait_for_function(IDLE)
        except TimeoutError as error:
            codes = [item["code"] for item in self._state("diagnostics") or ()]
            status = self.page.locator("#action-status").inner_text()
            page = {name: self._state(name) for name in BUSY}
            told = f"{status} {codes} {page} {self.page.evaluate(UNFINISHED)} {self.errors}"
            raise ActionRefused(f"the page never came to rest: {told}") from error

    def _state(self, name: str) -> Any:
        return self.page.evaluate("name => window.simcordPreview[name]", name)


@contextmanager
def launched(chromium: str) -> Iterator[Browser]:
    """A headless Chromium; a thread has one at a time."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visit(
    url: str, *, chromium: str, size: tuple[int, int] = WIDE, scale: float = 1
) -> Iterator[Visitor]:
    """A visitor in a fresh headless browser; ``scale`` is its pixels by pixel of the page."""
    with launched(chromium) as browser, visit_in(browser, url, size, scale) as visitor:
        yield visitor


@contextmanager
def visit_in(
    browser: Browser, url: str, size: tuple[int, int] = WIDE, scale: float = 1
) -> Iterator[Visitor]:
    """A visitor in a browser; ``scale`` is its pixels by pixel of the page."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale
    )
    yield Visitor(context.new_page()).open(url)
    context.close()  # tells the playground, which has room for 16 tabs


def find_chromium() -> str | None:
    """The path of Chromium: the variable CHROMIUM, or the usual names on the path; or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
