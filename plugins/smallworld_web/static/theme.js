// The colours that the reader has chosen, before the page is drawn; without a choice they are those of the system.

const KEY = "smallworld-theme";

export function read(key, fallback = "") {
  try {
    return localStorage.getItem(key) ?? fallback;
  } catch {
    return fallback; // a browser without storage
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice holds until the page is closed.
  }
}

export function setTheme(value) {
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
  keep(KEY, value);
}

export const theme = () => document.documentElement.dataset.theme || "";

setTheme(read(KEY));
