"""The atlas from Python."""

import csv
import json
import sqlite3
import threading

import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import sprague


def test_seed_holds_all_small_codes(seed):
    assert len(seed.find(family="octal:3")) == 512
    assert len(seed.find(family="hex:2")) == 256
    kayles = seed["Kayles"]
    assert (kayles["preperiod"], kayles["period"], kayles["status"]) == (71, 12, "proved")
    assert seed[sprague.game("Kayles")] == kayles
    assert seed["0.07"]["representative"] == seed["0.137"]["representative"]
    assert "0.9999" not in seed and "Kayles" in seed
    with pytest.raises(KeyError):
        seed["0.9999"]
    assert {entry["claim"] for entry in seed.literature("0.161")} == {"open", "conflict"}
    assert "0.137" in seed.relatives("0.07")
    assert "<table>" in seed._repr_html_() and repr(seed).endswith("games>")


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
    assert all("octal" in row["class"] for row in seed.find(class_="*octal*"))
    assert seed.sql("SELECT 1 AS one, NULL AS none") == [{"one": 1, "none": None}]
    # Python keeps all integers.
    assert seed.sql("SELECT 9223372036854775807 AS n") == [{"n": 2**63 - 1}]
    for wrong in ("DELETE FROM game", "SELECT 1; SELECT 2", "SELEC", "ATTACH 'x' AS y", "PRAGMA x"):
        with pytest.raises(sprague.AtlasError):
            seed.sql(wrong)
    with pytest.raises(sprague.SpragueError, match="condition"):
        seed.find(period="many")
    with pytest.raises(ValueError, match="no condition on 'nonsense'"):
        seed.find(nonsense="1")


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """More rows than a row group of our Parquet files holds, with nulls here and there,
    numbers beyond 2^53, and texts that need quotes."""
    path = tmp_path_factory.mktemp("many") / "a.db"
    atlas = sprague.atlas.connect(path)
    columns = [row["name"] for row in atlas.sql("SELECT name FROM pragma_table_info('game')")]
    with sqlite3.connect(path) as hand:
        hand.execute(
            f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 70000)
            INSERT INTO game ({",".join(columns)})
            SELECT 'g' || i, 'a, "class"', iif(i % 3, 'é ∀' || char(10) || i, NULL), i % 7,
            'g' || i, -i, 1, 'open', iif(i % 2, i << 40, NULL), NULL, iif(i < 40000, NULL, i), '[]',
            'open', NULL, '', i, 3, 4, NULL, i % 2, NULL, NULL, NULL, NULL, 0, 9223372036854775807,
            iif(i % 5, i / 3.0, NULL), NULL, '0', i * 1e-3, i, NULL, NULL, NULL, NULL, i / 7.0, NULL,
            NULL FROM n"""
        )
    hand.close()
    return atlas


def kept(atlas):
    """All rows as the file has them."""
    with sqlite3.connect(atlas.path) as file:
        file.row_factory = sqlite3.Row
        rows = [dict(row) for row in file.execute("SELECT * FROM game ORDER BY game")]
    file.close()
    return rows


def test_parquet(many, tmp_path):
    """Every cell, read back by two independent readers."""
    rows = kept(many)
    assert len(rows) > 70000 > 1 << 16
    path = tmp_path / "atlas.parquet"
    many.export(path)
    table = pyarrow.parquet.read_table(path)
    types = {field.name: field.type for field in table.schema}
    assert (types["game"], types["period"], types["seconds"]) == (
        pyarrow.string(), pyarrow.int64(), pyarrow.float64(),
    )
    assert pyarrow.parquet.ParquetFile(path).metadata.num_row_groups == 2
    assert table.to_pylist() == rows
    frame = polars.read_parquet(path)
    assert frame.schema["game"] == polars.String and frame.schema["period"] == polars.Int64
    assert types["checked"] == types["position_parity"] == pyarrow.bool_()
    assert frame.schema["checked"] == frame.schema["position_parity"] == polars.Boolean
    assert frame.to_dicts() == rows
    assert len(pandas.read_parquet(path)) == len(rows)
    # No rows is a file, too.
    many.export(tmp_path / "none.parquet", game="none")
    assert pyarrow.parquet.read_table(tmp_path / "none.parquet").num_rows == 0
    assert polars.read_parquet(tmp_path / "none.parquet").shape == (0, len(rows[0]))


def test_csv_and_json_lines(many, seed, tmp_path):
    for atlas in (many, seed):
        rows = kept(atlas)
        atlas.export(tmp_path / "atlas.csv")
        with open(tmp_path / "atlas.csv", newline="", encoding="utf-8") as file:
            read = list(csv.DictReader(file))
        assert read == [{key: cell_text(key, cell) for key, cell in row.items()} for row in rows]
        atlas.export(tmp_path / "atlas.jsonl")
        with open(tmp_path / "atlas.jsonl", encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        # Integers beyond 2^53 are strings there, for readers that have no others.
        for row in rows:
            row["periodic_residues"] = json.loads(row["periodic_residues"])
            for key, cell in row.items():
                if isinstance(cell, int) and abs(cell) >= 2**53:
                    row[key] = str(cell)
        assert lines == rows
    assert len(pandas.read_csv(tmp_path / "atlas.csv")) == len(seed)
    assert polars.read_csv(tmp_path / "atlas.csv", infer_schema_length=None).height == len(seed)


def cell_text(column, cell):
    if cell is None:
        return ""
    if column in ("checked", "position_parity"):
        return {0: "false", 1: "true"}[cell]
    return cell if isinstance(cell, str) else format_number(cell)


def format_number(number):
    """As Rust prints it: the shortest decimals, no exponent, no point in whole numbers."""
    if isinstance(number, int) or number.is_integer():
        return str(int(number))
    return repr(number)


#: What pandas makes of the columns.
TEXTS = ["game", "class", "standard_form", "representative", "kind", "status", "theorem"]
INTEGERS = ["shift", "offset", "scale", "preperiod", "period", "saltus", "computed", "max_value",
            "max_at", "mask", "rares", "last_rare", "value_limit"]  # fmt: skip
TRUTHS = ["checked", "position_parity"]


def frames(atlas, folder, **conditions):
    """The same rows as pandas reads them: from Parquet, from CSV by both ways of the documents."""
    atlas.export(folder / "a.parquet", **conditions)
    atlas.export(folder / "a.csv", **conditions)
    texts = {"game": "string", "standard_form": "string", "representative": "string"}
    yield pandas.read_parquet(folder / "a.parquet")
    yield pandas.read_csv(folder / "a.csv", dtype=sprague.atlas.DTYPES)
    yield pandas.read_csv(folder / "a.csv", dtype=texts, dtype_backend="numpy_nullable")
    yield atlas.to_pandas(**conditions)


def test_pandas_reads_the_types(seed, tmp_path):
    rows = seed.find()
    assert any(row["position_parity"] is None for row in rows)
    assert any(row["position_parity"] is not None for row in rows)
    for frame in frames(seed, tmp_path):
        assert list(frame.columns) == list(sprague.atlas.DTYPES)
        for name in TEXTS:
            assert pandas.api.types.is_string_dtype(frame[name].dtype), name
        assert [str(frame[name].dtype) for name in INTEGERS] == ["Int64"] * len(INTEGERS)
        assert [str(frame[name].dtype) for name in TRUTHS] == ["boolean"] * len(TRUTHS)
        for name in ("game", "period", "mask", *TRUTHS):
            found = [None if cell is pandas.NA else cell for cell in frame[name]]
            assert found == [row[name] for row in rows], name
        assert frame[frame.checked & (frame.period > 300)].game.is_monotonic_increasing


def test_games_that_look_like_numbers_are_texts(seed, tmp_path):
    games = ["0.0", "0.001", "0.07", "0.1", "0.77"]
    for frame in frames(seed, tmp_path, game=",".join(games), columns=["game", "checked"]):
        assert list(frame.game) == games
        assert list(frame.columns) == ["game", "checked"]
    # Without the types pandas takes them for numbers: hence what the documents say.
    assert str(pandas.read_csv(tmp_path / "a.csv").game.dtype) == "float64"
    read = polars.read_csv(tmp_path / "a.csv", schema_overrides={"game": polars.String})
    assert read.schema == {"game": polars.String, "checked": polars.Boolean}
    assert read["game"].to_list() == games


def test_long_codes_keep_their_digits(tmp_path):
    rules = tmp_path / "rules.txt"
    long = "0.1030110311030110301"
    rules.write_text(f"{long}\n0.3\n")
    sprague.census(str(rules), atlas=tmp_path / "a.db", limit=1000)
    atlas = sprague.atlas.connect(tmp_path / "a.db")
    for frame in frames(atlas, tmp_path, game=f"{long},0.3"):
        assert list(frame.game) == [long, "0.3"]
    assert str(pandas.read_csv(tmp_path / "a.csv").game[0]) != long


def test_columns(seed, tmp_path):
    rows = seed.find(game="0.77", columns=["period", "game"])
    assert rows == [{"period": 12, "game": "0.77"}] and list(rows[0]) == ["period", "game"]
    assert seed.find(game="0.77", columns="game,offset") == [{"game": "0.77", "offset": 0}]
    with pytest.raises(sprague.AtlasError, match="no column is called 'perod'"):
        seed.find(columns=["perod"])
    with pytest.raises(sprague.AtlasError, match="no column is called 'count"):
        seed.export(tmp_path / "a.csv", columns=["count(*)"])
    seed.export(tmp_path / "a.tex", game="0.77", columns=["game", "checked"])
    assert "0.77 & true" in (tmp_path / "a.tex").read_text()
    assert seed.to_polars(columns=["game"]).columns == ["game"]


def test_latex(seed, tmp_path):
    seed.export(tmp_path / "atlas.tex", family="octal:3", period=">300", order="period")
    text = (tmp_path / "atlas.tex").read_text()
    rows = [line for line in text.splitlines() if line.startswith(("0.", "4."))]
    found = seed.find(family="octal:3", period=">300", order="period")
    assert [row.split(" & ")[0] for row in rows] == [row["game"] for row in found]
    assert all(row.count(" & ") == 7 and row.endswith(r" \\") for row in rows)
    assert text.count(r"\begin{longtable}") == text.count(r"\end{longtable}") == 1
    with pytest.raises(ValueError, match="csv, jsonl, parquet or latex"):
        seed.export(tmp_path / "atlas.xyz")
    with pytest.raises(OSError):
        seed.export(tmp_path / "no folder" / "atlas.csv")


def test_data_frames(seed):
    rows = seed.find(family="octal:3")
    frame = seed.to_pandas(family="octal:3")
    assert len(frame) == 512 and frame[frame.game == "0.77"].period.iloc[0] == 12
    assert str(frame.period.dtype) == "Int64"
    assert pandas.DataFrame(rows).groupby("kind").size().sum() == 512
    table = seed.to_polars(family="octal:3")
    assert table.filter(polars.col("game") == "0.77")["period"].item() == 12
    assert table["period"].dtype == polars.Int64
    assert table.to_dicts() == rows


def test_certificates_of_the_seed(seed):
    proof = seed.certificate("0.77")
    assert sprague.check(proof, game="0.77").theorem == "finite-take-and-break"
    report = seed.verify()
    assert report["wrong"] == [] and report["verified"] > 100


def test_local_census(tmp_path):
    seen = []
    summary = sprague.census(
        "subtraction:max=5", atlas=tmp_path / "a.db", progress=lambda *place: seen.append(place)
    )
    assert summary["games"] == summary["proved"] == 31
    assert seen[-1] == (26, 26) and seen == sorted(seen)
    again = sprague.census("subtraction:max=5", atlas=tmp_path / "a.db")
    assert again["surveyed"] == 0 and again["skipped"] == summary["representatives"] == 26
    with pytest.raises(sprague.AtlasError, match="unknown family"):
        sprague.census("nonsense", atlas=tmp_path / "a.db")

    class Enough(Exception):
        pass

    def enough(done, planned):
        raise Enough

    # What `progress` raises stops the census, and what was done is kept.
    with pytest.raises(Enough):
        sprague.census("octal:2", atlas=tmp_path / "b.db", limit=1000, progress=enough)
    summary = sprague.census("octal:2", atlas=tmp_path / "b.db", limit=1000)
    assert summary["skipped"] > 0 and not summary["stopped"]


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
            over = False
            while not over:
                over = done.is_set()
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
    # Each of them saw the whole census in the end.
    assert seen.count(max(seen)) >= 3 and max(seen) == len(sprague.atlas.connect(path))


def test_questions(seed):
    """What researchers ask, each in one line."""
    games = lambda **asked: [row["game"] for row in seed.find(**asked)]  # noqa: E731
    first = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert games(begins=first) == games(begins="1,2,3,1,4,3,2,1,4,2,6") == ["0.77", "0.771"]
    assert games(oeis="A002186") == ["0.77"]
    assert "0.07" in games(same_as="0.07") and "0.77" not in games(same_as="0.07")
    assert games(literature="theirs", representatives=True) == []
    assert "0.77" not in games(literature="ours") and games(literature="contradicts") == []
    near = seed.find(status="open", order="nearness", most=20)
    assert [row["nearness"] for row in near] == sorted((r["nearness"] for r in near), reverse=True)
    classes = {row["class"]: row for row in seed.stats()["by_class"]}
    assert classes["finite octal"]["longest_period"] == "0.106"
    assert seed.sql("SELECT count(*) AS n FROM game WHERE status = 'proved' AND sequence IS NULL") == [{"n": 0}]
    for wrong in ({"literature": "mine"}, {"kind": "perodic"}, {"family": "octal:9"}, {"begins": "x"}):
        with pytest.raises(sprague.AtlasError):
            seed.find(**wrong)


def test_answers_from_the_atlas():
    """A proof that takes long to find again is told at once, with its certificate."""
    solution = sprague.game("0.454").solve()
    assert (solution.status, solution.source, solution.checked) == ("proved", "atlas", True)
    assert (solution.preperiod, solution.period) == (160949019, 60620715)
    assert solution.statement.startswith("G(n+60620715)=G(n) for all n>=160949019")
    assert solution.certificate is not None
    assert sprague.game("0.77").solve().source is None
    assert any("proved in the atlas" in s for s in sprague.game("0.77").info["record"])


def test_import(seed, tmp_path):
    """Certificates enter after the checker has verified them."""
    lines = [str(sprague.game(g).solve().certificate) for g in ("0.77", "0.07")]
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(line.replace("\n", "") for line in lines))
    own = sprague.atlas.connect(tmp_path / "own.db", seed=False)
    done = own.import_(path)
    assert (done["games"], done["proved"], list(done["left_out"])) == (1, 1, ["0.07"])
    assert own["0.77"]["checked"]
