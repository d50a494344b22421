// How strong a race or power is: the server plays games, and the number narrows while it does.

import { _, ngettext } from "../messages.js";
import { button, make, show } from "./dom.js";
import { post } from "./draft_requests.js";

export class BalancePanel {
  #last = null; // before the last change
  #now = null;
  #isRunning = false;

  // options: kind, id, canEdit, fail(sentence)
  constructor(options) {
    Object.assign(this, options);
    this.element = make("section", { class: "balance", "aria-label": _("Balance") });
    this.show();
  }

  receive(news) {
    if (news.kind !== this.kind || news.id !== this.id) return;
    if (news.error) this.fail(news.error);
    else this.#now = news;
    this.#isRunning = !news.done && !news.error;
    this.show();
  }

  async #start() {
    this.#last = this.#now;
    this.#isRunning = true;
    this.show();
    try {
      await post("/balance", { kind: this.kind, id: this.id });
    } catch (error) {
      this.#isRunning = false;
      this.fail(error.message);
      this.show();
    }
  }

  async #stop() {
    this.#isRunning = false;
    this.show();
    await post("/balance", { kind: this.kind, id: this.id, stop: true }).catch(() => {});
  }

  show() {
    const run = this.#isRunning
      ? button(_("Stop"), () => this.#stop(), { "data-key": "balance stop" })
      : button(_("Estimate by playing"), () => this.#start(), { "data-key": "balance start" });
    show(
      this.element,
      make("h3", {}, _("Balance")),
      this.#now
        ? make("p", { role: "status" }, lineOf(this.#now))
        : make("p", { class: "hint" }, _("Bots play games, and count how often it wins.")),
      this.#last && make("p", { class: "hint" }, _("before: {line}", { line: lineOf(this.#last) })),
      this.canEdit && run,
    );
  }
}

// The server counts in percent of games, above or below an even share of the wins.
function lineOf({ games, mean, low, high }) {
  const count = ngettext("{count} game", "{count} games", games);
  if (mean === null) return _("nobody has taken it yet, {games}", { games: count });
  const signed = (value) => value.toLocaleString(undefined, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  return _("wins {mean} % more than an even share (between {low} and {high}), {games}", {
    mean: signed(mean),
    low: signed(low),
    high: signed(high),
    games: count,
  });
}
