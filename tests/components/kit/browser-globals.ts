import { Window } from "happy-dom";

/**
 * Gives this process a browser window, for components in a real DOM. It is set up once per process, because modules
 * imported later keep the document they found. Node's own fetch, URL, timers and streams stay, so that a server and a
 * database can run in the same process; DOM events come from the window.
 */
export function installBrowser(address = "http://localhost:3000/"): Window {
  const known = globalThis as { testWindow?: Window };
  if (known.testWindow !== undefined) return known.testWindow;
  const window = new Window({ url: address, width: 1280, height: 800 });
  known.testWindow = window;
  const names = Object.getOwnPropertyNames(window).filter((name) => ours.has(name) || !(name in globalThis));
  for (const name of names) define(name, () => (window as unknown as Record<string, unknown>)[name]);
  for (const name of ["window", "self", "parent", "top"]) define(name, () => globalThis);
  for (const name of functions) {
    const value = (window as unknown as Record<string, unknown>)[name] as (...args: unknown[]) => unknown;
    define(name, () => value.bind(window));
  }
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  return window;
}

/** Globals that Node also has but a page must take from its own window. */
const ours = new Set([
  "Event",
  "CustomEvent",
  "EventTarget",
  "MessageEvent",
  "FormData",
  "navigator",
  "localStorage",
  "sessionStorage",
]);

const functions = [
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
  "getComputedStyle",
  "matchMedia",
  "scrollTo",
  "scroll",
];

function define(name: string, get: () => unknown): void {
  let own: { value: unknown } | undefined;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: true,
    get: () => (own === undefined ? get() : own.value),
    set: (value) => {
      own = { value };
    },
  });
}
