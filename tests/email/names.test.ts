import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMember, password } from "#tests/accounts/make-member.ts";
import { createSite, draft, type Site, paymentPageOf } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const message = "Call 18005551234 or see http://evil.example/pay";

/** The last email of a kind, after it is written. */
async function mailOf(kind: string) {
  await site.app.runJob("mail");
  const { rows } = await sql<{ subject: string; html: string; text: string }>`
    select subject, html, body_text as text from emails where kind = ${kind} order by id desc limit 1`.execute(site.db);
  const mail = rows[0]!;
  for (const text of Object.values(mail)) expect(text).not.toMatch(/evil|1800/);
  return mail;
}

test("the display name of an account carries no message to the address that it wants", async () => {
  const { browser } = await createMember(site, "attacker");
  expect((await browser.send("PATCH", "/api/me/profile", { displayName: message })).status).toBe(200);
  expect((await browser.send("PUT", "/api/me/email", { email: "victim@example.com", password })).status).toBe(200);
  expect((await mailOf("account_link")).text.split("\n")[0]).toBe("One more step.");
});

test("neither the old nor the new name on a ticket carries a message", async () => {
  const guest = await site.as("guest");
  const ticketTypeId = await site.create.ticketType();
  const buyer = { name: message, email: "victim@example.com" };
  const { body: placed } = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer }));
  const payment = await guest.post(`/api/orders/${placed.id}/payment`);
  await guest.post(`${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
  const [ticket] = (await guest.get(`/api/orders/${placed.id}`)).body.tickets;
  expect(ticket!.holderName).toBe(message);
  const admin = await site.as("admin");
  const rename = (holderName: string) =>
    admin.post(`/api/admin/tickets/${ticket!.id}/rename`, {
      holderName,
      newCode: false,
      mail: true,
      reason: "They asked",
    });
  expect((await rename("Ada Buyer")).status).toBe(200);
  expect((await mailOf("ticket_change")).text).toContain(
    "The name on your ticket is now Ada Buyer. It was Call or see.",
  );
  expect((await rename("evil.example")).status).toBe(200);
  expect((await mailOf("ticket_change")).text).toContain("The name on your ticket was changed.");
});
