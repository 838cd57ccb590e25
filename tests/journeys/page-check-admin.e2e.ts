import { expect, type Page } from "@playwright/test";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { LiveSite } from "#testing/live-site.ts";
import { withSite } from "./journey-kit.ts";
import { fillIn, inParts, checkPages, type Target } from "./page-check-kit.ts";

// The editing screens under /admin: the event editor, codes and promoters, images, settings, errors, the activity log.

type Stage = { eventId: number; promoter: string };

async function createStage(site: LiveSite): Promise<Stage> {
  const admin = await site.as("admin");
  const eventId = await site.create.event({
    title: "Velvet Riddim on the Long Pier of Fort Lauderdale",
    lineup: [{ name: "Selector Duke", role: "Sound system" }],
    policies: [{ title: "Entry", text: "Twenty-one and over." }],
  });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General admission, all night long" });
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
    message: "TypeError: Cannot read properties of undefined (reading 'ticketTypesOfThisEvent')",
    stack: "at a (b.js:1:1)",
    route: "/events/12/velvet-riddim-on-the-long-pier",
    release: "1.0.0",
  });
  // Errors are reported first and stored later.
  await expect.poll(async () => (await admin.get("/api/admin/errors")).body.items).toHaveLength(1);
  return { eventId, promoter: new URL(link.body.url).search };
}

const test = withSite().extend<{ adminPage: Page; stage: Stage }>({
  stage: async ({ site }, use) => use(await site.once("stage", () => createStage(site))),
  adminPage: async ({ page, context, site }, use) => {
    await context.addCookies([await site.cookieOf("admin")]);
    await use(page);
  },
});
test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const editor = (tab: string) => `/admin?section=events&id={eventId}&tab=${tab}`;

const adminScreens: Target[] = [
  ["an event's details", editor("details")],
  [
    "an event's details with errors",
    editor("details"),
    async (page) => {
      await page.getByLabel(/^Name/).first().fill("");
      await page.keyboard.press("Control+s");
    },
  ],
  ["an event's images", editor("pictures")],
  ["an event's tickets", editor("tickets")],
  ["an event's sharing", editor("sharing")],
  ["an event's dates", editor("dates")],
  ["an event's overview", editor("overview")],
  ["an event's comps", editor("comps")],
  ["an event's check-in", editor("door")],
  ["an event's codes", editor("codes")],
  ["an event's promoters", editor("promoters")],
  ["an event's status", editor("status")],
  ["the promo codes", "/admin?section=promotions"],
  ["the promoters", "/admin?section=promotions&list=promoters"],
  ["a promoter's page", "/my-tickets{promoter}"],
  ["the activity log", "/admin?section=audit"],
  ["money", "/admin?section=money"],
  ["an event's settlement", "/admin?section=money&event={eventId}"],
  ["the discrepancies", "/admin?section=money&view=discrepancies"],
  ["the ledger", "/admin?section=money&view=ledger"],
  ["the money checks", "/admin?section=money&view=checks"],
  ["the settings", "/admin?section=settings"],
  [
    "the settings with an error",
    "/admin?section=settings",
    async (page) => {
      await page.getByLabel("Instagram").fill("https://elsewhere.example.com");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Enter a link like https://instagram.com/yourname")).toBeVisible();
    },
  ],
  ["the errors", "/admin?section=errors", (page) => expect(page.getByText("TypeError").first()).toBeVisible()],
  ["the image library", "/admin?section=media"],
  [
    "an image",
    "/admin?section=media",
    async (page) => {
      await page.getByRole("region", { name: "Library" }).locator("a:not([download])").first().click();
      await expect(page.getByRole("slider", { name: "Focal point" })).toBeVisible();
    },
  ],
];

for (const part of inParts(adminScreens))
  test(`no barriers, covered controls or cut-off text on any screen: ${part.map(([name]) => name).join(", ")}`, async ({
    adminPage,
    site,
    stage,
    quiet,
  }) => {
    // Playwright's own script can't run in the preview's frame.
    quiet.expect(/status of 400|Blocked script execution/);
    await checkPages(adminPage, part, { open: (path) => site.baseUrl + fillIn(path, stage) });
  });

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();
const follow = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name }).first().click();

const opened: Target[] = [
  ["canceling an event", editor("status"), press("Cancel event")],
  ["postponing an event", editor("status"), press("Postpone or reschedule")],
  ["creating an event", "/admin?section=events", press("New event")],
  ["choosing a poster", editor("pictures"), press(/^(Choose|Change) Poster/)],
  ["a new code", "/admin?section=promotions", follow("New code")],
  ["a code", "/admin?section=promotions", follow("CARNIVALMONDAY2026")],
  ["a new promoter", "/admin?section=promotions&list=promoters", follow("New promoter")],
  ["a promoter", "/admin?section=promotions&list=promoters", follow(/Selector Duke/)],
  ["a ticket type", editor("tickets"), press(/^Edit General admission/)],
  ["an error", "/admin?section=errors", follow(/TypeError/)],
  ["sharing an event", editor("overview"), press("Share")],
  ["many codes", "/admin?section=promotions&code=many"],
  ["an info sheet's text", "/admin?section=settings", press(/^(Write|Edit) Terms/)],
  [
    "a new venue",
    editor("details"),
    async (page) => {
      await press(/^(Choose|Change) venue/)(page);
      await page.getByRole("dialog").getByRole("button", { name: "New venue" }).click();
      await page.getByRole("button", { name: "Add venue" }).click();
    },
  ],
  ["the search in admin", "/admin", (page) => page.keyboard.press("Control+k")],
];

for (const part of inParts(opened))
  test(`no barriers, covered controls or cut-off text in the dialogs for ${part.map(([name]) => name).join(", ")}`, async ({
    adminPage,
    site,
    stage,
    quiet,
  }) => {
    quiet.expect(/Blocked script execution/);
    await checkPages(adminPage, part, { open: (path) => site.baseUrl + fillIn(path, stage), within: "[role=dialog]" });
  });
