"""The atlas from Python."""

import json
import threading

import pytest

import sprague


def test_seed_holds_all_small_codes(seed):
    assert len(seed.find(family="octal:3")) == 512
    assert len(seed.find(family="hex:2")) == 256
    kayles = seed["Kayles"]
    assert (kayles["preperiod"], kayles["period"], kayles["status"]) == (71, 12, "proved")
    assert seed["0.07"]["representative"] == seed["0.137"]["representative"]
    assert "0.9999" not in seed
    with pytest.raises(KeyError):
        seed["0.9999"]
    assert {entry["claim"] for entry in seed.literature("0.161")} == {"open", "conflict"}


def test_rows_are_true(seed):
    """A sample of proved rows, against values computed now."""
    for row in seed.find(family="octal:3", status="proved")[::23]:
        l, p, s = row["preperiod"], row["period"], row["saltus"]
        values = sprague.game(row["game"]).values(l + 2 * p + 1).astype(int)
        assert (values[l + p :] == values[l:-p] + s).all(), row["game"]
        if l:
            assert values[l - 1 + p] != values[l - 1] + s, row["game"]


def test_find_and_sql(seed):
    rows = seed.find(kind="periodic", period=">300", order="period DESC")
    assert rows[0]["period"] >= rows[-1]["period"] > 300
    assert len(seed.find(game="0.1*", most=5)) == 5
    assert seed.find(where="period > preperiod", status="proved")
    assert seed.sql("SELECT 1 AS one") == [{"one": 1}]
    for wrong in ("DELETE FROM game", "SELECT 1; SELECT 2", "SELEC", "ATTACH 'x' AS y", "PRAGMA x"):
        with pytest.raises(sprague.AtlasError):
            seed.sql(wrong)
    with pytest.raises(sprague.SpragueError, match="condition"):
        seed.find(period="many")
    with pytest.raises(ValueError):
        seed.find(nonsense="1")


def test_data_frames(seed, tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = seed.to_pandas(family="octal:3")
    assert len(frame) == 512 and frame[frame.game == "0.77"].period.iloc[0] == 12
    seed.export(tmp_path / "atlas.parquet", "parquet")
    table = pandas.read_parquet(tmp_path / "atlas.parquet")
    assert len(table) == len(seed)
    by_game = table.set_index("game")
    for game in ("0.77", "0.07", "0.3F", "0.6"):
        row = seed[game]
        for column in ("period", "preperiod", "kind", "computed", "statement", "seconds", "theorem"):
            found = by_game.loc[game, column]
            assert (pandas.isna(found) and row[column] is None) or found == row[column], (game, column)
    seed.export(tmp_path / "atlas.csv", "csv")
    assert len(pandas.read_csv(tmp_path / "atlas.csv")) == len(seed)
    seed.export(tmp_path / "atlas.jsonl", "jsonl")
    lines = (tmp_path / "atlas.jsonl").read_text().splitlines()
    assert len(lines) == len(seed) and json.loads(lines[0])["game"]


def test_certificates_of_the_seed(seed):
    proof = seed.certificate("0.77")
    assert sprague.check(proof, game="0.77").theorem == "finite-take-and-break"
    report = seed.verify()
    assert report["wrong"] == [] and report["verified"] > 100


def test_local_census(tmp_path):
    summary = sprague.census("subtraction:max=5", atlas=tmp_path / "a.db")
    assert summary["games"] == summary["proved"] == 31
    again = sprague.census("subtraction:max=5", atlas=tmp_path / "a.db")
    assert again["surveyed"] == 0 and again["skipped"] == summary["representatives"]


def test_surveys_are_judged_before_they_enter(tmp_path):
    atlas = sprague.atlas.connect(tmp_path / "a.db", seed=False)
    good = json.dumps(sprague.survey("0.77"))
    for old, new in [
        ('"period": 12', '"period": 6'),
        ('"preperiod": 71', '"preperiod": 70'),
        ("finite-take-and-break", "all-but"),
        ('"status": "proved"', '"status": "certain"'),
        ('"game": "0.77"', '"game": "0.7"'),
    ]:
        assert old in good
        with pytest.raises(sprague.AtlasError):
            atlas.accept(good.replace(old, new), "octal:2")
        assert len(atlas) == 0
    bare = json.loads(good)
    bare["certificate"] = None
    with pytest.raises(sprague.AtlasError, match="without a certificate"):
        atlas.accept(json.dumps(bare), "octal:2")
    atlas.accept(good, "octal:2")
    assert atlas["0.77"]["checked"]


def test_damaged_files_are_refused(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(sprague.AtlasError, match="damaged or no atlas"):
        sprague.atlas.connect(path)


def test_readers_while_a_census_writes(tmp_path):
    path = tmp_path / "a.db"
    sprague.atlas.connect(path, seed=False)
    seen, failures = [], []

    def read():
        try:
            reader = sprague.atlas.connect(path)
            while not done.is_set():
                seen.append(len(reader))
                assert all(row["game"] for row in reader.find(most=20))
        except Exception as error:
            failures.append(error)

    done = threading.Event()
    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    sprague.census("octal:2", atlas=path, limit=3000)
    done.set()
    for reader in readers:
        reader.join()
    assert not failures, failures
    assert seen
