// Dialogs of the page: made when they are needed, closed by Escape, the focus goes back to where it was.

import { _ } from "../messages.js";
import { button, make } from "./dom.js";

let count = 0;

// Shows a dialog; content(close) returns its elements. Resolves with what close was called with.
export function ask(title, content, properties = {}) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const heading = `dialog-${(count += 1)}`;
    const dialog = make("dialog", { "aria-labelledby": heading, ...properties });
    const close = (value = null) => {
      dialog.close();
      dialog.remove();
      if (before?.isConnected) before.focus();
      resolve(value);
    };
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close();
    });
    const cross = button("×", () => close(), { class: "cross", "aria-label": _("Close") });
    dialog.append(make("h2", { id: heading }, title), ...content(close).filter(Boolean), cross);
    document.body.append(dialog);
    dialog.showModal();
    (dialog.querySelector("[autofocus]") ?? dialog.querySelector("button, input, select, a[href]"))?.focus();
  });
}

// A sentence and answers to it: [[value, label], …].
export const choose = (title, sentences, answers) =>
  ask(title, (close) => [
    ...sentences.map((sentence) => (typeof sentence === "string" ? make("p", {}, sentence) : sentence)),
    make(
      "p",
      { class: "buttons" },
      answers.map(([value, label]) => button(label, () => close(value))),
    ),
  ]);

// A form of a few fields; resolves with their values by name.
export const fillIn = (title, fields, label, sentence = "") =>
  ask(title, (close) => {
    const form = make(
      "form",
      {
        class: "fill-in",
        onsubmit: (event) => {
          event.preventDefault();
          close(Object.fromEntries(new FormData(form)));
        },
      },
      sentence && make("p", { class: "hint" }, sentence),
      fields.map(({ name, label: words, control, help }) =>
        make(
          "p",
          {},
          make("label", {}, words, " ", control ?? make("input", { name, autocomplete: "off" })),
          help && make("small", {}, help),
        ),
      ),
      make("p", { class: "buttons" }, make("button", { class: "primary" }, label)),
    );
    return [form];
  });
