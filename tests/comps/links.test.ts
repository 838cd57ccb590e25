import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const far = "2099-01-01T00:00:00.000Z";
let keys = 0;
const once = (key = `key-${++keys}`) => ({ "idempotency-key": key });

/** A site with a link of so many tickets. */
async function open(quantity: number, more: object = {}, options: SiteOptions = {}) {
  const site = await createSite(options);
  sites.unshift(site);
  const admin = await site.as("admin");
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 100 });
  const wish = { ticketTypeId, quantity, maxPerPerson: 1, endsAt: far, reason: "Radio listeners", ...more };
  const { status, body } = await admin.post("/api/admin/comp-batches/links", wish, once());
  expect([status, body.code]).toEqual([201, undefined]);
  const key = new URL(body.link!.url).searchParams.get("claim")!;
  const batch = async () => (await admin.get(`/api/admin/comp-batches/${body.id}`)).body;
  return { site, admin, visitor: site.anon, eventId, ticketTypeId, key, id: body.id, batch };
}

const claim = (visitor: Client, key: string, email: string, quantity = 1, headers = once()) =>
  visitor.post("/api/claim-links", { key, guest: { name: "Marva Joseph", email }, quantity }, headers);

async function books(site: Site, ticketTypeId: number) {
  const { rows } = await sql<{ held: number; sold: number; tickets: number; mails: number }>`
    select s.held, s.sold, (select count(*)::int from tickets k where k.ticket_type_id = t.id and k.status = 'valid') as tickets,
      (select count(*)::int from emails where kind = 'order_confirmation') as mails
    from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(site.db);
  return rows[0]!;
}

test("a link reserves its stock, shows what it gives, and emails each claim", async () => {
  const { site, visitor, key, ticketTypeId, batch, admin, eventId } = await open(5, { maxPerPerson: 2 });
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 5, sold: 0 });
  const { body: shown } = await visitor.get(`/api/claim-links?key=${key}`);
  expect(shown).toMatchObject({ status: "open", left: 5, maxPerPerson: 2, endsAt: far, event: { id: eventId } });
  expect(JSON.stringify(shown)).not.toContain("Radio");
  const { status, body } = await claim(visitor, key, "marva@example.com", 2);
  expect([status, body]).toEqual([201, { ticketCount: 2 }]);
  expect(await books(site, ticketTypeId)).toEqual({ held: 3, sold: 2, tickets: 2, mails: 1 });
  expect(await batch()).toMatchObject({ status: "running", quantity: 5, issuedQuantity: 2, guestCount: 1 });
  const { body: audit } = await admin.get(`/api/admin/audit?kind=event&id=${eventId}`);
  expect(audit.items).toMatchObject([{ action: "comp_batch.issued", after: { link: true, tickets: 5 } }]);
  expect((await visitor.get(`/api/claim-links?key=${key.slice(0, -1)}x`)).status).toBe(404);
  expect((await claim(visitor, `${key.slice(0, -2)}xx`, "x@example.com")).status).toBe(404);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("each email claims once, a repeated request gets the same answer, and nobody gets more than allowed", async () => {
  const { site, visitor, key, ticketTypeId } = await open(3, { maxPerPerson: 2 });
  const again = once("lost-response");
  const answers = await Promise.all([1, 2, 3].map(() => claim(visitor, key, "ann@example.com", 1, again)));
  expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(Array(3).fill('201 {"ticketCount":1}'));
  expect((await claim(visitor, key, "bea@example.com", 1, again)).body.code).toBe("idempotency_key_reused");
  expect((await claim(visitor, key, "ANN@example.com")).body.code).toBe("already_exists");
  expect((await claim(visitor, key, "bea@example.com", 3)).body.message).toBe("Each person can have up to 2 of these");
  expect((await claim(visitor, key, "bea@example.com", 2)).status).toBe(201);
  expect((await claim(visitor, key, "cy@example.com")).body.code).toBe("sold_out");
  expect((await visitor.get(`/api/claim-links?key=${key}`)).body).toMatchObject({ status: "claimed", left: 0 });
  expect((await claim(visitor, key, "ann@example.com", 1, again)).text).toBe('{"ticketCount":1}');
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 3, tickets: 3 });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("the database refuses the same email twice whatever the code does", async () => {
  const { site, visitor, key } = await open(3);
  await claim(visitor, key, "ann@example.com");
  const again = sql`
    insert into comp_guests (batch_id, position, name, units, claimant)
    select batch_id, position + 1, 'Ann', 1, claimant from comp_guests where claimant is not null`;
  await expect(again.execute(site.db)).rejects.toThrow("comp_guests_claimant");
});

/** Fifty people claim ten tickets at once, over two nodes, while buyers take some of the rest. */
async function rush(options: SiteOptions = {}) {
  const { site, visitor, key, ticketTypeId, ...rest } = await open(10, {}, options);
  const second = await createSite({ ...options, database: site.database });
  sites.unshift(second);
  const other = second.anon;
  const buyers = await Promise.all([1, 2, 3, 4, 5].map(() => site.as("guest")));
  const [answers] = await Promise.all([
    Promise.all(
      Array.from({ length: 50 }, (_, index) => claim(index % 2 ? visitor : other, key, `fan${index}@example.com`)),
    ),
    Promise.all(buyers.map((buyer) => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }])))),
  ]);
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  return {
    site,
    given: count(201),
    refused: count(409),
    failed: count(500),
    ...rest,
    ...(await books(site, ticketTypeId)),
  };
}

test("fifty claims at once get exactly the link's ten tickets", async () => {
  const { site, given, refused, held, tickets, mails } = await rush();
  expect([given, refused, held, tickets, mails]).toEqual([10, 40, 5, 10, 10]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("negative control: without the locks some claims fail", async () => {
  // Two claims read what is left before either is stored.
  const unlocked = sabotage(
    [/ for update$/gm, ""],
    [/(from comp_guests where batch_id = \$\d+::uuid)$/, `$1 and ${haveRead()}`, { in: '"isEnded"' }],
  );
  const { failed } = await rush({ rewriteSql: unlocked });
  expect(failed).toBeGreaterThan(0);
});

test("nothing is given after the end by the database clock, and the job puts the rest back on sale", async () => {
  const { site, visitor, key, id, batch, ticketTypeId } = await open(3);
  await claim(visitor, key, "ann@example.com");
  await sql`update comp_batches set ends_at = clock_now() - interval '1 millisecond' where id = ${id}`.execute(site.db);
  expect((await visitor.get(`/api/claim-links?key=${key}`)).body.status).toBe("ended");
  const { status, body } = await claim(visitor, key, "bea@example.com");
  expect([status, body.code, body.message]).toEqual([410, "link_over", "This link has expired"]);
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 2, sold: 1 });
  await site.app.runJob("comp-batches");
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 1, tickets: 1 });
  expect(await batch()).toMatchObject({ status: "done", issuedQuantity: 1, problem: null });
});

test("a link can't end in the past", async () => {
  const { admin, ticketTypeId } = await open(1);
  const wish = { ticketTypeId, quantity: 1, maxPerPerson: 1, endsAt: "2020-01-01T00:00:00.000Z", reason: "Radio" };
  const { status, body } = await admin.post("/api/admin/comp-batches/links", wish, once());
  expect([status, body.errors]).toEqual([400, [{ path: "endsAt", message: "Choose a time in the future" }]]);
});

test("a stopped link gives nothing more; its tickets stay valid until they are revoked", async () => {
  const { site, admin, visitor, key, id, batch, ticketTypeId } = await open(3);
  await claim(visitor, key, "ann@example.com");
  expect((await admin.post(`/api/admin/comp-batches/${id}/stop`, {})).body.status).toBe("stopped");
  expect((await claim(visitor, key, "bea@example.com")).body.code).toBe("link_over");
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 1, tickets: 1 });
  await admin.post(`/api/admin/comp-batches/${id}/revoke`, { reason: "Shared too far" });
  await site.app.runJob("comp-batches");
  expect(await batch()).toMatchObject({ status: "revoked", revokedCount: 1 });
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 0, tickets: 0 });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a canceled event's link gives nothing and stops by itself", async () => {
  const { site, visitor, key, eventId, batch, ticketTypeId } = await open(3);
  await sql`update events set status = 'canceled' where id = ${eventId}`.execute(site.db);
  expect((await visitor.get(`/api/claim-links?key=${key}`)).body.status).toBe("canceled");
  expect((await claim(visitor, key, "ann@example.com")).body).toMatchObject({
    code: "sales_closed",
    message: "This event was canceled",
  });
  await site.app.runJob("comp-batches");
  expect(await batch()).toMatchObject({ status: "stopped", problem: "This event was canceled" });
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
});

test("claims count toward the host's budget, and a deleted account leaves no trace of its claim", async () => {
  const { site, admin, visitor, eventId, ticketTypeId } = await open(1);
  const { body: host } = await admin.post("/api/admin/comp-hosts", { eventId, name: "DJ Duke", budget: 2 });
  const wish = { ticketTypeId, hostId: host.id, quantity: 3, maxPerPerson: 1, endsAt: far, reason: "Duke's friends" };
  const post = (quantity: number) => admin.post("/api/admin/comp-batches/links", { ...wish, quantity }, once());
  expect((await post(3)).body.code).toBe("over_limit");
  const key = new URL((await post(2)).body.link!.url).searchParams.get("claim")!;
  await claim(visitor, key, "ann@example.com");
  expect((await admin.get(`/api/admin/comp-hosts?eventId=${eventId}`)).body.items).toMatchObject([
    { usedCount: 2, ticketCount: 1 },
  ]);
  expect(await checkInvariants(site.db)).toEqual([]);
  const member = await site.as("user");
  const owner = { id: member.id, email: "ann@example.com" };
  await site.db.transaction().execute((tx) => site.app.deps.personalRecords.forgetAll(tx as never, owner));
  const { rows } = await sql`select from comp_guests where claimant is not null`.execute(site.db);
  expect(rows).toEqual([]);
});
