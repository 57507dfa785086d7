"""The tutorial runs from the first cell to the last."""

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")


def test_tutorial(tmp_path):
    import nbformat

    path = Path(__file__).parent.parent / "notebooks" / "tutorial.ipynb"
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    shown = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type in ("execute_result", "display_data")
    ]
    assert any("text/html" in output.data for output in shown)
    assert any("text/latex" in output.data for output in shown)
