// A form of the server about the texts of now; it is asked for once for each version of the texts.

import { post } from "./draft_requests.js";

export class FormRequest {
  form = null; // the last one
  #asked = 0;
  #version = -1;

  constructor(draft, request) {
    Object.assign(this, { draft, request });
  }

  // Calls draw(), or fail(sentence) where there is no form; an older answer is dropped.
  async show(draw, fail) {
    if (this.#version === this.draft.texts.version) return this.form && draw();
    this.#version = this.draft.texts.version;
    const number = (this.#asked += 1);
    try {
      const form = await post("/form", { files: this.draft.checks.changed(), ...this.request });
      if (number !== this.#asked) return;
      this.form = form;
      draw();
    } catch (error) {
      if (number === this.#asked) fail(error.message);
    }
  }
}
