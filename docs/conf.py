"""The site of the documents: `make docs`. Sphinx reads this file."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from sphinx.application import Sphinx

from tablee import __version__

project = "tablee"
author = "the tablee authors"
copyright = "the tablee authors, MIT licence"  # noqa: A001
version = release = __version__
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx_copybutton"]

html_theme = "furo"
html_title = f"tablee {release}"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"footer_icons": [], "source_repository": "", "top_of_page_buttons": []}
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["site.css"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "show-inheritance": True}

logging.getLogger("traitlets").setLevel(logging.WARNING)
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

# Pages whose text is a file at the root of the source.
ROOT = Path(__file__).parents[1]
OF_THE_ROOT = {
    "changes": "CHANGELOG.md",
    "contributing": "CONTRIBUTING.md",
    "reporting": "SECURITY.md",
}
SOURCE = re.compile(r"\[([^\]]+)\]\(\.\./(?:src|bench|examples|deploy|tests)/[^)]*\)")
"""Links to the source, which is not a part of the site."""
LINK = re.compile(r"\]\((?:\.\./)?(?:docs/)?([\w/-]+\.md)")


def read_from_root(_: Sphinx, page: str, source: list[str]) -> None:
    """Fills in the pages of the root, and leads links to them."""
    pages = {file: f"{name}.md" for name, file in OF_THE_ROOT.items()}
    if page in OF_THE_ROOT:
        text = (ROOT / OF_THE_ROOT[page]).read_text("utf-8")
        source[0] = LINK.sub(lambda link: f"]({pages.get(link[1], link[1])}", text)
    else:
        for file, name in pages.items():
            source[0] = source[0].replace(f"](../{file})", f"]({name})")
    source[0] = SOURCE.sub(r"\1", source[0])


def setup(app: Sphinx) -> None:
    app.connect("source-read", read_from_root)
