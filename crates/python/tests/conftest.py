import pytest

import sprague


@pytest.fixture()
def seed():
    """A fresh copy of the seed atlas."""
    return sprague.atlas.connect(":seed:")
