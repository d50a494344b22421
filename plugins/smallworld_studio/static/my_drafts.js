// The drafts of this browser: it keeps their links, the server does not know whose they are.

import { keepList, readList } from "../table_links.js";

const KEY = "smallworld-drafts";
const MOST = 60;

export const readDrafts = () =>
  readList(KEY).filter((draft) => typeof draft?.path === "string" && draft.path.startsWith("/s/"));

const write = (drafts) => keepList(KEY, drafts, MOST);

export const rememberDraft = (draft) => write([draft, ...readDrafts().filter(({ path }) => path !== draft.path)]);

export const forgetDraft = (path) => write(readDrafts().filter((draft) => draft.path !== path));
