import { waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  await site.create.event({ title: "Moonlight Mas" });
  await site.create.event({ title: "Moonlight Brunch" });
});
afterAll(() => site.close());
afterEach(() => void vi.restoreAllMocks());

const name = "Search events, products and posts";

/** The search field, once it has the focus. */
async function field({ screen }: Pick<OpenApp, "screen">): Promise<HTMLInputElement> {
  const found = await screen.findByRole<HTMLInputElement>("combobox", { name });
  await waitFor(() => expect(document.activeElement).toBe(found));
  return found;
}

const closed = ({ screen }: OpenApp) => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test("§2 the search-like icon button opens a search over the whole site", async () => {
  const app = await openApp(site, "/");
  const button = app.screen.getByRole("button", { name: "Search" });
  await app.user.click(button);
  const dialog = within(await app.screen.findByRole("dialog", { name: "Search" }));
  await app.user.type(await field(app), "moonlight");
  const events = within(await dialog.findByRole("group", { name: "Events" }));
  expect(events.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining("Moonlight Mas"), expect.stringContaining("Moonlight Brunch")]),
  );
  await app.user.keyboard("{Escape}");
  await closed(app);
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test("the search opens with / and with Ctrl-K, but not while someone types in another field", async () => {
  const app = await openApp(site, "/shop");
  await app.user.keyboard("/");
  expect((await field(app)).value).toBe("");
  await app.user.keyboard("{Escape}");
  await closed(app);
  await app.user.keyboard("{Control>}k{/Control}");
  await field(app);
  await app.user.keyboard("{Escape}");
  await closed(app);
  const email = app.screen.getByLabelText<HTMLInputElement>("Email");
  await app.user.type(email, "a/");
  expect(email.value).toBe("a/");
  expect(app.screen.queryByRole("dialog")).toBeNull();
});

test("arrow keys select, Enter opens, and recent searches are offered again", async () => {
  const app = await openApp(site, "/");
  await app.user.keyboard("/");
  await app.user.type(await field(app), "moonlight mas");
  const [first] = await app.screen.findAllByRole("option");
  await app.user.keyboard("{ArrowDown}");
  expect(first!.getAttribute("aria-selected")).toBe("true");
  expect((await field(app)).getAttribute("aria-activedescendant")).toBe(first!.id);
  await app.user.keyboard("{Enter}");
  await waitFor(() => expect(app.address()).toMatch(/^\/events\/\d+\/moonlight-mas$/));
  await closed(app);
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));

  await app.user.keyboard("/");
  await field(app);
  await app.user.keyboard("{ArrowDown}");
  const recent = within(app.screen.getByRole("group", { name: "Recent searches" }));
  expect(recent.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["moonlight mas"]);
  await app.user.keyboard("{Enter}");
  expect((await field(app)).value).toBe("moonlight mas");
  await app.user.clear(await field(app));
  await app.user.click(app.screen.getByRole("button", { name: "Clear recent searches" }));
  expect(app.screen.queryAllByRole("option")).toEqual([]);
  expect(localStorage.getItem("sg:search:recent")).toBeNull();
});

test("Enter without a selection opens the list of all matching events", async () => {
  const app = await openApp(site, "/");
  await app.user.keyboard("/");
  await app.user.type(await field(app), "moonlight{Enter}");
  await waitFor(() => expect(app.address()).toBe("/events?q=moonlight"));
  await closed(app);
});

test("no results, being offline and a failing server each show a message, and failures offer to try again", async () => {
  const app = await openApp(site, "/");
  const typeQuery = async (words: string) => {
    const input = await app.screen.findByRole("combobox", { name });
    await app.user.clear(input);
    await app.user.type(input, words);
  };
  await app.user.keyboard("/");
  await typeQuery("zzzzz");
  await app.screen.findByText("No results for “zzzzz”");
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  app.network.cut();
  await typeQuery("brunch");
  await app.screen.findByText("You're offline");
  isOnline.mockRestore();
  app.network.restore();
  await app.user.click(app.screen.getByRole("button", { name: "Try again" }));
  const [found] = await app.screen.findAllByRole("option");
  expect(found!.textContent).toContain("Moonlight Brunch");
  app.network.on("GET", /^\/api\/search/, () => answer(500, {}));
  await typeQuery("mas");
  await app.screen.findByText("Search isn't responding");
  app.screen.getByRole("button", { name: "Try again" });
});
