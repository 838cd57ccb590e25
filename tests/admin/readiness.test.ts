import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examine } from "#server/doctor/examine.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const read = async () => (await admin.get("/api/admin/readiness")).body;
const outcomes = async () =>
  Object.fromEntries((await read()).steps.map(({ name, outcome }) => [name, outcome === "fine"]));

test("a new site has every step to do, in order, and says the same as the doctor", async () => {
  const { steps, isTestMode } = await read();
  expect(isTestMode).toBe(true);
  expect(steps.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    "contact warning",
    "policies warning",
    "payments warning",
    "email warning",
    "security warning",
    "event warning",
    "purchase warning",
    "staff warning",
  ]);
  const lines: string[] = [];
  await examine({ DATABASE_URL: site.database.url }, (line) => void lines.push(line));
  for (const { says, mend } of steps) {
    const at = lines.findIndex((line) => line.startsWith("! ") && line.endsWith(`  ${says}`));
    expect(lines[at], lines.join("\n")).toBeDefined();
    expect(lines[at + 1]!.trim()).toBe(mend);
  }
});

test("each step is done once it is, and comps and drafts do none", async () => {
  const eventId = await site.create.event({ visibility: "draft" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const guest = { name: "Selector Duke", email: "duke@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId, quantity: 1, guest, reason: "Plays" });
  await admin.call("PUT", "/api/admin/info-sheets/terms", { version: 1, html: "<p>Be kind.</p>" });
  expect(Object.values(await outcomes()).filter(Boolean)).toEqual([]);

  await admin.call("PUT", "/api/admin/info-sheets/privacy", { version: 1, html: "<p>We sell nothing.</p>" });
  await admin.call("PUT", "/api/admin/info-sheets/refunds", { version: 1, html: "<p>No refunds.</p>" });
  await admin.post("/api/admin/settings", { contactEmail: "hello@example.com" });
  await sql`insert into totp_secrets (user_id, encrypted_secret, confirmed_at) values (${admin.id}, ${Buffer.alloc(60)}, clock_now())`.execute(
    site.db,
  );
  await sql`update events set visibility = 'published' where id = ${eventId}`.execute(site.db);
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await site.as("moderator");
  expect(await outcomes()).toEqual({
    contact: true,
    policies: true,
    payments: false,
    email: false,
    security: true,
    event: true,
    purchase: true,
    staff: true,
  });
});
