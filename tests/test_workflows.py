"""Workflows, Dependabot and issue forms: valid by their schemas, and calling make."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / ".github"
WORKFLOWS: Final = sorted((FOLDER / "workflows").glob("*.yml"))
FORMS: Final = sorted((FOLDER / "ISSUE_TEMPLATE").glob("[!c]*.yml"))
SCHEMAS: Final = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.dependabot": [FOLDER / "dependabot.yml"],
    "vendor.github-issue-forms": FORMS,
    "vendor.github-issue-config": [FOLDER / "ISSUE_TEMPLATE/config.yml"],
}
SECONDS: Final = 300


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkers, in an environment of their own as the newest are wanted."""
    folder = tmp_path_factory.mktemp("checkers")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=SECONDS)
    pip = [folder / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "check-jsonschema", "zizmor"], check=True, timeout=SECONDS)
    return folder / "bin"


@pytest.mark.slow
def test_every_file_is_valid_by_its_schema(programs: Path) -> None:
    for schema, files in SCHEMAS.items():
        assert files
        command = [programs / "check-jsonschema", "--builtin-schema", schema, *files]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.slow
def test_zizmor_finds_no_weakness(programs: Path) -> None:
    command = [programs / "zizmor", "--offline", "--no-progress", ".github"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_workflows_call_targets_of_the_makefile_and_the_ci_script() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    text = "".join(path.read_text("utf-8") for path in WORKFLOWS)
    called = set(" ".join(re.findall(r"run: make ([\w -]+)$", text, re.M)).split())
    assert {"test", "dist", "notes", "nightly"} <= called and "run: .ci/run" in text
    assert all(re.search(rf"^{target}:", makefile, re.M) for target in called)


def test_image_is_built_and_run_by_the_workflow_of_the_tests() -> None:
    text = (FOLDER / "workflows/test.yml").read_text("utf-8")
    built, _, ran = text.partition("run: docker build --tag carcassonne-discord .\n")
    assert built and "carcassonne --version" in ran and "carcassonne check" in ran


def test_actions_are_pinned_by_their_commit() -> None:
    for path in WORKFLOWS:
        for used in re.findall(r"uses: (\S+)", path.read_text("utf-8")):
            assert used.startswith("./") or re.search(r"@[0-9a-f]{40}$", used), used
