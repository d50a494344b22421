// The drafts of this browser: it keeps their links, the server does not know whose they are.

const KEY = "smallworld-drafts";
const MOST = 60;

export function readDrafts() {
  try {
    const drafts = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(drafts) ? drafts.filter(({ path }) => typeof path === "string" && path.startsWith("/s/")) : [];
  } catch {
    return [];
  }
}

function write(drafts) {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing has no list.
  }
}

export const rememberDraft = (draft) => write([draft, ...readDrafts().filter(({ path }) => path !== draft.path)]);

export const forgetDraft = (path) => write(readDrafts().filter((draft) => draft.path !== path));
