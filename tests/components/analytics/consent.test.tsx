import { act, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const page = { measurementId: "G-TEST12345" };
const scripts = () => [...document.querySelectorAll("script")].map(({ src }) => src).join();
const layer = () => JSON.stringify(window.dataLayer?.map((said) => Object.values(said as object)) ?? []);
const isOff = () => (window as unknown as Record<string, unknown>)["ga-disable-G-TEST12345"];
const forget = () => {
  localStorage.removeItem("sg:analytics-consent");
  delete window.dataLayer;
  for (const script of document.querySelectorAll("script[src*=googletagmanager]")) script.remove();
};
beforeEach(() => "localStorage" in globalThis && forget());
afterEach(() => Object.assign(navigator, { globalPrivacyControl: undefined }));

const prompt = { name: "OK to use Google Analytics?" };
const open = (path: string, of = page) => openApp(site, path, { page: of });

test("nothing loads from Google before a yes; then this page and everything after is sent, until it's turned off", async () => {
  const { screen, user, address } = await open("/events");
  const question = within(await screen.findByRole("region", prompt));
  expect([scripts(), layer()]).toEqual([expect.not.stringContaining("googletagmanager"), "[]"]);
  expect(await barriers()).toEqual([]);
  await user.click(question.getByRole("button", { name: "Allow" }));
  expect(screen.queryByRole("region", prompt)).toBeNull();
  await waitFor(() => expect(scripts()).toContain("https://www.googletagmanager.com/gtag/js?id=G-TEST12345"));
  await waitFor(() => expect(layer()).toContain('"page_path":"/events"'));
  await user.click(screen.getAllByRole("link", { name: "Shop" })[0]!);
  await waitFor(() => expect(layer()).toContain('"page_path":"/shop"'));

  await user.click(screen.getByRole("link", { name: "How we count visits" }));
  const sheet = within(await screen.findByRole("dialog", { name: "How we count visits" }));
  expect(address()).toBe("/shop?info=counting");
  sheet.getByText("Google Analytics is on");
  await user.click(sheet.getByRole("button", { name: "Turn off" }));
  sheet.getByText("Google Analytics is off");
  await waitFor(() => expect(isOff()).toBe(true));
  const before = layer();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getAllByRole("link", { name: "Events" })[0]!);
  await waitFor(() => expect(document.title).toMatch(/^Events/));
  expect(layer()).toBe(before);
});

test("a no is remembered, and it can become a yes later", async () => {
  const first = await open("/events");
  await first.user.click(
    within(await first.screen.findByRole("region", prompt)).getByRole("button", { name: "No thanks" }),
  );
  expect(first.screen.queryByRole("region", prompt)).toBeNull();
  first.close();
  const { screen, user } = await open("/shop?info=counting");
  const sheet = within(await screen.findByRole("dialog", { name: "How we count visits" }));
  expect(screen.queryByRole("region", { ...prompt, hidden: true })).toBeNull();
  expect(await barriers()).toEqual([]);
  expect(scripts()).not.toContain("googletagmanager");
  await user.click(sheet.getByRole("button", { name: "Allow" }));
  await waitFor(() => expect(scripts()).toContain("googletagmanager"));
});

test("without Google Analytics nobody is asked, and the sheet is about our own counting only", async () => {
  const { screen } = await open("/shop?info=counting", { measurementId: null as never });
  const sheet = within(await screen.findByRole("dialog", { name: "How we count visits" }));
  sheet.getByText(/we don't ask for your consent/);
  expect(sheet.queryByText(/Google/)).toBeNull();
  expect(screen.queryByRole("region", { ...prompt, hidden: true })).toBeNull();
});

test("a browser that sends Global Privacy Control has answered: no question, nothing loads, and the sheet says why", async () => {
  await open("/shop");
  Object.assign(navigator, { globalPrivacyControl: true });
  localStorage.setItem("sg:analytics-consent", "yes");
  const { screen, go } = await open("/shop");
  await act(() => go("/shop?info=counting"));
  const sheet = within(await screen.findByRole("dialog", { name: "How we count visits" }));
  sheet.getByText(/Global Privacy Control/);
  expect(sheet.queryByRole("button", { name: "Allow" })).toBeNull();
  expect(scripts()).not.toContain("googletagmanager");
});

test.each(["/admin", "/checkout"])("nobody is asked at %s", async (path) => {
  const { screen } = await openApp(site, path, { page, as: await site.as("admin") });
  await waitFor(() => expect(document.title).not.toBe(""));
  expect(screen.queryByRole("region", prompt)).toBeNull();
});
