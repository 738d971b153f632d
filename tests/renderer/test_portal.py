"""The icon and the banner for the developer portal."""

import io

from PIL import Image

from renderer import portal

MAX_BYTES = 8 * 2**20


def test_icon_is_a_square_and_the_banner_has_the_size_discord_wants() -> None:
    icon, banner = portal.icon(), portal.banner()
    assert Image.open(io.BytesIO(icon)).size == (512, 512)
    assert Image.open(io.BytesIO(banner)).size == (680, 240)
    assert max(len(icon), len(banner)) < MAX_BYTES
