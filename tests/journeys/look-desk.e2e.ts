import { expect, type Page } from "@playwright/test";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { LiveSite } from "#tests/kit/live-site.ts";
import { withSite } from "./journey-kit.ts";
import { fillIn, inParts, lookAround, type Place } from "./look-kit.ts";

// The desks behind /admin that make something: the night editor, codes and promoters, pictures, settings, errors, the log.

type Stage = { eventId: number; promoter: string };

async function makeStage(site: LiveSite): Promise<Stage> {
  const admin = await site.as("admin");
  const eventId = await site.make.event({
    title: "Velvet Riddim on the Long Pier of Fort Lauderdale",
    lineup: [{ name: "Selector Duke", role: "Sound system" }],
    policies: [{ title: "Entry", text: "Twenty-one and over." }],
  });
  const ticketTypeId = await site.make.ticketType({ eventId, name: "General admission, all night long" });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  const made = [
    await admin.post("/api/admin/promo-codes", {
      code: "CARNIVALMONDAY2026",
      eventId,
      discount: { kind: "percent", percent: 20 },
      totalLimit: 40,
    }),
    await admin.post("/api/admin/promoters", {
      name: "Selector Duke of the Long Pier and Company",
      linkCode: "selector-duke",
      commission: { kind: "percent", percent: 10 },
    }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  const link = await admin.get(`/api/admin/promoters/${made[1]!.body.id}/link`);
  await inTransaction(site.db, (tx) =>
    adoptPicture(tx, {
      key: "velvet-riddim",
      alt: "A velvet curtain, half open, with a hand that holds it back",
      dominant: "#101010",
      accent: "#c9a24b",
      placeholder: null,
      width: 4,
      height: 5,
    }),
  );
  await site.anon.post("/api/errors", {
    message: "TypeError: Cannot read properties of undefined (reading 'ticketTypesOfThisNight')",
    stack: "at a (b.js:1:1)",
    route: "/events/12/velvet-riddim-on-the-long-pier",
    release: "1.0.0",
  });
  // An error is told first and written later.
  await expect.poll(async () => (await admin.get("/api/admin/errors")).body.items).toHaveLength(1);
  return { eventId, promoter: new URL(link.body.url).search };
}

const test = withSite().extend<{ desk: Page; stage: Stage }>({
  stage: async ({ site }, use) => use(await site.once("stage", () => makeStage(site))),
  desk: async ({ page, context, site }, use) => {
    await context.addCookies([await site.cookieOf("admin")]);
    await use(page);
  },
});
test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const editor = (tab: string) => `/admin?section=events&id={eventId}&tab=${tab}`;

const desks: Place[] = [
  ["the details of a night", editor("details")],
  [
    "the details of a night with faults",
    editor("details"),
    async (page) => {
      await page.getByLabel(/^Name/).first().fill("");
      await page.keyboard.press("Control+s");
    },
  ],
  ["the pictures of a night", editor("pictures")],
  ["what a night sells", editor("tickets")],
  ["the sharing of a night", editor("sharing")],
  ["the dates of a night", editor("dates")],
  ["the codes of a night", editor("codes")],
  ["the state of a night", editor("standing")],
  ["the promo codes", "/admin?section=promotions"],
  ["the promoters", "/admin?section=promotions&list=promoters"],
  ["the page of a promoter", "/my-tickets{promoter}"],
  ["the audit log", "/admin?section=audit"],
  ["the money", "/admin?section=money"],
  ["the ledger", "/admin?section=money&view=ledger"],
  ["the checks of money", "/admin?section=money&view=checks"],
  ["the settings", "/admin?section=settings"],
  [
    "the settings with a fault",
    "/admin?section=settings",
    async (page) => {
      await page.getByLabel("Instagram").fill("https://elsewhere.example.com");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("An https address at instagram is needed")).toBeVisible();
    },
  ],
  ["the errors", "/admin?section=errors", (page) => expect(page.getByText("TypeError").first()).toBeVisible()],
  ["the picture library", "/admin?section=media"],
  [
    "a picture",
    "/admin?section=media",
    async (page) => {
      await page.getByRole("region", { name: "Library" }).getByRole("link").first().click();
      await expect(page.getByRole("slider", { name: "Focal point" })).toBeVisible();
    },
  ],
];

for (const part of inParts(desks))
  test(`no barrier, nothing covered and nothing cut on any screen: ${part.map(([name]) => name).join(", ")}`, async ({
    desk,
    site,
    stage,
    quiet,
  }) => {
    // Playwright's own script cannot enter the preview's frame.
    quiet.expect(/status of 400|Blocked script execution/);
    await lookAround(desk, part, { open: (path) => site.baseUrl + fillIn(path, stage) });
  });

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const follow = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name }).first().click();

const opened: Place[] = [
  ["calling a night off", editor("standing"), press("Cancel the night")],
  ["postponing a night", editor("standing"), press("Postpone or move")],
  ["beginning a night", "/admin?section=events", press("New night")],
  ["choosing a poster", editor("pictures"), press(/^(Choose|Change) Poster/)],
  ["a new code", "/admin?section=promotions", follow("New code")],
  ["a code", "/admin?section=promotions", follow("CARNIVALMONDAY2026")],
  ["a new promoter", "/admin?section=promotions&list=promoters", follow("New promoter")],
  ["a promoter", "/admin?section=promotions&list=promoters", follow(/Selector Duke/)],
  ["a ticket type", editor("tickets"), press(/^Edit General admission/)],
  ["an error", "/admin?section=errors", follow(/TypeError/)],
];

for (const part of inParts(opened))
  test(`no barrier, nothing covered and nothing cut in the dialogs of ${part.map(([name]) => name).join(", ")}`, async ({
    desk,
    site,
    stage,
    quiet,
  }) => {
    quiet.expect(/Blocked script execution/);
    await lookAround(desk, part, { open: (path) => site.baseUrl + fillIn(path, stage), within: "[role=dialog]" });
  });
