"""The studio as a page uses it: drafts, checks, streams, trials, links; and as a hostile person does."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from running import run
from servers import INTERPRETERS
from starlette.testclient import TestClient
from studio_server import Page, new_page, studio_client

from smallworld_studio import studio as studio_module
from smallworld_studio.draft_store import DraftStore
from smallworld_studio.studio import JobFailed, JobQueue, Rank, Studio
from smallworld_web.request_checks import FairPlaces, OverBudget
from smallworld_web.site import Site
from smallworld_web.store import StoreError
from smallworld_web.table_registry import TableRegistry

Server = tuple[Site, TestClient]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with studio_client(tmp_path_factory.mktemp("studio") / "tables.db") as server:
        yield server


@pytest.fixture(scope="module")
def client(server: Server) -> TestClient:
    return server[1]


@pytest.fixture
def page(client: TestClient) -> Page:
    return new_page(client, kind="edition", edition="base", name="Mine")


def test_a_client_makes_so_many_drafts_in_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JobQueue, "warm", lambda _jobs: None)
    with studio_client(tmp_path / "tables.db", drafts=2) as (_, client):
        answers = [client.post("/studio/drafts", json={"kind": "edition", "edition": "base"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json() == {"error": "too many new drafts; wait a while"}


def test_the_start_page_leads_to_a_draft(client: TestClient) -> None:
    start = client.get("/studio")
    assert start.status_code == 200 and "Small World" in start.text
    assert '<a href="/studio">' in client.get("/").text
    form = client.post("/studio/drafts", data={"kind": "edition", "edition": "base"}, follow_redirects=False)
    assert form.status_code == 303
    draft = client.get(form.headers["location"])
    assert draft.status_code == 200 and "My base" in draft.text and "extends: base" in draft.text
    assert draft.headers["cache-control"] == "no-store"
    scripts = set(re.findall(r'(?:src|href)="(/static/studio/[^"]+)"', draft.text))
    assert scripts and all(client.get(script).status_code == 200 for script in scripts)
    wrong = client.post("/studio/drafts", json={"kind": "edition", "edition": "../base"})
    assert (wrong.status_code, "unknown variant" in wrong.json()["error"]) == (422, True)


def test_a_proposal_is_a_patch_and_a_text(client: TestClient, tmp_path: Path) -> None:
    page = new_page(client, kind="edition", edition="base", name="Mine")
    text = page.files["variant.yaml"] + "change: {races: {amazons: {banner: 7}}}"  # without a break at the end
    page.check({"variant.yaml": text, "README.md": "# Mine\n\né\n"})
    proposal = page.get("/proposal").json()
    assert "- Changed races: Amazons" in proposal["text"] and "finds no problems" in proposal["text"]
    patch = page.get("/patch")
    assert "attachment" in patch.headers["content-disposition"]
    subprocess.run(["git", "apply", "-"], input=patch.content, cwd=tmp_path, check=True)
    folder = tmp_path / proposal["folder"]
    assert (folder / "variant.yaml").read_bytes() == text.encode() and run("--strict", str(folder)).exit_code == 0
    assert (folder / "README.md").read_bytes() == "# Mine\n\né\n".encode()
    page.check({"variant.yaml": text + "\nraces: 3\n"})
    refused = page.get("/proposal")
    assert refused.status_code == 422 and "have to go first" in refused.json()["error"]


def test_drafts_that_are_edited_at_once_get_their_own_marks(client: TestClient) -> None:
    """Acceptance 5: five authors."""
    pages = [new_page(client, kind="edition", edition="base", name=f"Draft {place}") for place in range(5)]

    def edit(place: int) -> list[tuple[int, str]]:
        page, marks = pages[place], []
        before = page.files["variant.yaml"]
        for step in range(3):
            text = before + "\n" * step + f"wrong{place}: {step}\n"
            answer = page.check({"variant.yaml": text})
            assert len(answer["problems"]) == 1, answer["problems"]
            problem = answer["problems"][0]
            marks.append((problem["range"]["line"], problem["message"]))
            assert answer["revision"] == page.revision
        return marks

    with ThreadPoolExecutor(5) as threads:
        for place, marks in enumerate(threads.map(edit, range(5))):
            assert [line for line, _message in marks] == [marks[0][0] + step for step in range(3)]
            assert all(f"'wrong{place}'" in message for _line, message in marks)


def test_a_change_is_kept_checked_and_played(page: Page, server: Server) -> None:
    site, client = server
    text = page.files["variant.yaml"]
    wish = {"wish": "set_value", "path": ["change", "races", "amazons", "banner"], "value": 7}
    edits = page.post("edit", file="variant.yaml", text=text, **wish).json()["edits"]
    assert edits == [{
        "range": {"line": 3, "column": 14, "end_line": 3, "end_column": 14},
        "text": "\nchange:\n  races:\n    amazons:\n      banner: 7",
    }]  # fmt: skip
    answer = page.check({"variant.yaml": text.rstrip() + edits[0]["text"] + "\n"})
    assert (answer["revision"], answer["ready"], answer["problems"]) == (1, True, [])
    trial = page.post("try", race="amazons", people=2).json()
    table_page = client.get(trial["url"])
    assert table_page.status_code == 200
    style = re.findall(r'href="([^"]*style\.css[^"]*)"', table_page.text)[0]
    assert "--" in client.get(style).text, "a trial has the colours of its draft"
    table_id = trial["host"].split("/")[2]
    tables = TableRegistry(site.tables.store, site.catalog.plugins)  # read back from the database alone
    game = tables.get(table_id).game
    assert game.variant.races["amazons"].banner == 7
    assert game.state.table.rulebook.races[game.state.column[0][0]].id == "amazons"
    first = page.post("keep", table=trial["url"], what="position").json()["number"]
    site.tables.change(table_id, lambda table: table.apply(game.to_move or "", table.number, ["pick 1"]))
    kept = page.post("keep", table=trial["url"], what="moves", since=first, name="A pick").json()
    assert "  - pick 1\n" in kept["text"], kept
    other = new_page(client, kind="edition", edition="base")
    assert other.post("keep", table=trial["url"], what="position").status_code == 422
    [page_set] = site.page_sets
    assert page_set.link == ("/studio", "Make your own edition")


def test_trial_tables_are_swept_and_other_tables_stay(page: Page, server: Server) -> None:
    site, client = server
    trial = page.post("try").json()
    studio = Studio(site)
    studio.sweep(1000)
    assert client.get(trial["url"]).status_code == 200
    studio.sweep(-1)
    assert client.get(trial["url"]).status_code == 404
    asyncio.run(studio.jobs.close())


def test_an_old_tab_gets_the_newer_texts(page: Page, client: TestClient) -> None:
    old = Page(client, page.path)
    page.check({"README.md": "# New\n"})
    refused = old.post("check", revision=0, files={"variant.yaml": "x"})
    assert refused.status_code == 409
    assert refused.json() == {
        "error": "this draft was changed in another window", "revision": 1, "files": {"README.md": "# New\n"}
    }  # fmt: skip
    assert old.post("check", revision="x", files={}).status_code == 422
    assert page.post("restore", revision=1, number=0).json()["files"] == old.files
    changes = [row["words"] for row in page.get("/history").json()["revisions"]]
    assert changes == [["the text of README.md"], ["the text of README.md"], ["the draft was made"]]
    assert page.get("/history/1").json()["files"]["README.md"] == "# New\n"
    assert page.get("/history/77").status_code == 422


def test_a_read_link_looks_plays_and_forks_but_changes_nothing(page: Page, client: TestClient) -> None:
    links = page.get("/links").json()
    reader = Page(client, re.sub(r"^https?://[^/]+", "", links["read"]))
    assert reader.get("/state").json()["role"] == "read"
    for post in ("link", "name", "restore", "remove", "keep"):
        assert reader.post(post, role="edit", name="x", sure="yes").status_code == 403
    assert reader.get("/links").status_code == 403
    answer = reader.check({"README.md": "mine"})
    assert answer["revision"] == 0 and page.get("/state").json()["revision"] == 0
    secret = page.path.split("/")[-1]
    for address in ("", "/state", "/history", "/zip", "/text/README.md"):
        assert secret not in reader.get(address).text
    fork = Page(client, reader.post("fork").json()["url"])
    assert fork.files["README.md"].endswith("Based on Mine.\n")
    assert fork.get("/state").json()["based_on"] == "Mine"
    renewed = page.post("link", role="read").json()
    assert reader.get("/state").status_code == 404
    assert renewed["edit"] == links["edit"]
    assert page.post("name", name="Other").json()["name"] == "Other"
    assert page.post("remove", sure="yes").status_code == 200
    assert page.get().status_code == 404


def test_the_zip_holds_all_files_and_opens_again(page: Page, client: TestClient) -> None:
    content = page.get("/zip").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert sorted(archive.namelist()) == ["mine/README.md", "mine/variant.yaml"]
    again = new_page(client, kind="file", zip=base64.b64encode(content).decode(), filename="mine.zip")
    assert again.files == page.files
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("variant.yaml", " " * 50_000_000)
    wrong = client.post("/studio/drafts", json={"kind": "file", "zip": base64.b64encode(bomb.getvalue()).decode()})
    assert (wrong.status_code, "at most 1000000 bytes" in wrong.json()["error"]) == (422, True)


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_the_stream_brings_a_quick_and_a_full_picture(
    coding: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio_module, "REST", 0.05)
    text = '{"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"]}'
    page = new_page(client, kind="file", filename=f"{coding}.json", text=text)
    page.check(board=coding)
    qualities = []
    with client.stream("GET", f"{page.path}/stream?since=0", headers={"accept-encoding": coding}) as stream:
        assert stream.headers.get("content-encoding", "identity") == coding
        kind = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            if line.startswith("data: ") and kind == "picture":
                data = json.loads(line.removeprefix("data: "))
                assert data["svg"].startswith("<svg") and set(data["places"]) == {"a", "b", "c"}
                qualities.append(data["quality"])
            if len(qualities) == 2:
                break
    assert qualities == ["quick", "full"]


def test_texts_of_a_stranger_are_escaped_in_the_page(client: TestClient) -> None:
    evil = "</script><script>alert(1)</script>"
    page = new_page(client, kind="file", filename=f"{evil}.yaml", text=f"variant: x\nname: '{evil}'\nextends: base\n")
    assert page.post("name", name=evil[:60]).status_code == 200
    text = page.get().text
    assert "<script>alert" not in text and "script" in text
    assert page.get("/text/variant.yaml").headers["content-type"].startswith("text/plain")
    assert "script-src 'self'" in page.get().headers["content-security-policy"]
    gone = client.get(page.path + "x", headers={"accept": "text/html"})
    assert gone.status_code == 404 and "this link opens no draft" in gone.text


def test_requests_of_a_hostile_person_are_refused(page: Page, client: TestClient) -> None:
    large = client.post(f"{page.path}/check", content=b'{"files": {"README.md": "' + b"x" * 1_600_000 + b'"}}')
    assert large.status_code == 413
    assert client.post(f"{page.path}/try", content=b" " * 70_000).status_code == 413
    assert page.post("check", revision=0, files={"README.md": "x" * 400_001}).status_code == 422
    for body in (b"", b"[]", b"{", b'{"revision": 0, "files": []}', b'{"revision": 0, "files": {"../x": ""}}',
                 b'{"revision": 0, "files": {"README.md": 5}}', b'{"revision": 0, "files": {"README.md": "\\ud800"}}',
                 b"\xff\xfe", b"[" * 50_000):  # fmt: skip
        response = client.post(f"{page.path}/check", content=body, headers={"content-type": "application/json"})
        assert response.status_code == 422 and set(response.json()) == {"error"}, body
    assert page.get("/state").json()["revision"] == 0
    for path in ("/text/../../secret", "/text/%2e%2e%2fpyproject.toml", "/text/boards/none.yaml", "/nothing"):
        assert page.get(path).status_code == 404
    draft, secret = page.path.split("/")[2:]
    for path in (f"/s/{draft}/x", f"/s/x/{secret}", f"/s/{draft}/{secret}x", f"/t/{draft}/{secret}"):
        assert client.get(path).status_code == 404
    for path in ("/history/99999999999999999999", "/history/99999999999999999999/picture/b"):
        assert page.get(path).status_code == 422
    half = json.dumps("\ud800")
    keys = {"name": "name", "form": "board", "try": "race", "keep": "table", "import": "filename"}
    for address, key in keys.items():
        response = client.post(f"{page.path}/{address}", content=f'{{"{key}": {half}}}'.encode())
        assert response.status_code == 422 and "fault" not in response.text, address
    other = client.post(f"{page.path}/fork", json={}, headers={"origin": "http://evil.example"})
    assert other.status_code == 403
    assert page.post("balance", stop=True).status_code == 202


def test_a_database_that_cannot_be_used_stops_editing_with_a_sentence(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_more: object) -> None:
        raise StoreError("the database cannot be used: disk I/O error on /var/lib/secret")

    with monkeypatch.context() as patch:
        patch.setattr(DraftStore, "append", fail)
        response = page.post("check", revision=0, files={"README.md": "# New\n"})
    assert response.status_code == 503 and "secret" not in response.text and response.json()["error"]
    assert page.check({"README.md": "# New\n"})["revision"] == 1  # the page has kept the text, and tries again


def test_a_database_file_that_was_removed_keeps_nothing_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its only worker is a new interpreter, as those of servers are."""
    monkeypatch.setattr(JobQueue, "warm", lambda _jobs: None)
    path = tmp_path / "tables.db"
    with studio_client(path, workers=INTERPRETERS) as (_site, client):
        page = new_page(client, kind="edition", edition="base", name="Mine")
        page.check({"README.md": "# One\n"})
        path.rename(tmp_path / "elsewhere.db")
        for _time in range(2):
            refused = page.post("check", revision=1, files={"README.md": "# Two\n"})
            assert refused.status_code == 503 and str(tmp_path) not in refused.text
        path.write_bytes(b"")
        assert page.post("check", revision=1, files={"README.md": "# Two\n"}).status_code == 503
        (tmp_path / "elsewhere.db").replace(path)
        assert page.check({"README.md": "# Two\n"})["revision"] == 2


@pytest.mark.parametrize(("fault", "status"), [(JobFailed("too long"), 422), (OverBudget(), 429)])
def test_a_page_is_told_that_its_texts_were_kept_although_they_could_not_be_checked(
    fault: Exception, status: int, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(JobQueue, "quick", fail)
        response = page.post("check", revision=0, files={"README.md": "# New\n"})
    assert (response.status_code, response.json()["revision"]) == (status, 1)
    page.revision = 1
    assert page.check({"README.md": "# Newer\n"})["revision"] == 2


def test_names_have_no_control_characters(client: TestClient) -> None:
    page = new_page(client, kind="edition", edition="base", name="My\x00 \r\n\x1b[31m first")
    assert page.get("/state").json()["name"] == "My [31m first"


def test_a_job_that_takes_too_long_is_ended() -> None:
    async def ask() -> None:
        jobs = JobQueue(seconds=0.05)
        try:
            await jobs.quick("draft", {"job": "check", "files": {}})
        finally:
            await jobs.close()

    with INTERPRETERS(), pytest.raises(JobFailed, match=r"longer than 0\.05 seconds"):
        asyncio.run(ask())


def test_a_quick_picture_goes_before_what_waits_longer() -> None:
    begun: list[str] = []

    async def job(turns: FairPlaces, name: str, rank: Rank) -> None:
        async with turns.place(rank):
            begun.append(name)
            await asyncio.sleep(0)

    async def run() -> None:
        turns = FairPlaces(1, 1, rank=float)
        async with turns.place(Rank.GAMES):
            waiting = [
                asyncio.create_task(job(turns, name, rank))
                for name, rank in (
                    ("games", Rank.GAMES),
                    ("full", Rank.FULL),
                    ("lost", Rank.QUICK),
                    ("quick", Rank.QUICK),
                )
            ]
            await asyncio.sleep(0)
            waiting[2].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await asyncio.wait_for(job(turns, "last", Rank.GAMES), 5)

    asyncio.run(run())
    assert begun == ["quick", "full", "games", "last"]


def test_a_picture_is_charged_to_who_wants_it_and_an_estimate_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def used(rank: Rank, client: str) -> bool:
        assert await jobs.slow({"job": "picture", "files": {}}, "en", rank, client) == {"seconds": 2.0}
        return jobs._time.take("ann", 0.0) < jobs._time.burst

    async def reply(*_: object) -> dict[str, float]:
        return {"seconds": 2.0}

    async def run() -> list[bool]:
        try:
            return [await used(Rank.GAMES, ""), await used(Rank.FULL, "ann")]
        finally:
            await jobs.close()

    jobs = JobQueue()
    monkeypatch.setattr(jobs, "_ask", reply)
    assert asyncio.run(run()) == [False, True]
