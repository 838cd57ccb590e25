import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GrantKind } from "#contract/grants/kinds.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createWorld } from "#tests/grants/matrix-scene.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let eventId: number;
let orderId: string;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  ({ event: eventId, order: orderId } = await createWorld(site, admin, "Ownwords"));
  await createWorld(site, admin, "Otherwise");
});
afterAll(() => site.close());

const pages: [path: string, title: string, opens: GrantKind[]][] = [
  ["/ticket-scanner", "Check-in", ["door", "box_office"]],
  ["/ticket-management", "Orders", ["box_office", "finance"]],
  ["/ticket-management?tab=events", "Orders", ["box_office", "finance"]],
  ["/free-tickets", "Comps", ["box_office"]],
  ["/analytics", "Analytics", ["finance"]],
  ["/email-management", "Email", ["marketing"]],
  ["/email-management?section=audiences", "Email", ["marketing"]],
  ["/email-management?section=settings", "Email", []],
  ["/admin?section=events", "Events", []],
  ["/admin?section=money", "Money", ["finance"]],
  ["/admin?section=money&view=ledger", "Money", ["finance"]],
  ["/admin?section=money&view=discrepancies", "Money", ["finance"]],
  ["/admin?section=money&view=disputes", "Money", ["finance"]],
  ["/admin?section=money&view=checks", "Money", ["finance"]],
  ["/user-management", "Accounts", []],
];

const titled = (title: string) =>
  waitFor(() => expect(document.title).toBe(`${title} | Savage Gentlemen Lifestyle | SGX Media`));
const main = () => within(document.getElementById("main")!);

async function holderOf(kind: GrantKind): Promise<Client> {
  const person = await site.as("user");
  const isOfSite = kind === "marketing" || kind === "finance";
  await admin.post("/api/grants", { userId: person.id, kind, eventId: isOfSite ? null : eventId });
  return person;
}

test.each<[GrantKind, string, string]>([
  ["door", "/admin", "Check-in"],
  ["box_office", "/admin", "Check-in"],
  ["finance", "/analytics", "Analytics"],
  ["marketing", "/email-management", "Email"],
])("a grant for %s opens its own pages whole, and /admin leads to them", async (kind, first, title) => {
  const app = await openApp(site, "/password-reset", { as: await holderOf(kind) });
  const refused: string[] = [];
  let pending = 0;
  app.network.on("GET", /^\/api\/(?!stream)/, async ({ path }, reach) => {
    pending++;
    const reply = await reach().finally(() => pending--);
    if (reply.status === 403) refused.push(path);
    return reply;
  });
  for (const [path, name, opens] of pages) {
    await app.go(path);
    await titled(opens.includes(kind) ? name : "No Access");
    await waitFor(() => expect([document.querySelectorAll("main [role=progressbar]").length, pending]).toEqual([0, 0]));
  }
  await app.go("/admin");
  await titled(title);
  expect(app.address()).toBe(first);
  await waitFor(() => expect(pending).toBe(0));
  expect(refused).toEqual([]);
});

test("the box office sees the orders of its event only, and door staff find the scanner", async () => {
  const app = await openApp(site, "/ticket-management", { as: await holderOf("box_office") });
  await main().findAllByText(/Ownwords Buyer/);
  expect(main().queryByText(/Otherwise/)).toBeNull();
  within(app.screen.getByRole("navigation", { name: "Bottom" })).getByRole("link", { name: "Scanner" });
});

const write = /^(Refund|Resend|Add note|Delete note|Actions for ticket|More actions)/;
const items = () => document.querySelectorAll("[role=menuitem]");

test.each<[GrantKind | "admin", string[], string[]]>([
  [
    "admin",
    ["Actions for ticket", "Add note", "Delete note", "More actions", "Refund", "Resend"],
    ["Send tickets to another email", "Change email", "Refund an amount"],
  ],
  [
    "box_office",
    ["Actions for ticket", "Add note", "Delete note", "More actions", "Resend"],
    ["Send tickets to another email", "Change email"],
  ],
  ["finance", [], []],
])("%s sees only the buttons of an order that they may press", async (kind, buttons, menu) => {
  const as = kind === "admin" ? admin : await holderOf(kind);
  const app = await openApp(site, "/ticket-management", { as });
  const refused: string[] = [];
  app.network.on("GET", /^\/api\/(?!stream)/, async ({ path }, reach) => {
    const reply = await reach();
    if (reply.status >= 400) refused.push(path);
    return reply;
  });
  await main().findByText(/Ownwords Buyer/);
  expect(main().queryAllByRole("button", { name: /^Resend/ }).length > 0).toBe(buttons.includes("Resend"));
  expect(main().queryAllByRole("checkbox").length > 0).toBe(buttons.includes("Resend"));
  await app.go(`/ticket-management?order=${orderId}`);
  await main().findByRole("list", { name: "Order tickets" });
  await main().findByText("Receipt");
  const names = main()
    .getAllByRole("button")
    .map((button) => write.exec(button.getAttribute("aria-label") ?? button.textContent)?.[1])
    .filter((name) => name !== undefined);
  expect([...new Set(names)].toSorted()).toEqual(buttons);
  expect(main().queryByRole("textbox", { name: "New note" }) !== null).toBe(buttons.includes("Add note"));
  expect(refused).toEqual([]);
  if (menu.length === 0) return;
  await app.user.click(main().getByRole("button", { name: /^More actions/ }));
  await waitFor(() => expect([...items()].map(({ textContent }) => textContent)).toEqual(menu));
});

test("finance reads reconciliation runs, which only admins start", async () => {
  const path = "/admin?section=money&view=reconciliation";
  const reader = await openApp(site, path, { as: await holderOf("finance") });
  await main().findByText("Reconciliation hasn't run yet");
  expect(main().queryByRole("button", { name: "Run now" })).toBeNull();
  reader.close();
  await openApp(site, path, { as: admin });
  await main().findByRole("button", { name: "Run now" });
});

test("a revoked grant closes its pages on the next load", async () => {
  const person = await holderOf("door");
  const app = await openApp(site, "/ticket-scanner", { as: person });
  await titled("Check-in");
  app.close();
  const { body } = await admin.get(`/api/grants?userId=${person.id}`);
  await admin.post(`/api/grants/${body.items[0]!.id}/revoke`, {});
  await openApp(site, "/ticket-scanner", { as: person });
  await titled("No Access");
});
