import { sql } from "kysely";
import { expect, test } from "vitest";
import type { EditedEvent } from "#contract/events/editing.ts";
import { sabotage, type Change, type Sabotage } from "#testing/sabotage.ts";
import { createSite, draft } from "#testing/site.ts";

// Each guard is removed once: what its test forbids must then happen, or that test proves nothing.

/** Delays everyone who reads an event in order to change it, so that they overlap. */
const edited = { in: ['e.description_html as "descriptionHtml", e.categories', "for no key update"] };
const slowly = () =>
  sabotage(["from events e where", "from (select pg_sleep(0.1)) as moment cross join events e where", edited]);

/**
 * Four editors each change a different field, all starting from the same version.
 *
 * @returns how many saves succeeded, and how many of their values are stored
 */
async function saveAtOnce(rewriteSql: Sabotage) {
  const site = await createSite({ rewriteSql });
  try {
    const admin = await site.as("admin");
    const id = await site.create.event({ title: "Four Editors" });
    const path = `/api/admin/events/${id}` as const;
    const { version } = (await admin.get<EditedEvent>(path)).body;
    const wishes = [{ summary: "Mine" }, { dressCode: "Linen" }, { seoTitle: "Theirs" }, { ageRule: "21+" }];
    const answers = await Promise.all(wishes.map((changes) => admin.call("PATCH", path, { version, changes })));
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const stored = new Map(Object.entries((await admin.get<EditedEvent>(path)).body));
    const saved = wishes.filter((_, index) => answers[index]!.status === 200);
    const found = saved.filter((wish) => Object.entries(wish).every(([name, words]) => stored.get(name) === words));
    return { saved: saved.length, stored: found.length };
  } finally {
    await site.close();
  }
}

test("of editors who save at once, one succeeds, and without the lock on the event some values are lost", async () => {
  expect(await saveAtOnce(slowly())).toEqual({ saved: 1, stored: 1 });
  const sabotaged = await saveAtOnce(
    sabotage(
      ["from events e where", "from (select meet(4)) as all_of_them cross join events e where", edited],
      ["for no key update", "", edited],
    ),
  );
  expect(sabotaged.saved).toBeGreaterThan(1);
  expect(sabotaged.stored).toBeLessThan(sabotaged.saved);
}, 60_000);

/**
 * A person with two orders for an event that is canceled.
 *
 * @returns the number of mails about it
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
    const eventId = await site.create.event();
    const ticketTypeId = await site.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 });
    const buyer = { name: "Ada Buyer", email: "ada@example.com" };
    for (let order = 0; order < 2; order++) {
      const { body } = await ada.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer }));
      await ada.post(`/api/orders/${body.id}/payment`);
    }
    const note = "The ferry isn't running";
    const answer = await admin.post(`/api/admin/events/${eventId}/cancel`, { version: 1, note });
    expect(answer.status).toBe(200);
    const { rows } = await sql`select from emails where kind = 'event_change'`.execute(site.db);
    return rows.length;
  } finally {
    await site.close();
  }
}

test("a person with two orders is notified once, thanks to both the ticket holder query and the mail's key", async () => {
  expect(await callOffTwoOrders({})).toBe(1);
  expect(await callOffTwoOrders({ people: true })).toBe(1);
  expect(await callOffTwoOrders({ people: true, key: true })).toBe(2);
}, 60_000);
