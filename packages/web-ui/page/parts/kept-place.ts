import { nextTick, onScopeDispose, type ShallowRef, shallowRef } from "vue";
import type { Router } from "vue-router";

/** Frames without a change after which a page counts as drawn. */
const STEADY_FRAMES = 20;
/** Frames after which a page that stays shorter than it was is left where it is. */
const MAX_FRAMES = 600;

/** What a person does to a page moves it from then on. */
const INPUTS = ["wheel", "keydown", "pointerdown", "touchstart"] as const;

/** Selects the parts of a page that scroll by themselves, each by its name. */
const PARTS = "main [data-kept-scroll]";

/** Scroll positions of a page: of the window, and of its parts by name. */
type Positions = ReadonlyMap<string, number>;

const WINDOW = "";

/** Positions by the place of a page in the history of the browser. */
const kept = new Map<number, Positions>();
let shown = 0;
/** Whether Back or Forward led to the page that is shown. */
let isReturned = false;
let stop: () => void = () => {};

const placeNow = (): number => Number((window.history.state as { readonly position?: number } | null)?.position ?? 0);
const partsNow = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(PARTS)];

/** Restores the scroll position of a page on Back and Forward. Another page begins at its top. */
export function keepScroll(router: Router): void {
  // The browser would scroll before the page is drawn. A page that is loaded anew is its business.
  window.history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => void (window.history.scrollRestoration = "auto"));
  let isReturn = false;
  router.options.history.listen(() => void (isReturn = true));
  router.beforeEach((to, from) => {
    if (to.path === from.path) return;
    stop();
    kept.set(
      shown,
      new Map([[WINDOW, window.scrollY], ...partsNow().map((part) => [part.dataset["keptScroll"] ?? "", part.scrollTop] as const)]),
    );
  });
  router.afterEach(async (to, from, failure) => {
    const positions = isReturn ? kept.get(placeNow()) : undefined;
    isReturned = isReturn;
    isReturn = false;
    if (failure !== undefined) return;
    shown = placeNow();
    if (to.path === from.path || from.matched.length === 0) return;
    if (positions !== undefined) return restore(positions);
    await nextTick();
    window.scrollTo({ top: 0 });
  });
}

/** Scrolls while the page is drawn, until it has the positions or a person moves it. */
function restore(positions: Positions): void {
  let [steady, frames, height, isOver] = [0, 0, 0, false];
  stop = () => {
    isOver = true;
    for (const input of INPUTS) window.removeEventListener(input, stop);
  };
  for (const input of INPUTS) window.addEventListener(input, stop, { once: true, passive: true });
  const step = (): void => {
    if (isOver) return;
    window.scrollTo({ top: positions.get(WINDOW) ?? 0 });
    const { scrollHeight } = document.documentElement;
    let isThere = scrollHeight === height && Math.abs(window.scrollY - (positions.get(WINDOW) ?? 0)) <= 1;
    const found = new Map(partsNow().map((part) => [part.dataset["keptScroll"] ?? "", part]));
    for (const [name, top] of positions) {
      if (name === WINDOW) continue;
      const part = found.get(name);
      if (part !== undefined && Math.abs(part.scrollTop - top) > 1) part.scrollTop = top;
      isThere &&= part !== undefined && Math.abs(part.scrollTop - top) <= 1;
    }
    height = scrollHeight;
    steady = isThere ? steady + 1 : 0;
    frames += 1;
    if (steady >= STEADY_FRAMES || frames >= MAX_FRAMES) stop();
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** States of pages, by their places in the history of the browser and their names. */
const states = new Map<string, unknown>();

/** A state of a page that Back and Forward restore, such as the selected rows of a list. It is gone with the tab. */
export function useKept<T>(name: string, initial: () => T): ShallowRef<T> {
  const key = `${placeNow()} ${name}`;
  const state = shallowRef(isReturned && states.has(key) ? (states.get(key) as T) : initial());
  onScopeDispose(() => states.set(key, state.value));
  return state;
}
