import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createRouter,
  Outlet,
  type Router,
  RouterProvider,
  type RouteTree,
  ScrollRestoration,
} from "#web/lib/router.ts";
import { redirectTo } from "#web/lib/page.ts";

const opened: (() => void)[] = [];
beforeEach(() => {
  // Another test's page may have left its state in this entry.
  history.pushState(null, "", "/first");
  scrollTo(0, 0);
});
afterEach(() => {
  for (const close of opened.splice(0)) close();
  history.pushState(null, "", "/");
});

/** Pages that count how often they were loaded; `/slow` waits until `arrive` is called, and `/old` leads to `/new`. */
function pages() {
  const loads: string[] = [];
  let arrive = () => {};
  const waiting = new Promise<void>((resolve) => (arrive = resolve));
  const page = (path: string, loader?: () => Promise<unknown>) => ({
    id: path,
    path,
    Component: () => <p>{path}</p>,
    loader: async () => {
      loads.push(path);
      await loader?.();
    },
  });
  const Frame = () => (
    <>
      <ScrollRestoration />
      <Outlet />
    </>
  );
  const Failed = () => <p>Failed</p>;
  const tree: RouteTree = {
    Frame,
    FrameError: Failed,
    PageError: Failed,
    pages: [
      page("/first"),
      page("/slow", () => waiting),
      page("/old", () => Promise.reject(redirectTo("/new"))),
      page("/old-part", () => Promise.reject(redirectTo("/new#part"))),
      page("/new"),
      page("*"),
    ],
  };
  return { tree, loads, arrive };
}

/** Opens the page of the address as the browser does after a full load: the server rendered it. */
function load(tree: RouteTree): Router {
  const router = createRouter(tree, { failure: undefined });
  const view = render(<RouterProvider router={router} />);
  opened.push(() => {
    view.unmount();
    router.dispose();
  });
  return router;
}

/** Leaves the site's document, as a full load of another page does. */
function leave() {
  dispatchEvent(new Event("pagehide"));
  for (const close of opened.splice(0)) close();
}

/** Starts something, without waiting for its end. */
const acting = (start: () => unknown) =>
  act(async () => {
    void start();
    await Promise.resolve();
  });

/** A link within the page that the browser follows by itself. */
function jumpTo(hash: string) {
  history.pushState(null, "", hash);
  return acting(() => dispatchEvent(new PopStateEvent("popstate", { state: null })));
}

const go = (router: Router, ...to: Parameters<Router["navigate"]>) => act(() => router.navigate(...to));
const address = () => location.pathname + location.search + location.hash;
const keyNow = () => (history.state as { key: string }).key;

test("a full load of another page starts where the browser puts it, not where the former page was", () => {
  const { tree } = pages();
  load(tree);
  scrollTo(0, 700);
  leave();
  history.pushState(null, "", "/new");
  scrollTo(0, 0);
  load(tree);
  expect(scrollY).toBe(0);
});

test("a reload returns to the position of the same entry", () => {
  const { tree } = pages();
  load(tree);
  scrollTo(0, 700);
  leave();
  scrollTo(0, 0);
  load(tree);
  expect(scrollY).toBe(700);
});

test("jumps within the page each keep the position of the entry before them", async () => {
  const { tree } = pages();
  const router = load(tree);
  const landing = keyNow();
  scrollTo(0, 300);
  await jumpTo("#part");
  const part = keyNow();
  scrollTo(0, 900);
  await jumpTo("#end");
  scrollTo(0, 2000);
  await go(router, "/new");
  expect([landing, part].map((key) => router.positions[key])).toEqual([300, 900]);
});

test("the position of a page is the one at which a navigation away from it began", async () => {
  const { tree, arrive } = pages();
  const router = load(tree);
  const landing = keyNow();
  scrollTo(0, 700);
  await acting(() => router.navigate("/slow"));
  scrollTo(0, 20);
  await acting(() => router.navigate("/slow?again"));
  expect(router.positions[landing]).toBe(700);
  dispatchEvent(new Event("pagehide"));
  expect(router.positions[landing]).toBe(700);
  await acting(arrive);
  expect(address()).toBe("/slow?again");
});

test("a malformed hash scrolls to the top and breaks nothing", async () => {
  const { tree } = pages();
  const router = load(tree);
  scrollTo(0, 700);
  await go(router, "/new#100%");
  expect([address(), document.body.textContent, scrollY]).toEqual(["/new#100%", "/new", 0]);
});

test("a reload waits for no navigation and ends none", async () => {
  const { tree, loads, arrive } = pages();
  const router = load(tree);
  await acting(() => router.navigate("/slow"));
  await act(() => router.reload());
  await acting(arrive);
  expect([address(), loads]).toEqual(["/slow", ["/slow"]]);
  await act(() => router.reload());
  expect(loads).toEqual(["/slow", "/slow"]);
});

test.each([
  ["/old", {}, "/new", 1],
  ["/old#part", {}, "/new#part", 1],
  ["/old-part#other", {}, "/new#part", 1],
  ["/old", { replace: true }, "/new", 0],
])("%s (%o) leads to %s and adds %i entries to the history", async (to, options, target, added) => {
  const { tree } = pages();
  const router = load(tree);
  const place = (history.state as { idx: number }).idx;
  const before = history.length;
  await go(router, to, options);
  expect([address(), history.length - before]).toEqual([target, added]);
  expect((history.state as { idx: number }).idx).toBe(place + added);
});

test("what replaces a page that hasn't come yet keeps the page before it in the history", async () => {
  const { tree, arrive } = pages();
  const router = load(tree);
  const before = history.length;
  await acting(() => router.navigate("/slow"));
  await go(router, "/new", { replace: true });
  expect([address(), history.length - before]).toEqual(["/new", 1]);
  await go(router, "/first", { replace: true });
  expect([address(), history.length - before]).toEqual(["/first", 1]);
  await acting(arrive);
  expect(address()).toBe("/first");
});
