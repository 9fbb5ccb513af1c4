"""What users install: a wheel without dependencies, its extras, and the source package."""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import tablee

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, BUILD = SETTINGS["project"], SETTINGS["build-system"]
HOME = "https://example.org/tablee"
LEARNER = ROOT / "examples" / "research" / "learn_shear_panic.py"
NOT_SOURCE = (".git", ".venv*", ".make", "node_modules", "*cache*", "*.so", ".hypothesis")
SETUP = "A1 J1 C3 H3 H8 C8 A10 C4 A1 J1 C3 H3 H8 C8"
"""The depots and dockers of a game of Fragile for two."""

pytestmark = [
    pytest.mark.xdist_group("packages"),
    pytest.mark.skipif(
        os.environ.get("TABLEE_EXPECT_BUILD") == "pure", reason="built once, by the other run"
    ),
]


def files_in(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != "__pycache__"
    }


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a copy of the source tree."""
    copy = tmp_path_factory.mktemp("packages") / "tablee"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    return copy


@pytest.fixture(scope="module")
def tools(source: Path) -> Path:
    """Returns a folder with what builds the package."""
    folder = source.parent / "tools"
    # Cython is for kernels, which are not compiled here.
    needed = (name for name in BUILD["requires"] if not name.startswith("Cython"))
    pip("install", "--target", str(folder), *needed)
    return folder


@pytest.fixture(scope="module")
def source_package(source: Path, tools: Path) -> Path:
    return built(source, "build_sdist", tools)


@pytest.fixture(scope="module")
def unpacked(source_package: Path) -> Path:
    with tarfile.open(source_package) as archive:
        archive.extractall(source_package.parent / "unpacked", filter="data")
    (folder,) = (source_package.parent / "unpacked").iterdir()
    return folder


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tools: Path) -> Path:
    """Returns the wheel that a machine without a C compiler makes of the source package."""
    return built(unpacked, "build_wheel", tools)


def built(source: Path, hook: str, tools: Path) -> Path:
    """Builds a package, which must leave the source tree as it is."""
    before, out = files_in(source), source.parent / hook
    out.mkdir()
    environment = {**os.environ, "PYTHONPATH": f"{source / 'build_backend'}{os.pathsep}{tools}"}
    environment |= {"CC": "false", "TABLEE_PURE": "", "PYTHONWARNINGS": ""}
    if hook == "build_sdist":
        environment["TABLEE_REPOSITORY"] = HOME
    program = f"import tablee_build; tablee_build.{hook}({str(out)!r})"
    command = [sys.executable, "-c", program]
    subprocess.run(command, cwd=source, env=environment, check=True, stdout=subprocess.DEVNULL)
    assert files_in(source) == before
    (package,) = out.iterdir()
    return package


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    subprocess.run(command, check=True)


@pytest.fixture(scope="module")
def site(wheel: Path) -> Path:
    """Returns a folder with the wheel installed and nothing else."""
    folder = wheel.parent / "site"
    pip("install", "--no-index", "--target", str(folder), str(wheel))
    return folder


def run(
    site: Path, *arguments: str, typed: str = "", strict: bool = True
) -> subprocess.CompletedProcess[str]:
    """Runs Python with this folder and the standard library only; warnings are errors."""
    strictly = ["-W", "error", "-W", "ignore:tablee runs as pure"] if strict else []
    return subprocess.run(
        [sys.executable, "-S", *strictly, *arguments],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(site), "LC_ALL": "C.UTF-8"},
        cwd=site,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_package_depends_on_nothing() -> None:
    assert PROJECT["dependencies"] == []
    assert {"server", "nodes", "cluster", "train", "rl"} <= set(PROJECT["optional-dependencies"])


def test_a_wheel_built_without_a_compiler_is_tagged_as_pure(wheel: Path) -> None:
    assert wheel.name == f"tablee-{tablee.__version__}-py3-none-any.whl"


def test_the_wheel_says_all_about_itself(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        facts = Parser().parsestr(file.read(name).decode())
    assert facts["Description-Content-Type"] == "text/markdown"
    assert facts["License-Expression"] == "MIT"
    assert facts["Keywords"]
    assert f"Changelog, {HOME}/blob/HEAD/CHANGELOG.md" in facts.get_all("Project-URL", [])
    assert "Natural Language :: French" in facts.get_all("Classifier", [])
    assert all("extra ==" in wanted for wanted in facts.get_all("Requires-Dist", []))


def test_rules_solver_terminal_and_bots_need_only_the_wheel(site: Path) -> None:
    installed = [path.name for path in site.iterdir() if path.suffix == ".dist-info"]
    assert installed == [f"tablee-{tablee.__version__}.dist-info"]
    first_steps = run(site, str(ROOT / "examples" / "first_steps.py"))
    assert first_steps.returncode == 0, first_steps.stderr
    solved = run(site, "-m", "tablee", "fragile", "solve", "1;C6gC3;D6;C2", "--max-turns", "1")
    assert "No solution within 1" in solved.stdout, solved.stderr
    setup = "\n".join(SETUP.split())
    played = run(site, "-m", "tablee", "play", "fragile", typed=f"{setup}\nA1: B1\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    arena = ("arena", "shear-panic", "--bots", "1,random", "--games", "2", "--nodes", "1")
    arranged = run(site, "-m", "tablee", *arena, "--workers", "1")
    assert arranged.returncode == 0, arranged.stderr


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("serve", "--port", "0"), "server"),
        (("doctor",), "server"),
        (("tidy",), "server"),
        (("backup", "copy"), "server"),
        (("verify", "pyproject.toml"), "server"),
        (("arena", "fragile", "--bots", "1,1", "--engine", "ray"), "cluster"),
    ],
)
def test_a_command_that_needs_an_extra_says_which(
    site: Path, command: tuple[str, ...], extra: str
) -> None:
    answer = run(site, "-m", "tablee", "--lang", "de", *command)
    assert answer.returncode == 2
    assert f"pip install 'tablee[{extra}]'" in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_build_without_kernels_warns_once_when_it_first_costs_something(site: Path) -> None:
    program = """
import tablee.games.fragile
from tablee.games.fragile import Problem
from tablee.games.fragile.problems.solver import solve
print("imported")
for _ in range(2):
    solve(Problem.parse("1;C6gC3;D6;C2"), max_turns=1)
"""
    answer = run(site, "-c", program, strict=False)
    assert answer.stdout == "imported\n"
    assert answer.stderr.count("PureBuildWarning: tablee runs as pure Python") == 1
    assert "--no-binary tablee" in answer.stderr


def test_the_command_says_so_in_its_language(site: Path) -> None:
    arguments = ("--lang", "fr", "fragile", "solve", "1;C6gC3;D6;C2", "--max-turns", "1")
    answer = run(site, "-m", "tablee", *arguments, strict=False)
    assert answer.stderr.startswith("tablee: tablee tourne en pur Python")
    assert answer.stderr.count("\n") == 1


def test_the_source_package_has_all_that_its_tests_need(source: Path, unpacked: Path) -> None:
    packed = files_in(unpacked)
    elsewhere = (".ci/", "src/tablee/static/")  # the page may be older than its source
    wanted = [name for name in files_in(source) if not name.startswith(elsewhere)]
    assert [name for name in wanted if name not in packed] == []
    assert "src/tablee/static/index.html" in packed


def test_the_wheel_has_the_page(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        assert "tablee/static/index.html" in file.namelist()


# Fresh environments, for `make check-games`


def environment(folder: Path, python: str, *wanted: str) -> Path:
    """Returns the Python of a new environment with these packages."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    inside = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    quiet = ("--disable-pip-version-check", "--quiet")
    subprocess.run([str(inside), "-m", "pip", *quiet, "install", *wanted], check=True)
    return inside


def python_of(version: str) -> str:
    """Returns a Python of this version, or skips the test."""
    candidates = [
        shutil.which(f"python{version}"),
        *map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python")),
    ]
    for python in filter(None, candidates):
        asked = subprocess.run([python, "--version"], capture_output=True, text=True, check=False)
        if asked.stdout.startswith(f"Python {version}."):
            return python
    pytest.skip(f"there is no Python {version}")


@pytest.mark.long
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_wheel_works_alone_on_every_python(wheel: Path, tmp_path: Path, version: str) -> None:
    python = environment(tmp_path / "fresh", python_of(version), "--no-index", str(wheel))
    listed = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, check=True)
    packages = listed.stdout.decode().splitlines()
    size = sum(path.stat().st_size for path in tmp_path.rglob("tablee/**/*") if path.is_file())
    print(f"Python {version}: {len(packages) - 1} other packages, {size / 1e6:.1f} MB")
    assert [name.partition(" ")[0] for name in packages] == ["tablee"]
    strictly = ("-W", "error", "-W", "ignore:tablee runs as pure")
    check = str(ROOT / "build_backend" / "check_wheel.py")
    subprocess.run([python, *strictly, check, "pure Python"], check=True)


EXTRAS = {
    "server": "import tablee.server.run, tablee.client",
    "nodes": "import tablee.server.node, tablee.server.storage.postgresql",
    "cluster": "import ray, tablee.engine.cluster",
    "train": "import torch, cma",
    "rl": "import gymnasium, pettingzoo",
    "mcp": "from tablee.cli.mcp import server; server('en')",
}


@pytest.mark.long
@pytest.mark.parametrize("extra", PROJECT["optional-dependencies"])
def test_each_extra_works_alone(wheel: Path, tmp_path: Path, extra: str) -> None:
    python = environment(tmp_path / "fresh", sys.executable, f"tablee[{extra}] @ {wheel.as_uri()}")
    subprocess.run([python, "-c", EXTRAS[extra]], check=True, cwd=tmp_path)
    if extra == "train":  # a wheel without kernels would learn too slowly
        learner = [python, str(LEARNER), "--minutes", "0.5"]
        compiled = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        told = subprocess.run(learner, check=True, env=compiled, capture_output=True, text=True)
        rates = [float(line.split()[-1].rstrip("%")) for line in told.stdout.splitlines()]
        assert rates[-1] > rates[0] + 10


@pytest.mark.long
def test_the_examples_are_typed_for_who_checks_them_from_outside(
    wheel: Path, tmp_path: Path
) -> None:
    wanted = (f"tablee[server,train] @ {wheel.as_uri()}", "mypy", "pyright")
    python = environment(tmp_path / "fresh", sys.executable, *wanted)
    for example in (*ROOT.glob("examples/*.py"), *ROOT.glob("examples/online/*.py"), LEARNER):
        shutil.copy(example, tmp_path)
        strictly = ["-m", "mypy", "--strict", example.name]
        subprocess.run([python, *strictly], check=True, cwd=tmp_path)
        subprocess.run(
            [python, "-m", "pyright", "--pythonpath", python, example.name],
            check=True,
            cwd=tmp_path,
        )
