import { sql } from "kysely";
import { expect, test } from "vitest";
import type { EditedEvent } from "#contract/event-editing.ts";
import type { Order } from "#contract/orders.ts";
import { installMeetingPoint } from "#tests/kit/meeting-point.ts";
import { sabotage, type Change, type Sabotage } from "#tests/kit/sabotage.ts";
import { createSite, draft } from "#tests/kit/site.ts";

// Each guard is taken out once: what its own test forbids must then happen, or that test would prove nothing.

/** Lets everybody who reads a night to change it hold what they read for a moment, so that they meet. */
const edited = { in: ['description_html as "descriptionHtml", categories', "for no key update"] };
const slowly = () =>
  sabotage(["from events where", "from (select pg_sleep(0.1)) as moment cross join events where", edited]);

/**
 * Four editors change a different field each, all beginning with the same version.
 *
 * @returns how many of them were told that it is saved, and how many of those find their words kept
 */
async function saveAtOnce(rewriteSql: Sabotage) {
  const site = await createSite({ rewriteSql });
  try {
    await installMeetingPoint(site.db);
    const admin = await site.as("admin");
    const id = await site.make.event({ title: "Four Editors" });
    const path = `/api/admin/events/${id}`;
    const { version } = (await admin.get<EditedEvent>(path)).body;
    const wishes = [{ summary: "Mine" }, { dressCode: "Linen" }, { seoTitle: "Theirs" }, { ageRule: "21+" }];
    const answers = await Promise.all(wishes.map((changes) => admin.call("PATCH", path, { version, changes })));
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const kept = new Map(Object.entries((await admin.get<EditedEvent>(path)).body));
    const saved = wishes.filter((_, index) => answers[index]!.status === 200);
    const found = saved.filter((wish) => Object.entries(wish).every(([name, words]) => kept.get(name) === words));
    return { saved: saved.length, kept: found.length };
  } finally {
    await site.close();
  }
}

test("of editors who save at once one is let through, and without the lock on the night the words of one are lost", async () => {
  expect(await saveAtOnce(slowly())).toEqual({ saved: 1, kept: 1 });
  const sabotaged = await saveAtOnce(
    sabotage(
      ["from events where", "from (select meet(4)) as all_of_them cross join events where", edited],
      ["for no key update", "", edited],
    ),
  );
  expect(sabotaged.saved).toBeGreaterThan(1);
  expect(sabotaged.kept).toBeLessThan(sabotaged.saved);
}, 60_000);

/**
 * Somebody with two orders for a night that is called off.
 *
 * @returns mails that tell it
 */
async function callOffTwoOrders(without: { people?: boolean; key?: boolean }): Promise<number> {
  const people: Change = ["select distinct on (o.buyer_email) o.buyer_email", "select o.buyer_email"];
  const key: Change = ["on conflict (dedupe_key) do nothing", ""];
  const rewriteSql = sabotage(...(without.people ? [people] : []), ...(without.key ? [key] : []));
  const site = await createSite({ rewriteSql });
  try {
    if (without.key) await sql`alter table emails drop constraint emails_dedupe_key_key`.execute(site.db);
    const admin = await site.as("admin");
    const ada = await site.as("guest");
    const eventId = await site.make.event();
    const ticketTypeId = await site.make.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 });
    const buyer = { name: "Ada Buyer", email: "ada@example.com" };
    for (let order = 0; order < 2; order++) {
      const { body } = await ada.post<Order>("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer }));
      await ada.post(`/api/orders/${body.id}/payment`);
    }
    const note = "The ferry does not run";
    const answer = await admin.post(`/api/admin/events/${eventId}/cancel`, { version: 1, note });
    expect(answer.status).toBe(200);
    const { rows } = await sql`select from emails where kind = 'night_change'`.execute(site.db);
    return rows.length;
  } finally {
    await site.close();
  }
}

test("a person with two orders is told once, by the question who holds tickets and by the key of the mail", async () => {
  expect(await callOffTwoOrders({})).toBe(1);
  expect(await callOffTwoOrders({ people: true })).toBe(1);
  expect(await callOffTwoOrders({ people: true, key: true })).toBe(2);
}, 60_000);
