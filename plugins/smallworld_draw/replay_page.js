"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const frames = data.frames;
  const _ = (message, values = {}) =>
    (data.messages[message] || message).replace(/\{(\w+)\}/g, (field, name) => (name in values ? values[name] : field));
  const byId = (id) => document.getElementById(id);
  const shown = {};
  let at = 0;
  let timer = null;

  // For every event the picture of every region, so that any event can be shown at once.
  const pictures = [];
  frames.forEach((frame, i) => pictures.push({ ...(pictures[i - 1] || {}), ...frame.changed }));

  document.querySelectorAll(".board .land").forEach((land) => {
    land.append(document.createElementNS(land.namespaceURI, "title"));
  });

  function element(tag, text, parent) {
    const made = document.createElement(tag);
    made.textContent = text;
    parent.append(made);
    return made;
  }

  const partsOf = (region) => document.querySelectorAll(`.board [data-region="${CSS.escape(region)}"]`);

  function setTerrain(land, terrain) {
    const before = [...land.classList].find((name) => name.startsWith("t-"));
    if (before === "t-" + terrain) return;
    land.classList.replace(before, "t-" + terrain);
    land.querySelectorAll(".ink use").forEach((use) => use.setAttribute("href", "#icon-terrains-" + terrain));
  }

  // Each drawing has a region in layers: its land, its rim and its marks.
  function showRegion(region, [marks, words, classes, terrain]) {
    for (const part of partsOf(region)) {
      const kind = part.classList[0];
      part.setAttribute("class", kind === "land" ? `land ${part.classList[1]} ${classes}` : `${kind} ${classes}`);
      if (kind === "mark") part.querySelector(".contents").innerHTML = marks;
      if (kind !== "land") continue;
      setTerrain(part, terrain);
      part.setAttribute("aria-label", words);
      part.querySelector("title").textContent = words;
    }
  }

  function showBoard() {
    for (const [region, picture] of Object.entries(pictures[at])) {
      if (shown[region] !== picture) showRegion(region, data.pictures[picture]);
      shown[region] = picture;
    }
    document.querySelectorAll(".board .walls").forEach((walls, i) => (walls.innerHTML = frames[at].walls?.[i] || ""));
  }

  // Rings and dots in the regions that this step has changed.
  function markChanges(frame) {
    document.querySelectorAll(".board .changed").forEach((part) => part.classList.remove("changed"));
    if (at === 0) return;
    for (const region of Object.keys(frame.changed)) partsOf(region).forEach((part) => part.classList.add("changed"));
  }

  // "+8" for coins that this step has brought; empty if they are hidden or the same.
  function gain(coins, seat) {
    const before = at > 0 ? frames[at - 1].players[seat][1] : coins;
    if (coins === null || before === null || coins === before) return "";
    return (coins > before ? "+" : "−") + Math.abs(coins - before);
  }

  function showPlayers(frame) {
    const body = document.querySelector("#players tbody");
    body.replaceChildren();
    frame.players.forEach(([name, coins, races, turn], seat) => {
      const row = body.insertRow();
      if (turn) row.className = "turn";
      if (frame.over && data.winners.includes(name)) row.className = "winner";
      row.insertCell().innerHTML = data.shapes[seat];
      row.insertCell().className = "name";
      row.cells[1].textContent = row.className === "winner" ? _("{player} (wins)", { player: name }) : turn ? _("{player} (turn)", { player: name }) : name;
      row.insertCell().className = "coins";
      row.cells[2].textContent = coins === null ? "?" : coins;
      row.insertCell().className = "gain";
      row.cells[3].textContent = gain(coins, seat);
      row.insertCell().textContent = races;
    });
  }

  function show(number) {
    at = Math.max(0, Math.min(frames.length - 1, number));
    const frame = frames[at];
    showBoard();
    markChanges(frame);
    showPlayers(frame);
    byId("slider").value = at;
    byId("words").textContent = frame.sentence;
    const place = { step: at, steps: frames.length - 1, round: frame.round, rounds: data.rounds };
    byId("where").textContent = frame.over
      ? _("step {step} of {steps}, the end", place)
      : _("step {step} of {steps}, round {round} of {rounds}", place);
    byId("column").replaceChildren();
    frame.column.forEach((combo) => element("li", combo, byId("column")));
    const line = byId("now");
    const x = Number(line.dataset.left) + Number(line.dataset.step) * (frame.over ? data.rounds : frame.round - 1);
    line.setAttribute("x1", x);
    line.setAttribute("x2", x);
    const list = byId("events");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.children[at];
    item.setAttribute("aria-current", "step");
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    history.replaceState(null, "", "#" + at);
    if (at === frames.length - 1) stop();
  }

  function otherRound(step) {
    let number = at;
    const round = frames[at].round;
    while (frames[number + step] && frames[number].round === round) number += step;
    show(number);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = _("play");
  }

  function begin() {
    clearInterval(timer);
    timer = setInterval(() => show(at + 1), Number(byId("speed").value));
  }

  function play() {
    if (timer) return stop();
    if (at === frames.length - 1) show(0);
    begin();
    byId("play").textContent = _("pause");
  }

  const keys = {
    ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), Home: () => show(0), End: () => show(frames.length - 1),
    PageUp: () => otherRound(-1), PageDown: () => otherRound(1), " ": play,
  };
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "SELECT" || !keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  byId("first").onclick = keys.Home;
  byId("back").onclick = keys.ArrowLeft;
  byId("play").onclick = play;
  byId("next").onclick = keys.ArrowRight;
  byId("last").onclick = keys.End;
  byId("speed").onchange = () => { if (timer) begin(); };
  byId("slider").max = frames.length - 1;
  byId("slider").oninput = (event) => show(Number(event.target.value));
  frames.forEach((frame, number) => {
    element("li", frame.sentence, byId("events")).onclick = () => show(number);
  });
  byId("events").start = 0;
  show(Number(location.hash.slice(1)) || 0);
})();
