"""Measure how soon the studio shows the mark of a problem and the picture of a board after a key, in Chromium.

``python tests/bench/studio_speed.py`` types into a board of 48 regions while four other drafts are edited, and prints
median and 95th percentile of key to mark and key to picture, the stages of both by the clock, and the processor time
of each part. The design asks for 400 ms and 1,200 ms (95 %). It needs Chromium and ``pip install playwright``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).parents[1] / part) for part in (".", "web", "web/chromium", "studio/chromium"))

import httpx2
from authors import Author
from playwright.sync_api import sync_playwright
from servers import Server, running

from smallworld.model.variant_folder import shipped_folder

KEYS = 60
REGIONS = 48
OTHERS = 4
"""Drafts that are edited meanwhile."""
AIM = {"mark": 400, "picture": 1200}
"""Milliseconds within which 95 % are to be there."""
FILE = "boards/vale.yaml"
WATCH = """
  const log = (window.studioLog = []);
  const note = (kind, data = {}) => log.push({ kind, time: performance.now(), ...data });
  const Source = window.EventSource;
  window.EventSource = class extends Source {
    addEventListener(kind, listener, ...rest) {
      super.addEventListener(kind, kind !== "picture" ? listener : (event) => {
        const { revision, quality, seconds, error } = JSON.parse(event.data);
        note("message", { revision, quality, seconds, error });
        listener(event);
        note("picture", { revision, quality });
      }, ...rest);
    }
  };
  addEventListener("keydown", () => note("key"), true);
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name.endsWith("/check"))
        note("check", { start: entry.startTime, end: entry.responseEnd, size: entry.encodedBodySize,
                        job: entry.serverTiming[0]?.duration });
  });
  observer.observe({ type: "resource" });
  window.watchMarks = () => {
    const root = document.querySelector("#editor").shadowRoot;
    const count = () => root.querySelectorAll(".cm-lintRange-error").length;
    let marks = count();
    log.length = 0;
    window.markObserver?.disconnect();
    window.markObserver = new MutationObserver(() => {
      if (count() === marks) return;
      marks = count();
      requestAnimationFrame(() => note("mark"));
    });
    window.markObserver.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  };
"""
"""Notes keys, requests, pictures and marks; a mark counts in the frame that shows it."""
GO = """async number => {
  const { EditorView } = await import("/static/studio/vendor/codemirror.js");
  const editor = EditorView.findFromDOM(document.querySelector("#editor").shadowRoot.querySelector(".cm-editor"));
  const place = [...editor.state.doc.toString().matchAll(/terrain: \\w+/g)][number];
  editor.dispatch({ selection: { anchor: place.index + place[0].length }, scrollIntoView: true });
  editor.focus();
}"""
"""Puts the cursor behind the terrain of a region."""


def board() -> str:
    """Return the largest board that comes with the program."""
    return (shipped_folder() / "base" / "boards" / "base-5p.yaml").read_text("utf-8")


FILES = {"variant.yaml": "variant: vale\nname: Vale\nextends: base\nboards: {5: vale}\n", FILE: board()}


class Other(threading.Thread):
    """Edits a draft of its own, with its stream open, as a page does."""

    def __init__(self, base: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.rng, self.is_stopped = random.Random(seed), threading.Event()
        self.link = base + httpx2.post(f"{base}/studio/drafts", json={"kind": "edition"}, timeout=20).json()["url"]
        self.stream = threading.Thread(target=self._read, daemon=True)

    def _read(self) -> None:
        stream = httpx2.stream("GET", f"{self.link}/stream?since=0", timeout=None)
        with suppress(httpx2.TransportError), stream as response:  # the server ends first
            for _chunk in response.iter_bytes():
                if self.is_stopped.is_set():
                    return

    def run(self) -> None:
        self.stream.start()
        body: dict[str, Any] = {"revision": 0, "board": "vale", "files": FILES}
        while not self.is_stopped.is_set():
            answer = httpx2.post(f"{self.link}/check", json=body, timeout=60)
            answer.raise_for_status()
            text = board().replace("terrain: forest", f"terrain: {self.rng.choice(['hill', 'swamp', 'forestx'])}", 1)
            body = {"revision": answer.json()["revision"], "board": "vale", "files": {FILE: text}}
            self.is_stopped.wait(self.rng.uniform(0.4, 1.6))


@contextmanager
def busy_people(base: str, count: int) -> Iterator[None]:
    """Let other people edit drafts until the block ends."""
    people = [Other(base, seed) for seed in range(count)]
    for person in people:
        person.start()
    try:
        yield
    finally:
        for person in people:
            person.is_stopped.set()
        for person in people:
            person.join()


def type_keys(author: Author, first: int, count: int) -> list[list[dict[str, Any]]]:
    """Write a letter behind each terrain, and take them back, so that no picture was drawn before.

    :return: what the page noted after each key.
    """
    page, rng, notes = author.page, random.Random(1), []
    for number in range(first, first + count):
        page.evaluate(GO, number % REGIONS)
        page.wait_for_timeout(rng.uniform(200, 900))
        revision = author.state()["revision"]
        page.evaluate("() => watchMarks()")
        page.keyboard.press("Backspace" if number // REGIONS % 2 else "x")
        for _ in range(400):
            page.wait_for_timeout(50)
            log = [row for row in page.evaluate("() => studioLog") if row.get("revision", revision + 1) > revision]
            if {"mark", "picture", "check"} <= {row["kind"] for row in log}:
                break
        notes.append(log)
    return notes


def stages(log: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Return the milliseconds of each stage after one key."""
    first = {kind: next(row for row in log if row["kind"] == kind) for kind in ("key", "check", "message")}
    key, check, message = first["key"]["time"], first["check"], first["message"]
    mark = next(row["time"] for row in log if row["kind"] == "mark")
    shown = next(row["time"] for row in log if row["kind"] == "picture")
    return {
        "key to mark": mark - key, "key to picture": shown - key,
        "pause": check["start"] - key, "request": check["end"] - check["start"], "page, marks": mark - check["end"],
        "wait and draw": message["time"] - check["end"], "page, picture": shown - message["time"],
        "check (processor)": check["job"] or 0.0, "draw (processor)": 1000 * (message["seconds"] or 0.0),
        "answer, kB": check["size"] / 1000,
    }  # fmt: skip


def processor_times(session: Any, server: Server) -> dict[str, float]:
    """Return the processor seconds of the page and of the server's own process so far."""
    metrics = {row["name"]: row["value"] for row in session.send("Performance.getMetrics")["metrics"]}
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    parts = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
    return {
        "page (scripts, layout, styles)": sum(metrics[part] for part in parts),
        "server without workers": (int(fields[11]) + int(fields[12])) / 100,
    }


def measure(keys: int, count: int) -> None:
    """Measure and print."""
    server = Server(f"sqlite:///{Path(tempfile.mkdtemp()) / 'tables.db'}")
    with running(server), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        author = Author(chromium, server)
        author.page.add_init_script(WATCH)
        author.begin("edition")
        author.open_files(FILES)
        author.page.evaluate("() => { location.hash = '#board/vale'; }")
        author.page.wait_for_selector(".picture svg")
        with busy_people(server.base, count):
            time.sleep(3)  # until everybody has a draft and the workers are warm
            session = author.page.context.new_cdp_session(author.page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            type_keys(author, 0, 4)
            before = processor_times(session, server)
            rows = [stages(log) for log in type_keys(author, 4, keys)]
            after = processor_times(session, server)
    print(f"{keys} keys, board of {REGIONS} regions, {count} other drafts edited at once; milliseconds\n")
    print(f"{'':28}{'median':>8}{'95 %':>8}")
    for name in rows[0]:
        values = sorted(row[name] for row in rows)
        late = values[min(len(values) - 1, int(0.95 * len(values)))]
        aim = next((limit for word, limit in AIM.items() if name == f"key to {word}"), None)
        print(f"{name:28}{statistics.median(values):8.1f}{late:8.1f}" + (f"   aim {aim}" if aim else ""))
    for name, seconds in after.items():
        print(f"{name + ', processor, mean':50}{1000 * (seconds - before[name]) / keys:8.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=KEYS, help=f"keys that are pressed; default: {KEYS}")
    parser.add_argument("--others", type=int, default=OTHERS, help=f"drafts edited meanwhile; default: {OTHERS}")
    options = parser.parse_args()
    measure(options.keys, options.others)


if __name__ == "__main__":
    main()
