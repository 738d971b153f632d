"""The public names of `storage`."""

import storage


def test_every_public_name_of_the_storage_exists() -> None:
    assert [name for name in storage.__all__ if not hasattr(storage, name)] == []
