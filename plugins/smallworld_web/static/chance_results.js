// Results of chance, shown over the board for a moment.

const byId = (id) => document.getElementById(id);
let timer = 0;

export function showChances(chances, line) {
  // A roll or a relic turned up is shown over the board for a moment; the log has it for good.
  const happening = byId("happening");
  if (!chances.length) return;
  const results = chances.slice(-3).map(({ kind, result }) => {
    const value = document.createElement("strong");
    value.className = "result";
    value.textContent = result;
    const part = document.createElement("span");
    part.append(`${kind} `, value);
    return part;
  });
  const words = document.createElement("small");
  words.textContent = line;
  happening.replaceChildren(...results, words);
  happening.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    happening.hidden = true;
  }, 4000);
}
