// The player's decisions on their way to the server: one after the other, kept while the connection is lost.

import { _ } from "./messages.js";
import { send } from "./requests.js";

const RETRY = 2000;
const LONGEST = 15_000;
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
let last = Promise.resolve();
let isLost = false;

async function deliver(address, body, notify) {
  // A decision names the event that it follows, and says when it comes again: it is carried out once.
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await send(address, attempt ? { ...body, again: true } : body);
      const answer = await response.json();
      if (![429, 502, 503, 504].includes(response.status)) return { isDone: response.ok, answer };
      notify(answer.error ? `${answer.error} ${_("Your action is kept and sent again.")}` : _("Your action is kept and sent again."));
    } catch {
      // Once: what the page answers to further actions meanwhile can be read until the server answers.
      if (!attempt) notify(_("The server does not answer. Your action is kept and sent as soon as it does."));
    }
    isLost = true;
    await pause(Math.min(RETRY * 1.5 ** attempt, LONGEST));
  }
}

export function decide(address, number, body, { notify, receive, busy }) {
  // Number is a function: the event that the page shows now. Resolves to whether the decision was carried out.
  const event = number();
  if (isLost) {
    notify(_("Nothing was done: your action before is still on its way to the server."));
    return Promise.resolve(false);
  }
  // The second click of a double click finds that the table has gone on.
  last = last.then(async () => {
    if (event !== number()) return false;
    busy(true);
    try {
      const { isDone, answer } = await deliver(address, { number: event, ...body }, notify);
      notify(answer.error || "");
      if (answer.update) await receive(answer.update);
      return isDone;
    } catch {
      notify(_("The page could not be brought up to date; load it again."));
      return false;
    } finally {
      isLost = false;
      busy(false);
    }
  });
  return last;
}

export const isWaiting = () => isLost;
