"""What the wheel says about itself: licences, classifiers, addresses."""

from importlib import metadata


def test_licences_are_in_the_wheel() -> None:
    about = metadata.metadata("sprague")
    assert about["License-Expression"] == "MIT OR Apache-2.0"
    assert set(about.get_all("License-File") or []) == {"LICENSE-MIT", "LICENSE-APACHE"}
    files = [str(file) for file in metadata.files("sprague") or []]
    for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert any(file.endswith(f"licenses/{licence}") for file in files), files


def test_classifiers_and_addresses() -> None:
    about = metadata.metadata("sprague")
    classifiers = about.get_all("Classifier") or []
    assert "Topic :: Scientific/Engineering :: Mathematics" in classifiers
    assert "Typing :: Typed" in classifiers
    # With a licence expression there must be none for licences.
    assert not any(classifier.startswith("License ::") for classifier in classifiers)
    assert any(url.startswith("Repository") for url in about.get_all("Project-URL") or [])
