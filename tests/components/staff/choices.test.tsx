import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

const day = 86_400_000;
let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  // Three pages of events, and as many of products.
  for (let index = 1; index <= 60; index++) {
    const startsAt = new Date(Date.now() + index * day);
    await site.create.event({ title: `Fete ${index}`, startsAt, endsAt: new Date(startsAt.getTime() + day / 4) });
  }
  for (let index = 1; index <= 60; index++) await site.create.product({ title: `Shirt ${index}` });
});
afterAll(() => site.close());

const press = (name: string) => async (app: OpenApp) =>
  app.user.click((await app.screen.findAllByRole("button", { name }))[0]!);
const pressLink = (name: string) => async (app: OpenApp) =>
  app.user.click(await app.screen.findByRole("link", { name }));
const email = (section: string) => `/email-management?section=${section}`;

test.each<[place: string, path: string, label: RegExp, last: RegExp, open?: (app: OpenApp) => Promise<void>]>([
  ["a promo code", "/admin?section=promotions", /^Event/, /Fete 60/, pressLink("New code")],
  ["a promoter", "/admin?section=promotions&list=promoters", /^Event/, /Fete 60/, pressLink("New promoter")],
  ["a comp and the list of comps", "/free-tickets", /^Event/, /Fete 60/],
  ["a guest list", "/free-tickets?issue=list", /^Event/, /Fete 60/],
  ["a claim link", "/free-tickets?issue=link", /^Event/, /Fete 60/],
  ["hosts", "/free-tickets?issue=hosts", /^Event/, /Fete 60/],
  ["the event of a campaign's card", `${email("campaigns")}&new=1`, /^Event card/, /Fete 60/],
  ["a message to attendees", `${email("campaigns")}&event=1`, /^Event card/, /Fete 60/],
  ["an audience", `${email("campaigns")}&new=1`, /^Has a ticket for/, /Fete 60/],
  ["an audience's product", `${email("campaigns")}&new=1`, /^Bought product/, /Shirt 60/],
  ["an automation", email("automations"), /^Only for/, /Fete 60/, press("New automation")],
  ["a stream", "/admin?section=live&new=1", /^Event/, /Fete 60/],
])("every event or product can be chosen for %s", async (_place, path, label, last, open) => {
  const app = await openApp(site, path, { as: admin });
  await open?.(app);
  // Every one on the page: the form's, and the filter of the list below it. A field may be rendered again with its options.
  const choices = () =>
    [...document.querySelectorAll("select")]
      .filter((field) => label.test(field.labels?.[0]?.textContent ?? field.getAttribute("aria-label") ?? ""))
      .map((field) => [...field.options].some((option) => last.test(option.text)));
  await expect.poll(choices).toContain(true);
  await expect.poll(choices).not.toContain(false);
  app.close();
});

test("the choices are upcoming events, the next first, then past ones, drafts and canceled ones included", async () => {
  const other = await createSite();
  const boss = await other.as("admin");
  const at = (days: number) => ({
    startsAt: new Date(Date.now() + days * day),
    endsAt: new Date(Date.now() + (days + 0.2) * day),
  });
  await other.create.event({ title: "Long ago", ...at(-9) });
  await other.create.event({ title: "Later", visibility: "draft", ...at(9) });
  await other.create.event({ title: "Just now", ...at(-1) });
  await other.create.event({ title: "Next", ...at(1) });
  const { items } = (await boss.get("/api/admin/event-options")).body;
  expect(items.map((item: Record<string, unknown>) => [item["title"], item["isOver"], item["visibility"]])).toEqual([
    ["Next", false, "published"],
    ["Later", false, "draft"],
    ["Just now", true, "published"],
    ["Long ago", true, "published"],
  ]);
  expect((await (await other.as("moderator")).get("/api/admin/event-options")).status).toBe(403);
  await other.close();
});
