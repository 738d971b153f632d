"""``python -m tools.channel_picture URL OUT``: phone screenshots of a channel and of a panel.

URL is the address that the playground prints. A game is dealt and played for some turns, so each
picture is another game: look at it before it goes into the README.
"""

import io
import sys
from itertools import count
from typing import Final

from PIL import Image, ImageDraw

from tests.browser.some_turns import (
    NO_CHROMIUM,
    TO_MOVE,
    choose_space,
    decide_the_rest,
    start_for_three,
)
from tests.browser.visitor import Visitor, find_chromium, visit

PHONE: Final = (420, 750)
"""The size of the window, in pixels of the page."""
SCALE: Final = 2
TURNS: Final = 18
FIGURES: Final = 4
"""The least figures that the panel offers, so that it shows what a turn is."""
GAP: Final = 28
CORNER: Final = 26
HIDE: Final = """hidden => {
    for (const part of document.querySelectorAll("#toolbar, .channel-header"))
        part.style.display = hidden ? "none" : "";
    for (const old of [...document.querySelectorAll("article.channel-message")].slice(0, -1))
        old.style.display = hidden ? "none" : "";
    document.querySelector("#preview-shell").style.gridTemplateRows = hidden ? "1fr" : "";
}"""
"""Hide all messages but the newest, and what Discord does not have: toolbar, list of channels."""


def main(url: str, out: str) -> None:
    if (chromium := find_chromium()) is None:
        sys.exit(NO_CHROMIUM)
    with visit(url, chromium=chromium, size=PHONE, scale=SCALE) as visitor:
        phones = list(channel_and_panel(visitor))
    side_by_side(phones).save(out, quality=88, method=6)


def channel_and_panel(visitor: Visitor) -> list[Image.Image]:
    """Play until a post's panel offers figures; return the post and the panel."""
    start_for_three(visitor.act_as("Ana"))
    for turn in count(1):
        # The player that the newest turn post calls; posts about a pin are skipped.
        *_, called = TO_MOVE.findall(visitor.all_text())
        visitor.act_as(str(called))
        if turn > TURNS:
            post = screen(visitor)
            visitor.click_button("Place my tile")
            choose_space(visitor)
            if len(visitor.labels("(")) >= FIGURES:
                return [post, screen(visitor)]
        listed = visitor.suggestions("/place", "move")
        move = visitor.suggestions("/place", "move", listed[len(listed) // 2])[0]
        visitor.type_command(f"/place {move}")
        decide_the_rest(visitor)
    raise AssertionError


def screen(visitor: Visitor) -> Image.Image:
    """The window, scrolled to its newest message."""
    visitor.resize(PHONE)
    visitor.page.mouse.move(0, 0)
    visitor.page.evaluate(HIDE, True)
    visitor.messages().last.scroll_into_view_if_needed()
    visitor.page.wait_for_timeout(800)
    taken = visitor.page.screenshot()
    visitor.page.evaluate(HIDE, False)
    return Image.open(io.BytesIO(taken)).convert("RGB")


def side_by_side(phones: list[Image.Image]) -> Image.Image:
    """Join the pictures, with round corners."""
    wide = sum(phone.width for phone in phones) + GAP * (len(phones) + 1)
    picture = Image.new("RGBA", (wide, phones[0].height + 2 * GAP))
    left = GAP
    for phone in phones:
        mask = Image.new("L", phone.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, phone.width, phone.height), CORNER, fill=255)
        picture.paste(phone, (left, GAP), mask)
        left += phone.width + GAP
    return picture


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
