import { fireEvent, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createScene, type Scene } from "#tests/api/scene.ts";
import { type OpenApp, openApp } from "#tests/components/kit/open-app.tsx";
import { adminPages } from "#web/pages/admin/admin-pages.tsx";

// Every place of the admin area, on a site where each list has rows. Two places may share a component, which then keeps
// what it showed before; so every tab is opened from every other tab of its row.

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.site.close());

const pages = adminPages.flatMap((group) => group.pages).filter(({ forStaff, section }) => !forStaff || section);

/** An address without the ids in it: one event stands for all. */
const kindOf = (address: string) =>
  address.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<==)\d+/g, "{id}").replaceAll(/&(q|page)=[^&]*/g, "");

/** The page of the admin area that an address belongs to. */
const pageOf = (address: string) => /^[^?]*(\?section=\w+)?/.exec(address)![0];

const hrefOf = (link: Element) => link.getAttribute("href")!;
const tabRows = () =>
  [...document.querySelectorAll("main [data-tabs]")].map((row) => ({
    label: row.getAttribute("aria-label")!,
    links: [...row.querySelectorAll("a")].map(hrefOf),
  }));

/** Goes through every ordered pair of places once, ending where it starts: 0 1 0 2 0 … 1 2 1 3 1 … */
function allPairs(count: number): number[] {
  const path = [0];
  for (let at = 0; at < count; at++) {
    for (let other = at + 1; other < count; other++) path.push(other, at);
    if (at + 1 < count) path.push(at + 1);
  }
  return path;
}

/** Waits until a place shows all that it loads, and checks that no part of it failed. */
async function settle({ queryClient, address }: OpenApp, from: string, to: string) {
  await waitFor(() => {
    const alert = document.querySelector("main [role=alert]")?.textContent;
    if (alert ?? document.body.textContent.includes("Something went wrong")) return;
    expect([from, to, address()]).toEqual([from, to, to]);
    expect([from, to, document.querySelectorAll("main h1").length]).toEqual([from, to, 1]);
    expect([from, to, queryClient.isFetching()]).toEqual([from, to, 0]);
    expect([from, to, document.querySelector("main :is([aria-busy=true], .animate-breathe, .animate-turn)")]).toEqual([
      from,
      to,
      null,
    ]);
  });
  expect([from, to, document.querySelector("main [role=alert]")?.textContent]).toEqual([from, to, undefined]);
  expect([from, to, /Something went wrong/.exec(document.body.textContent)?.[0]]).toEqual([from, to, undefined]);
}

/** Presses a link as a visitor who waits for nothing: what it leads to isn't loaded yet. */
async function press(app: OpenApp, link: Element, from: string) {
  app.queryClient.removeQueries({ type: "inactive" });
  const to = hrefOf(link);
  fireEvent.click(link);
  await settle(app, from, to);
}

/** Opens every tab of a row from every other one. */
async function walkRow(app: OpenApp, label: string, count: number) {
  const links = () => [...document.querySelectorAll(`main [data-tabs][aria-label="${label}"] a`)];
  let from = app.address();
  for (const index of allPairs(count)) {
    const link = links()[index];
    expect([label, from, index, link?.tagName]).toEqual([label, from, index, "A"]);
    await press(app, link!, from);
    from = app.address();
  }
}

/** Walks an address, the tabs on it, and what the first row of each list on it opens. */
async function walk(app: OpenApp, address: string, walked = new Set<string>()): Promise<void> {
  const isNew = (text: string) => !walked.has(kindOf(text)) && Boolean(walked.add(kindOf(text)));
  if (!isNew(address) || pageOf(address) !== pageOf(location.pathname + location.search)) return;
  app.queryClient.removeQueries({ type: "inactive" });
  const from = app.address();
  await app.go(address);
  await settle(app, from, address);
  const leads = [...document.querySelectorAll("main table")].flatMap((list) =>
    [...list.querySelectorAll("a[data-row]")].slice(0, 1).map(hrefOf),
  );
  for (const { label, links } of tabRows()) {
    if (!isNew(`${label} ${links.toSorted().join(" ")}`)) continue;
    await walkRow(app, label, links.length);
    leads.push(...links);
  }
  for (const lead of leads) await walk(app, lead, walked);
}

test.for(pages.map(({ to }) => to))(
  "no tab, view or row of %s fails, whatever was shown before",
  { timeout: 600_000 },
  async (address) => {
    const app = await openApp(scene.site, address, { as: scene.people.admin });
    await walk(app, address);
  },
);

test("no section fails, whichever was open before", async () => {
  const app = await openApp(scene.site, "/admin", { as: scene.people.admin });
  const link = (to: string) => document.querySelector(`nav[aria-label=Admin] a[href="${to}"]`)!;
  const all = pages.map(({ to }) => to);
  for (const to of [...all, ...all.toReversed()]) await press(app, link(to), app.address());
});
