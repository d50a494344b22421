// The menu of the page: colours, pace of bots, motion, placing by hand, notifications, sound; this browser remembers them.
import { _ } from "./messages.js";
import { ask, send } from "./requests.js";
import { keep, read, setTheme, theme } from "./theme.js";

const byId = (id) => document.getElementById(id);
let audio = null;
const query = matchMedia("(prefers-reduced-motion: reduce)");

export const isStill = () => query.matches || document.documentElement.classList.contains("still");
export const withdrawal = () => read("smallworld-withdrawal", "one");
const pace = () => Number(read("smallworld-pace", "600"));

function remember(id, key, change = () => {}) {
  // A box to tick that the browser remembers.
  const box = byId(id);
  box.checked = read(key) === "yes";
  change(box.checked);
  box.addEventListener("change", () => {
    keep(key, box.checked ? "yes" : "no");
    change(box.checked);
  });
}

function choose(name, value, change) {
  for (const input of document.querySelectorAll(`input[name=${name}]`)) {
    input.checked = input.value === value;
    input.addEventListener("change", () => input.checked && change(input.value));
  }
}

function ring() {
  // Two soft notes; browsers allow them after the first click on the page.
  audio ??= new AudioContext();
  audio.resume();
  for (const [at, pitch] of [[0, 660], [0.16, 880]]) {
    const note = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0.15 });
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.5);
    note.connect(volume).connect(audio.destination);
    note.start(audio.currentTime + at);
    note.stop(audio.currentTime + at + 0.5);
  }
}

export function notifyTurn(sentence) {
  if (byId("sound").checked) ring();
  if (!byId("notify").checked || document.visibilityState !== "hidden" || window.Notification?.permission !== "granted") return;
  const notice = new Notification(_("It is your turn"), { body: sentence, tag: location.pathname });
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
  });
}

async function showSigns(base) {
  // Only for those who want to see it.
  const list = byId("legend").querySelector("ul");
  const answer = list.children.length ? null : await ask(`${base}/signs`).catch(() => null);
  if (answer?.ok) list.innerHTML = await answer.text();
}

export function listenToSettings(base) {
  choose("theme", theme(), setTheme);
  const tellPace = (value) => send(`${base}/pace`, { pace: Number(value) }).catch(() => {});
  choose("pace", String(pace()), (value) => {
    keep("smallworld-pace", value);
    tellPace(value);
  });
  if (pace() !== 600) tellPace(pace());
  remember("still", "smallworld-still", (isOn) => document.documentElement.classList.toggle("still", isOn || query.matches));
  choose("withdrawal", withdrawal(), (value) => keep("smallworld-withdrawal", value));
  remember("mute", "smallworld-mute", (isOn) => byId("log").classList.toggle("muted", isOn));
  remember("sound", "smallworld-sound");
  byId("sound").addEventListener("change", () => byId("sound").checked && ring());
  remember("notify", "smallworld-notify", (isOn) => {
    if (isOn && window.Notification?.permission === "default") Notification.requestPermission();
  });
  for (const [button, dialog] of [["menu-button", "settings"], ["help", "keys"], ["legend-button", "legend"], ["words-button", "words"], ["chat-button", "chat"]]) {
    byId(button).addEventListener("click", () => {
      if (dialog === "legend") showSigns(base);
      byId("settings").close();
      byId(dialog).showModal();
    });
  }
}
