"""Data files: every fact has its line number."""

from tablee.core.data_file import DataFile
from tablee.core.errors import core_message

TEXT = """\
name = "x"

[[thing]]
"size" = 1
  colour = "red"
[[thing]]
# size = 0
size = 2
[ other ]
size = 3
"""


def test_a_key_is_found_in_the_table_it_stands_in() -> None:
    file = DataFile.parse("f.toml", TEXT)
    assert file.line("", 0, "name") == 1
    assert file.line("thing", 0, "size") == 4
    assert file.line("thing", 0, "colour") == 5
    assert file.line("thing", 1, "size") == 8
    assert file.line("other", 0, "size") == 10


def test_a_key_that_is_missing_is_looked_for_at_the_head_of_its_table() -> None:
    file = DataFile.parse("f.toml", TEXT)
    assert file.line("thing", 1, "colour") == 6
    assert file.line("other") == 9
    assert file.line("nowhere", 3, "size") == 1


def test_an_error_names_file_and_line() -> None:
    file = DataFile.parse("f.toml", TEXT)
    error = file.error(core_message("record-line", problem="no"), "thing", 1, "size")
    assert str(error) == "Line 8: no"
    assert error.message.parameters["file"] == "f.toml"


def test_the_text_is_kept_without_blanks_at_the_ends_of_lines() -> None:
    assert DataFile.parse("f", "a = 1 \r\n\r\nb = 2").text == "a = 1\n\nb = 2\n"
    assert DataFile.parse("f", "").text == ""
