"""What a player is told when nothing could be saved, or read, on the machine the bot runs on."""

from collections.abc import Mapping
from typing import Final

from bot.text.i18n import N_, _
from storage import (
    DamagedFile,
    DiskFailed,
    DiskFull,
    FileBusy,
    ReadOnlyFile,
    ServerUnreachable,
    StorageUnavailable,
)

Trouble = StorageUnavailable | DamagedFile
UNSAVED: Final[Mapping[type[Trouble], str]] = {
    DiskFull: N_(
        "**Not saved:** the disk on which I keep the games is full. The table is as it was. "
        "Please tell whoever runs me, and do it again when there is room."
    ),
    FileBusy: N_(
        "**Not saved:** another program holds on to the file with the games. The table is as it "
        "was. Do it again in a minute; if that does not help, please tell whoever runs me."
    ),
    ReadOnlyFile: N_(
        "**Not saved:** I am not allowed to write to the file with the games. The table is as it "
        "was. Please tell whoever runs me, and do it again after that."
    ),
    DiskFailed: N_(
        "**Not saved:** the disk on which I keep the games does not answer as it should. The "
        "table is as it was. Please tell whoever runs me, and do it again after that."
    ),
    ServerUnreachable: N_(
        "**Not saved:** I cannot reach the database with the games just now. The table is as it "
        "was. Do it again in a minute; if that does not help, please tell whoever runs me."
    ),
    DamagedFile: N_(
        "**Not saved:** the file with the games is damaged. Please tell whoever runs me: a copy of "
        "it can be brought back, and the games go on from there."
    ),
}
SAVED: Final = N_(
    "What you did is saved, but after that I could not reach the file with the games. The post "
    "comes as soon as I can. `/board` shows how the game stands."
)


def sentence(trouble: Trouble, *, saved: bool) -> str:
    """What happened, whether it is saved, and what to do."""
    if saved:
        return _(SAVED)
    return next(_(text) for kind, text in UNSAVED.items() if isinstance(trouble, kind))
