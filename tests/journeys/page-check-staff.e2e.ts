import { expect, type Page } from "@playwright/test";
import type { LiveSite } from "#testing/live-site.ts";
import { withSite } from "./journey-kit.ts";
import { fillIn, inParts, checkPage, checkPages, type Target } from "./page-check-kit.ts";

// The admin screens and the scanner, with data on them.

async function createEvent(site: LiveSite): Promise<number> {
  const eventId = await site.create.event({
    title: "Velvet Riddim on the Long Pier of Fort Lauderdale",
    startsAt: new Date(Date.now() + 3_600_000),
  });
  const ticketTypeId = await site.create.ticketType({
    eventId,
    name: "General admission, all night long",
    capacity: 5,
  });
  for (const quantity of [1, 2]) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity }]);
  const admin = await site.as("admin");
  const comp = await admin.post("/api/admin/comps", {
    ticketTypeId,
    quantity: 1,
    guest: { name: "Selector Duke of the Long Pier", email: "duke@example.com" },
    reason: "Plays the second set",
  });
  expect(comp.status).toBeLessThan(300);
  await writeEmails(site, eventId);
  return eventId;
}

/** What the email pages list: a saved audience, an automation, a suppressed address, a draft, and a message that left. */
async function writeEmails(site: LiveSite, eventId: number): Promise<void> {
  const admin = await site.as("admin");
  const content = {
    subject: "{{eventTitle}}: which entrance, and where to park",
    preheader: "Use the side entrance.",
    body: "Hey {{firstName|family}},\n\n- **Use the side entrance.**\n- Street parking is free.",
    heroKey: null,
    button: { label: "My tickets", url: "/my-tickets" },
    eventId,
  };
  const message = {
    name: "Parking and the entrance of the Long Pier",
    purpose: "event_message",
    eventId,
    content,
    audience: {},
  };
  const common = { eventId: null, isOn: true, content };
  const made = [
    await admin.post("/api/admin/audiences", {
      name: "Regulars of the Long Pier",
      audience: { holdsEventIds: [eventId], city: "Fort Lauderdale" },
    }),
    await admin.post("/api/admin/automations", {
      ...common,
      name: "The day before",
      trigger: "day_before",
      waitHours: 24,
    }),
    await admin.post("/api/admin/suppressions", { email: "no.thanks@example.com", reason: "Asked on the phone" }),
    await admin.post("/api/admin/campaigns", { ...message, name: "A draft about parking" }),
  ];
  const confirmed = await admin.post("/api/admin/campaigns", message);
  expect([...made, confirmed].map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const { id, version } = confirmed.body;
  const { body } = await admin.post("/api/admin/audiences/preview", {
    purpose: "event_message",
    eventId,
    audience: {},
  });
  const sent = await admin.post(`/api/admin/campaigns/${id}/schedule`, {
    version,
    at: null,
    timeZone: "America/New_York",
    confirmedCount: body.count,
  });
  expect(sent.status).toBe(200);
}

const test = withSite().extend<{ adminPage: Page; eventId: number; personId: number; orderId: string }>({
  eventId: async ({ site }, use) => use(await site.once("event", () => createEvent(site))),
  personId: async ({ site }, use) =>
    use(await site.once("person", async () => (await site.as("user", "marva-bright-of-the-long-pier")).id)),
  orderId: async ({ site }, use) =>
    use(
      await site.once("order", async () => {
        const ticketTypeId = await site.create.ticketType({ name: "General admission, all night long" });
        const { body } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 3 }]);
        return body.id;
      }),
    ),
  adminPage: async ({ page, context, site }, use) => {
    await context.addCookies([await site.cookieOf("admin")]);
    await use(page);
  },
});
test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const dialog = "[role=dialog]";

const adminScreens: Target[] = [
  ["the overview", "/admin"],
  ["analytics", "/analytics"],
  ["analytics in detail", "/analytics?view=details&by=source&source=instagram"],
  ["the funnels", "/analytics?view=funnels&split=device"],
  ["an event's sales curve", "/analytics?view=curve"],
  ["repeat buyers", "/analytics?view=buyers"],
  ["ticket management", "/ticket-management"],
  ["orders by event", "/ticket-management?tab=events"],
  ["an event's attendees", "/ticket-management?event={eventId}"],
  ["an event's orders", "/ticket-management?event={eventId}&tab=orders"],
  [
    "an event's sales as charts and tables",
    "/ticket-management?event={eventId}&tab=sales",
    async (page) => {
      await page.getByRole("application", { name: /^Sales by day/ }).focus();
      await page.keyboard.press("End");
      for (const table of await page.getByText("View as table").filter({ visible: true }).all()) await table.click();
    },
  ],
  ["an order", "/ticket-management?order={orderId}"],
  ["user management", "/user-management"],
  ["a search with no results", "/user-management?q=zzzzz"],
  ["a person", "/user-management?id={personId}"],
  ["comps", "/free-tickets"],
  ["comps with errors", "/free-tickets", (page) => page.getByRole("button", { name: "Issue tickets" }).first().click()],
  [
    "a guest list with errors",
    "/free-tickets?issue=list",
    async (page) => {
      const form = page.locator("form", { has: page.getByLabel("Guests") });
      await form.getByLabel(/^Event/).selectOption({ index: 1 });
      await form.getByLabel(/^Ticket type/).selectOption({ index: 1 });
      await form.getByLabel("Guests").fill("Marva Joseph, marva@example.com, +1\nSelector Duke, duke@@example, +2");
      await form.getByRole("button", { name: "Check list" }).click();
      await expect(page.getByText("duke@@example").last()).toBeVisible();
    },
  ],
  [
    "a claim link with errors",
    "/free-tickets?issue=link",
    (page) => page.getByRole("button", { name: "Create link" }).click(),
  ],
  ["the hosts", "/free-tickets?issue=hosts"],
  ["customers", "/admin?section=customers"],
  [
    "a customer",
    "/admin?section=customers",
    async (page) => {
      await page.locator("tbody a").first().click();
      await expect(page.getByRole("link", { name: "All customers" })).toBeVisible();
    },
  ],
  ["email management", "/email-management"],
  ["campaigns", "/email-management?section=campaigns"],
  ["a new campaign", "/email-management?section=campaigns&new=1"],
  [
    "a draft of a campaign",
    "/email-management?section=campaigns&status=draft",
    async (page) => {
      await page.locator("tbody a").first().click();
      await expect(page.getByRole("button", { name: "Send or schedule" })).toBeVisible();
      await expect(page.getByText(/^\d+ (person|people)$/)).toBeVisible();
    },
  ],
  [
    "a campaign that was sent",
    "/email-management?section=campaigns&status=done",
    async (page) => {
      await page.locator("tbody a").first().click();
      await expect(page.getByRole("progressbar", { name: "Progress" })).toBeVisible();
    },
  ],
  ["email audiences", "/email-management?section=audiences"],
  ["email automations", "/email-management?section=automations"],
  ["suppressions", "/email-management?section=suppressions"],
  ["messages to attendees", "/admin?section=events&id={eventId}&tab=email"],
  ["email templates", "/email-management?section=templates"],
  ["an email template", "/email-management?section=templates&kind=order_confirmation"],
  ["email settings", "/email-management?section=settings"],
  [
    "an email",
    "/email-management?section=messages&kind=order_confirmation",
    async (page) => {
      await page.locator("tbody a").first().click();
      await expect(page.getByRole("button", { name: "Resend" })).toBeVisible();
    },
  ],
  ["the scanner", "/ticket-scanner"],
  ["the list of events", "/admin?section=events"],
  ["people, under the overview", "/admin?section=users"],
];

for (const part of inParts(adminScreens))
  test(`no barriers, covered controls or cut-off text on any screen: ${part.map(([name]) => name).join(", ")}`, async ({
    adminPage,
    site,
    eventId,
    personId,
    orderId,
    quiet,
  }) => {
    quiet.expect(/Blocked script execution/);
    await checkPages(adminPage, part, { open: (path) => site.baseUrl + fillIn(path, { eventId, personId, orderId }) });
  });

test("the email dialogs have no barriers or cut-off text", async ({ adminPage, site, eventId }) => {
  expect(eventId).toBeGreaterThan(0);
  const emailAt = (section: string) => adminPage.goto(`${site.baseUrl}/email-management?section=${section}`);
  const found: string[] = [];
  const check = async (name: string) => {
    await expect(adminPage.getByRole("dialog", { name })).toBeVisible();
    found.push(...(await checkPage(adminPage, name, { within: dialog })));
  };
  await emailAt("audiences");
  await adminPage.getByRole("button", { name: "Edit Regulars of the Long Pier" }).click();
  await check("Edit audience");
  await emailAt("automations");
  await adminPage.getByRole("button", { name: "Edit The day before" }).click();
  await check("Edit automation");
  await emailAt("suppressions");
  await adminPage.getByRole("button", { name: "Add address" }).click();
  await check("Add address");
  await emailAt("campaigns&status=draft");
  await adminPage.locator("tbody a").first().click();
  await adminPage.getByRole("button", { name: "Send or schedule" }).click();
  await check("Send campaign");
  expect(found).toEqual([]);
});

test("the admin dialogs have no barriers when empty and with an error", async ({
  adminPage,
  site,
  eventId,
  personId,
  orderId,
}) => {
  expect(eventId).toBeGreaterThan(0);
  await adminPage.goto(`${site.baseUrl}/ticket-management?order=${orderId}`);
  await adminPage.getByRole("button", { name: "Refund" }).click();
  await expect(adminPage.getByRole("dialog", { name: "Refund" })).toBeVisible();
  expect(await checkPage(adminPage, "refund", { within: dialog })).toEqual([]);
  await adminPage.keyboard.press("Escape");
  for (const name of ["Change email", "Send tickets to another email", "Refund an amount"]) {
    await adminPage.getByRole("button", { name: /^More actions for order/ }).click();
    await adminPage.getByRole("menuitem", { name }).click();
    await expect(adminPage.getByRole("dialog", { name })).toBeVisible();
    expect(await checkPage(adminPage, name, { within: dialog })).toEqual([]);
    const opened = adminPage.getByRole("dialog", { name });
    await opened
      .getByLabel(name === "Refund an amount" ? /^Amount/ : /mail/)
      .first()
      .fill("9999999");
    if (name !== "Refund an amount") await opened.getByRole("button", { name: /^(Change email|Send tickets)/ }).click();
    await expect(opened.getByText(/^Enter /).first()).toBeVisible();
    expect(await checkPage(adminPage, `${name} with an error`, { within: dialog })).toEqual([]);
    await adminPage.keyboard.press("Escape");
    await expect(adminPage.getByRole("dialog")).toHaveCount(0);
  }
  await adminPage.goto(`${site.baseUrl}/user-management?id=${personId}`);
  await adminPage.getByRole("button", { name: "Suspend" }).click();
  await expect(adminPage.getByRole("dialog")).toBeVisible();
  expect(await checkPage(adminPage, "suspend", { within: dialog })).toEqual([]);
  await adminPage.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  expect(await checkPage(adminPage, "suspend with an error", { within: dialog })).toEqual([]);
  await adminPage.keyboard.press("Escape");
  await adminPage.getByRole("button", { name: "Create reset link" }).click();
  await expect(adminPage.getByRole("dialog").getByLabel("Link")).toBeVisible();
  expect(await checkPage(adminPage, "reset link", { within: dialog })).toEqual([]);
  await adminPage.goto(`${site.baseUrl}/free-tickets`);
  await adminPage
    .getByRole("button", { name: /^Revoke/ })
    .first()
    .click();
  expect(await checkPage(adminPage, "revoke", { within: dialog })).toEqual([]);
});

test("a running scanner has no barriers", async ({ adminPage, site, eventId }) => {
  await adminPage.goto(`${site.baseUrl}/ticket-scanner?event=${eventId}`);
  await adminPage.getByRole("button", { name: "Start scanning" }).click();
  await expect(adminPage.getByLabel("Name, email, order or code")).toBeVisible();
  expect(await checkPage(adminPage, "running scanner", { within: "dialog" })).toEqual([]);
  await adminPage.getByLabel("Name, email, order or code").fill("selector");
  const check = adminPage.getByRole("button", { name: /^Check in Selector Duke/ });
  await check.waitFor();
  expect(await checkPage(adminPage, "a search at the door", { within: "dialog" })).toEqual([]);
  await check.click();
  await adminPage.getByRole("button", { name: "Undo" }).first().click();
  await adminPage.getByRole("group", { name: /^Undo the check-in/ }).waitFor();
  expect(await checkPage(adminPage, "undoing a check-in", { within: "dialog" })).toEqual([]);
});
