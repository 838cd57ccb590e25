import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { readPeople } from "#server/modules/person-lists/read-people.ts";
import { parseTable } from "#server/platform/tables/parse-table.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import { processCompBatches } from "#server/modules/comps/batches/work.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, draft, type Client, type Site, type SiteOptions } from "#testing/site.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(options: SiteOptions = {}) {
  const site = await createSite(options);
  sites.unshift(site);
  return { site, admin: await site.as("admin") };
}

const listOf = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `Guest ${from + index} <guest${from + index}@example.com>`).join("\n");

/** The guests of a list as its reader understands it. */
const guestsOf = (text: string) => readPeople(parseTable({ text }, tableLimits), { kind: "guests" }).people;

const wish = (ticketTypeId: number, text: string, more: object = {}) => ({
  ticketTypeId,
  guests: guestsOf(text),
  keepsDuplicates: false,
  reason: "Friends and family",
  ...more,
});

let keys = 0;
const start = (who: Client, ticketTypeId: number, text: string, more: object = {}, key = `list-${++keys}`) =>
  who.post("/api/admin/comp-batches", wish(ticketTypeId, text, more), { "idempotency-key": key });

/** Runs the job until nothing waits. */
async function work(site: Site) {
  while (await processCompBatches(site.app.deps)) await Promise.resolve();
}

async function books(site: Site, ticketTypeId: number) {
  const { rows } = await sql<{ held: number; sold: number; tickets: number; mails: number }>`
    select s.held, s.sold, (select count(*)::int from tickets k where k.ticket_type_id = t.id and k.status = 'valid') as tickets,
      (select count(*)::int from emails where kind = 'order_confirmation') as mails
    from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(site.db);
  return rows[0]!;
}

test("a check says who is listed twice and what fits, and changes nothing", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event({ capacity: 30 });
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 20, ticketsPerUnit: 2 });
  await start(admin, ticketTypeId, "Old Friend <old@example.com>");
  await work(site);
  const text = "Zoë Núñez <zoe@example.com> +2\nAnn\nzoe@example.com, Zoe\nOld Friend,old@example.com";
  const { status, body } = await admin.post("/api/admin/comp-batches/check", { ticketTypeId, guests: guestsOf(text) });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    guestCount: 2,
    quantity: 4,
    ticketCount: 8,
    withoutEmail: 1,
    // The event's capacity of thirty people leaves fourteen pairs after the first.
    available: 14,
    hostLeft: null,
    duplicateCount: 2,
    duplicateQuantity: 2,
    duplicates: [
      { line: 3, name: "Zoe", message: "Same email as line 1" },
      { line: 4, name: "Old Friend", message: "Already has free tickets for this event" },
    ],
  });
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 1 });
});

test("a list's stock is reserved at once; each guest then gets their tickets, an email and one comp", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType({ capacity: 200 });
  const { status, body } = await start(admin, ticketTypeId, `${listOf(120)}\nAnn Door +2`);
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: "running", quantity: 123, guestCount: 121, waitingCount: 121, issuedCount: 0 });
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 123, sold: 0 });
  expect(await checkInvariants(site.db)).toEqual([]);

  expect(await processCompBatches(site.app.deps)).toBe(true);
  expect((await admin.get(`/api/admin/comp-batches/${body.id}`)).body).toMatchObject({
    status: "running",
    issuedCount: 50,
    waitingCount: 71,
  });
  expect(await checkInvariants(site.db)).toEqual([]);
  await work(site);
  const done = (await admin.get("/api/admin/comp-batches")).body.items[0];
  expect(done).toMatchObject({ status: "done", issuedCount: 121, waitingCount: 0, issuedQuantity: 123, printCount: 1 });
  expect(await books(site, ticketTypeId)).toEqual({ held: 0, sold: 123, tickets: 123, mails: 120 });
  const { body: found } = await admin.get(`/api/admin/comps?batchId=${body.id}&q=ann%20door`);
  expect(found.items).toMatchObject([{ guest: { name: "Ann Door", email: "" }, quantity: 3, batchId: body.id }]);
  // Names are kept once, in the orders.
  const { rows } = await sql`select from comp_guests where name is not null or email is not null`.execute(site.db);
  expect(rows).toEqual([]);
  const { body: audit } = await admin.get(`/api/admin/audit?kind=event&id=${done!.event.id}`);
  expect(audit.items).toMatchObject([{ action: "comp_batch.issued", after: { guests: 121, tickets: 123 } }]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a list that doesn't fit is refused as a whole, and the same key starts a list once", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType({ capacity: 5 });
  const refused = await start(admin, ticketTypeId, listOf(6));
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([409, "sold_out", "Only 5 left"]);
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 0 });
  const answers = await Promise.all([1, 2, 3].map(() => start(admin, ticketTypeId, listOf(4), {}, "pressed-twice")));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  await work(site);
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 4, tickets: 4 });
});

/** Two nodes work on one list while buyers take what is left. */
async function rush(options: SiteOptions = {}) {
  const { site, admin } = await open(options);
  const second = await open({ ...options, database: site.database });
  const ticketTypeId = await site.create.ticketType({ capacity: 130 });
  await start(admin, ticketTypeId, listOf(120));
  const buyers = await Promise.all(Array.from({ length: 15 }, () => site.as("guest")));
  const [orders] = await Promise.all([
    Promise.all(buyers.map((buyer) => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }])))),
    work(site),
    work(second.site),
  ]);
  const bought = orders.filter(({ status }) => status === 201).length;
  return { site, bought, ...(await books(site, ticketTypeId)) };
}

test("two nodes issue each guest's tickets once, and buyers get exactly the rest", async () => {
  const { site, bought, held, tickets, mails } = await rush();
  expect([bought, held, tickets, mails]).toEqual([10, 10, 120, 120]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("negative control: without the locks two nodes issue some guests' tickets twice, until the reserved stock runs out", async () => {
  // Both nodes read who waits before either issues anything.
  const unlocked = sabotage(
    [/ for update$/gm, ""],
    ["and status = 'waiting' order by position", `and status = 'waiting' and ${haveRead()} order by position`],
  );
  await expect(rush({ rewriteSql: unlocked })).rejects.toThrow("has too little on hold");
});

test("a stopped list keeps what was issued and gives the rest back", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType({ capacity: 100 });
  const { body } = await start(admin, ticketTypeId, listOf(80));
  await processCompBatches(site.app.deps);
  const stopped = await admin.post(`/api/admin/comp-batches/${body.id}/stop`, {});
  expect(stopped.body).toMatchObject({ status: "stopped", issuedCount: 50, canceledCount: 30, waitingCount: 0 });
  await work(site);
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 50, tickets: 50 });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("revoking a batch voids all of its tickets but those of guests who are checked in", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 100 });
  const { body } = await start(admin, ticketTypeId, listOf(70));
  await work(site);
  const { body: list } = await admin.get(`/api/admin/comps?batchId=${body.id}&q=guest7@`);
  const { body: order } = await admin.get(`/api/orders/${list.items[0]!.id}`);
  const door = await site.as("moderator");
  const scan = { code: order.tickets[0]!.code, eventId, deviceId: "door-device-1", scanId: crypto.randomUUID() };
  expect((await door.post("/api/scans", scan)).body.verdict).toBe("admitted");
  const path = `/api/admin/comp-batches/${body.id}/revoke` as const;
  const revoking = await admin.post(path, { reason: "The sponsor withdrew" });
  expect(revoking.body.status).toBe("revoking");
  await work(site);
  expect((await admin.get(`/api/admin/comp-batches/${body.id}`)).body).toMatchObject({
    status: "revoked",
    revokedCount: 69,
    keptCount: 1,
  });
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 1, tickets: 1 });
  expect((await admin.post(path, { reason: "Again" })).body.status).toBe("revoked");
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a list stops by itself when its event is canceled", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 100 });
  const { body } = await start(admin, ticketTypeId, listOf(3));
  await sql`update events set status = 'canceled' where id = ${eventId}`.execute(site.db);
  await work(site);
  expect((await admin.get(`/api/admin/comp-batches/${body.id}`)).body).toMatchObject({
    status: "stopped",
    problem: "This event was canceled",
    canceledCount: 3,
  });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a deleted account is taken off the lists that it waits on", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType({ capacity: 10 });
  const member = await site.as("user");
  await sql`update users set email = 'guest2@example.com' where id = ${member.id}`.execute(site.db);
  await start(admin, ticketTypeId, "A <guest1@example.com>\nB <guest2@example.com> +3");
  const records = site.app.deps.personalRecords;
  const owner = { id: member.id, email: "guest2@example.com" };
  expect((await records.readAll(site.db, owner)).compGuests).toMatchObject([{ name: "B", quantity: 4 }]);
  await site.db.transaction().execute((tx) => records.forgetAll(tx as never, owner));
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 1 });
  await work(site);
  expect(await books(site, ticketTypeId)).toMatchObject({ held: 0, sold: 1, tickets: 1 });
  expect(await checkInvariants(site.db)).toEqual([]);
});

async function withHost(budget: number, capacity = 100) {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity, ticketsPerUnit: 2 });
  const { body: host } = await admin.post("/api/admin/comp-hosts", { eventId, name: "DJ Duke", budget });
  return { site, admin, eventId, ticketTypeId, hostId: host.id };
}

test("a host's budget counts tickets over lists and single comps, and revoked ones return to it", async () => {
  const { site, admin, eventId, ticketTypeId, hostId } = await withHost(8);
  const hosts = async () => (await admin.get(`/api/admin/comp-hosts?eventId=${eventId}`)).body.items;
  await start(admin, ticketTypeId, "Ann <ann@example.com> +1\nBea", { hostId });
  await work(site);
  expect(await hosts()).toMatchObject([{ name: "DJ Duke", budget: 8, usedCount: 6, ticketCount: 6, admittedCount: 0 }]);
  const over = await start(admin, ticketTypeId, listOf(2), { hostId });
  expect([over.status, over.body.code, over.body.message]).toEqual([
    409,
    "over_limit",
    "DJ Duke has 2 tickets left to give",
  ]);
  const single = { ticketTypeId, quantity: 1, guest: { name: "Cy" }, reason: "Late guest", hostId };
  expect((await admin.post("/api/admin/comps", single)).status).toBe(201);
  expect((await admin.post("/api/admin/comps", single)).body.code).toBe("over_limit");
  const lower = await admin.call("PATCH", `/api/admin/comp-hosts/${hostId}`, { name: "DJ Duke", budget: 7 });
  expect([lower.status, lower.body.code]).toEqual([409, "capacity_taken"]);
  // Down to what was given, so that the host gives no more.
  for (const budget of [12, 8]) {
    const exact = await admin.call("PATCH", `/api/admin/comp-hosts/${hostId}`, { name: "DJ Duke", budget });
    expect([exact.status, exact.body.budget]).toEqual([200, budget]);
  }
  const { body: list } = await admin.get(`/api/admin/comps?hostId=${hostId}&q=late%20guest`);
  await admin.post(`/api/admin/comps/${list.items[0]!.id}/revoke`, { reason: "Can't come" });
  expect(await hosts()).toMatchObject([{ usedCount: 6, ticketCount: 6 }]);
  expect((await admin.post("/api/admin/comp-hosts", { eventId, name: "dj duke", budget: 1 })).body.code).toBe(
    "already_exists",
  );
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("twenty comps at once never exceed a host's budget", async () => {
  const { site, admin, ticketTypeId, hostId } = await withHost(10);
  const single = { ticketTypeId, quantity: 1, guest: { name: "Cy" }, reason: "All at once", hostId };
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post("/api/admin/comps", single)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("guests without an email get printable tickets, and only admins who confirmed it's them can print", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event({ title: "Paper Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body } = await start(admin, ticketTypeId, "Zoë Núñez +5\nTy James\nAnn <ann@example.com>");
  const path = `/api/admin/comps/${body.id}/tickets.pdf` as const;
  expect((await admin.get(path)).body.code).toBe("not_found");
  await work(site);
  const { body: found } = await admin.get("/api/admin/comps?q=ty%20james");
  expect((await admin.post(`/api/admin/comps/${found.items[0]!.id}/revoke`, { reason: "Can't come" })).status).toBe(
    200,
  );
  const { rawPayload } = await site.app.server.inject({
    url: path,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const pdf = readPdf(rawPayload);
  expect(pdf.pages).toHaveLength(2);
  expect(pdf.text.match(/Zoë Núñez/g)).toHaveLength(6);
  expect(pdf.text).not.toContain("Ann");
  expect(pdf.text, "the door refuses what is revoked").not.toContain("Ty James");
  expect((await (await site.as("moderator")).get(path)).status).toBe(403);
});
