// Sends the server a cookie while the window is narrow; then the board has its islands below each other.
const COOKIE = "narrow=1";
const DAYS = 400;

const isSet = () => document.cookie.split("; ").includes(COOKIE);

// A window that has another width than the board of the page loads it again, once: the cookie is right then.
export function fitBoard(hasIslands) {
  const isNarrow = matchMedia("(max-width: 600px)").matches;
  if (isSet() === isNarrow) return;
  document.cookie = `${COOKIE}; path=/; samesite=lax; max-age=${isNarrow ? DAYS * 86400 : 0}`;
  if (hasIslands && isSet() === isNarrow) location.reload();
}
