"""The tables that docs/tables.py writes."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from tablee.games.fragile.problems.search_kernel import COMPILED

SCRIPT: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "tables.py"))
SLOW_AS_PLAIN_PYTHON = {"published"}


def standing() -> dict[str, str]:
    """The tables in the documents, by name."""
    texts = [page.read_text("utf-8") for page in SCRIPT["PAGES"]]
    return {
        found[2]: found[0].removeprefix(found[1]).removesuffix(found[3])
        for text in texts
        for found in re.finditer(SCRIPT["BLOCK"], text)
    }


@pytest.mark.parametrize("name", SCRIPT["TABLES"])
def test_the_table_in_the_document_is_what_the_program_says_now(name: str) -> None:
    """If not, `make docs-rules`."""
    if name in SLOW_AS_PLAIN_PYTHON and not COMPILED:
        pytest.skip("takes minutes as plain Python")
    assert standing()[name] == SCRIPT["TABLES"][name](), f"{name}: make docs-rules"


def test_every_table_marked_in_a_document_is_known() -> None:
    assert standing().keys() <= SCRIPT["TABLES"].keys()
