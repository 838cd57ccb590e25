import { hrefOf, type Location, locationOf, newKey } from "./address.ts";
import { loadPage, matchPage, type Match, type RouteTree } from "./load.ts";

export type NavigateOptions = {
  /** Takes the place of the current entry of the history. */
  replace?: boolean | undefined;
  state?: unknown;
  /** Leaves the page where it is scrolled to. */
  preventScrollReset?: boolean | undefined;
};

export type RouterState = {
  location: Location;
  match: Match;
  /** Where a navigation under way leads. */
  coming: Location | undefined;
  /** Why the page can't be shown. */
  failure: { error: unknown } | undefined;
  /** Counts the pages that were shown, also the same one again. */
  visit: number;
  /** True once the first page is loaded. */
  isReady: boolean;
  preservesScroll: boolean;
};

/** Asked before each navigation; true stops it until `proceed` is called. */
export type Guard = (next: Location, proceed: () => void) => boolean;

export type Router = {
  tree: RouteTree;
  readonly state: RouterState;
  subscribe: (listen: (state: RouterState) => void) => () => void;
  /** Resolves when the page is there, or another navigation took over. */
  navigate: (to: string | number, options?: NavigateOptions) => Promise<void>;
  /** Loads the current page's data again, unless a navigation is under way. */
  reload: () => Promise<void>;
  guard: (ask: Guard) => () => void;
  /** Where each entry of the history was scrolled to, by its key. */
  positions: Record<string, number>;
  dispose: () => void;
};

type Action = "push" | "replace" | "pop" | "reload";
type HistoryState = { usr?: unknown; key?: string; idx?: number } | null;

const historyState = () => window.history.state as HistoryState;

function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const kept = historyState();
  return { pathname, search, hash, state: kept?.usr ?? null, key: kept?.key ?? "default" };
}

/** Gives the current entry of the history what it lacks after a full load, or when the browser itself added it. */
function complete(place: number): void {
  window.history.replaceState({ idx: place, key: newKey(), ...historyState() }, "");
}

/** True for a jump within the page, which loads nothing. */
const isJump = (from: Location, to: Location) =>
  from.pathname === to.pathname && from.search === to.search && to.hash !== "";

type Steps = { isStopped: (next: Location, proceed: () => void) => boolean; onStep: (next: Location) => void };

/** Steps back and forth in the browser's history, and new entries in it. */
function followSteps({ isStopped, onStep }: Steps) {
  let place = historyState()?.idx ?? 0;
  let skips: "undone" | "unasked" | undefined;
  complete(place);

  function follow() {
    const now = historyState()?.idx;
    // The browser itself added this entry: a link within the page.
    if (now === undefined) complete(place + 1);
    const target = now ?? place + 1;
    const count = target - place;
    place = target;
    const skipped = skips;
    skips = undefined;
    if (skipped === "undone") return;
    const next = readLocation();
    const repeat = () => {
      skips = "unasked";
      window.history.go(count);
    };
    if (skipped === undefined && isStopped(next, repeat)) {
      skips = "undone";
      window.history.go(-count);
    } else onStep(next);
  }
  window.addEventListener("popstate", follow);

  return {
    record(next: Location, action: Action) {
      if (action === "push") place += 1;
      const kept = { usr: next.state, key: next.key, idx: place };
      if (action === "push") window.history.pushState(kept, "", hrefOf(next));
      if (action === "replace") window.history.replaceState(kept, "", hrefOf(next));
    },
    dispose: () => window.removeEventListener("popstate", follow),
  };
}

/**
 * Follows the browser's history and loads pages as addresses change. The newest navigation wins; the address changes when its
 * page is there.
 *
 * @param first what the server rendered: its page is loaded already, and may have failed
 */
export function createRouter(tree: RouteTree, first?: { failure: { error: unknown } | undefined }): Router {
  let guard: Guard | undefined;
  const steps = followSteps({
    isStopped: (next, proceed) => guard?.(next, proceed) === true,
    onStep: (next) => void open(next, "pop"),
  });
  // Only now does the entry have a key.
  const location = readLocation();
  let state: RouterState = {
    location,
    match: matchPage(tree, location.pathname),
    coming: undefined,
    failure: first?.failure,
    visit: 0,
    isReady: first !== undefined,
    preservesScroll: false,
  };
  const listeners = new Set<(state: RouterState) => void>();
  const positions: Record<string, number> = {};
  let turn = {};
  let underWay: Action | undefined;
  function update(change: Partial<RouterState>) {
    state = { ...state, ...change };
    for (const listen of listeners) listen(state);
  }

  async function open(next: Location, asked: Action, preservesScroll = false): Promise<void> {
    const mine = (turn = {});
    // A push isn't in the history before its page is there: what takes its place must not replace the page that it leaves.
    const action = asked === "replace" && underWay === "push" ? "push" : asked;
    underWay = action;
    if (action !== "reload" && state.coming === undefined) positions[state.location.key] = window.scrollY;
    const match = matchPage(tree, next.pathname);
    let failure: RouterState["failure"];
    if (action === "reload" || !state.isReady || !isJump(state.location, next)) {
      if (action !== "reload") update({ coming: next });
      const loaded = await loadPage(match, next);
      if (turn !== mine) return;
      if (loaded.redirect) {
        const target = locationOf(loaded.redirect.to, next);
        return open({ ...target, hash: target.hash || next.hash }, "replace");
      }
      failure = loaded.failure;
    } else failure = state.failure;
    underWay = undefined;
    steps.record(next, action);
    const visit = state.visit + 1;
    update({ location: next, match, failure, coming: undefined, visit, isReady: true, preservesScroll });
  }

  async function navigate(to: string | number, options: NavigateOptions = {}): Promise<void> {
    if (typeof to === "number") return window.history.go(to);
    const next = locationOf(to, state.location, options.state);
    const go = () => open(next, options.replace ? "replace" : "push", options.preventScrollReset);
    if (guard?.(next, () => void go())) return;
    await go();
  }

  if (!first) void open(location, "reload");

  return {
    tree,
    get state() {
      return state;
    },
    subscribe(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    navigate,
    reload: () => (state.coming ? Promise.resolve() : open(state.location, "reload", state.preservesScroll)),
    guard(ask) {
      guard = ask;
      return () => {
        if (guard === ask) guard = undefined;
      };
    },
    positions,
    dispose: steps.dispose,
  };
}

/** The router of a page that is rendered once, on the server. */
export const createStaticRouter = (tree: RouteTree, state: RouterState): Router => ({
  tree,
  state,
  subscribe: () => () => false,
  navigate: () => Promise.resolve(),
  reload: () => Promise.resolve(),
  guard: () => () => undefined,
  positions: {},
  dispose: () => undefined,
});
