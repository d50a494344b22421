// Several people at one screen: the page of one of them makes room for the next.
const PAUSE = 1200;
const { screen, held, player } = document.querySelector("main").dataset;

export function handOver(before, after) {
  // Both are the names of those who decide; a bot, or somebody at another screen, asks for nobody here.
  if (screen && after !== before && after !== player && JSON.parse(held).includes(after)) setTimeout(() => location.replace(screen), PAUSE);
}
