"""Drafts are data from strangers (acceptance 11): a sentence, no file read, no time without end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from draft_jobs import VARIANT, Job

from tiers import FULL, quick_first

SECRET = "variant: theirs\nname: Theirs\nsecret_key_of_theirs: 1\n"


@pytest.mark.parametrize("kind", quick_first(["absolute", "link", "relative", "dotted", "missing"], 2))
@pytest.mark.parametrize("key", ["extends", "scenario", "language"])
def test_no_name_leads_to_a_file_of_the_server(kind: str, key: str, tmp_path: Path, job: Job) -> None:
    theirs = tmp_path / "theirs" / "variant.yaml"
    theirs.parent.mkdir()
    theirs.write_text(SECRET)
    (tmp_path / "link.yaml").symlink_to(theirs)
    name = {
        "absolute": str(theirs), "relative": "../theirs", "link": "../link.yaml", "dotted": "./../theirs/variant.yaml",
        "missing": "../nothing/variant.yaml",
    }[kind]  # fmt: skip
    files = {"variant.yaml": VARIANT}
    if key == "extends":
        files["variant.yaml"] = VARIANT.replace("base", f"[base, '{name}']")
    elif key == "scenario":
        files["t.scenario.yaml"] = f"scenario: x\nvariant: {name}\nplayers: [ann, bob]\nsteps: [pick 1]\n"
    else:
        files = {"languages/cs.yaml": f"language: cs\nvariant: {name}\n"}
    answer = job("check", files)
    problems = answer["problems"]
    assert [problem["code"] for problem in problems if problem["severity"] == "error"] == ["unknown-variant"]
    assert "secret_key" not in str(answer) and not answer["ready"]
    assert "is not a variant" not in str(answer) and "does not exist" not in str(answer)  # nothing shows what exists
    assert "error" in job("trial", files) or key != "extends"
    for result in job("tests", files)["results"]:
        assert not result["passed"] and "secret_key" not in str(result)


def test_a_draft_loads_no_plugin_and_no_module(job: Job) -> None:
    answer = job("check", {"variant.yaml": VARIANT + "plugins: {os: '>=1', antigravity: '>=1'}\n"})
    assert {problem["code"] for problem in answer["problems"]} == {"missing-plugin"}


def board(count: int, borders: int) -> str:
    neighbours = [", ".join(f"r{(place + step) % count}" for step in range(1, borders + 1)) for place in range(count)]
    rows = (f"  - {{id: r{place}, terrain: hill, adjacent: [{row}]}}\n" for place, row in enumerate(neighbours))
    return "name: Big\nregions:\n" + "".join(rows)


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"variant.yaml": "a: &a [1, 2]\n" + "".join(f"b{n}: *a\n" for n in range(80))}, "too-many-aliases"),
        ({"variant.yaml": "a: &a [x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: &d [*c, *c, *c, *c]\n"
                          "e: &e [*d, *d, *d, *d]\nf: &f [*e, *e, *e, *e]\ng: &g [*f, *f, *f, *f]\nh: [*g, *g, *g]\n"},
         "too-large"),
        pytest.param({"variant.yaml": "x: [" + "1, " * 21_000 + "1]\n"}, "too-large", marks=FULL),
        pytest.param({"variant.yaml": "[" * 5000}, "too-deep", marks=FULL),
        ({"variant.yaml": "a: " + "[" * 100_000}, "too-deep"),
        pytest.param({"variant.yaml": "".join(f"k{n}: {n}\n" for n in range(21_000))}, "too-large", marks=FULL),
        ({"variant.yaml": VARIANT, "boards/big.yaml": board(30, 29)}, "non-planar"),
        pytest.param({"boards/big.yaml": board(2000, 2)}, "bad-length", marks=FULL),
        ({"variant.yaml": "!!python/object/apply:os.system ['true']\n"}, "tag"),
        ({"t.scenario.yaml": '{"replay": 1, "variant": "/etc/passwd"}\n'}, "missing-key"),
    ],
    ids=["aliases", "laughs", "values", "depth", "deeper", "keys", "borders", "regions", "tags", "record"],
)  # fmt: skip
def test_a_monster_gets_a_sentence_in_time(files: dict[str, str], code: str, job: Job) -> None:
    start = time.process_time()
    answer = job("check", files, board="big")
    assert code in {problem["code"] for problem in answer["problems"]}, answer["problems"]
    assert time.process_time() - start < 10  # the limit of a job, after which its worker is ended
    assert "error" in job("picture", files, board="big")


def test_a_ratio_without_end_is_a_mistake_and_the_board_is_drawn(job: Job) -> None:
    files = {"boards/big.yaml": "aspect: '1:" + "9" * 5000 + "'\n" + board(3, 2)}
    assert "fault" not in str(job("check", files, board="big")["problems"])
    assert job("picture", files, board="big")["box"][0] > 0


def nested(depth: int) -> object:
    value: object = 1
    for _level in range(depth):
        value = [value]
    return value


def test_wishes_that_are_no_wishes_are_refused(job: Job) -> None:
    files = {"variant.yaml": VARIANT}
    wishes: list[dict[str, object]] = [
        {"wish": "nothing"}, {"wish": "set_value", "path": "x"}, {"wish": "set_value", "path": [[]]},
        {"wish": "connect", "a": 1, "b": 2}, {"wish": "add_region", "id": 5}, {"wish": "remove_key", "path": []},
        {"wish": "rename_id", "kind": "region", "old": "a", "new": "b"}, {"wish": "set_region", "id": "x", "values": 1},
        {"wish": "set_parameter", "kind": "race", "id": "amazons", "index": 99},
        {"wish": "add_ability", "kind": "race", "id": "amazons", "ability": "os.system"},
        {"wish": "add_entry", "kind": "race", "id": "amazons"}, {"wish": "set_value", "path": ["name", "x"]},
        {"wish": ["set_value"]}, {"wish": {}}, {"wish": "set_value", "path": ["name"], "value": nested(900)},
    ]  # fmt: skip
    for wish in wishes:
        answer = job("edit", files, file="variant.yaml", text=VARIANT, **wish)
        assert set(answer) == {"error"} and "fault" not in answer["error"], (wish, answer)
    assert "error" in job("edit", files, file="variant.yaml", text=VARIANT, wishes=[{}] * 300)
    assert "error" in job("edit", files, file="variant.yaml", text="a: [", wish="remove_key", path=["a"])


def test_text_of_a_stranger_is_escaped_in_pictures(job: Job) -> None:
    evil = "<script>alert(1)</script>"
    files = {
        "variant.yaml": VARIANT + f"terrains:\n  moor: {{name: '{evil}', color: '\"><script>'}}\n",
        "boards/b.yaml": f"name: '{evil}'\nregions:\n  - {{id: r1, terrain: moor, adjacent: [r2]}}\n"
                         f"  - {{id: '{evil}', terrain: '{evil}', symbols: ['{evil}'], adjacent: [r1]}}\n"
                         "  - {id: r2, terrain: moor, adjacent: [r1]}\n",
    }  # fmt: skip
    answer = job("picture", files, board="b", quality="quick")
    assert "svg" in answer, answer
    assert "<script" not in answer["svg"]
