import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processCompBatches } from "#server/modules/comps/batches/work.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let door: Client;
beforeAll(async () => {
  site = await createSite({ settings: { BASE_URL: "http://fete.example" } });
  admin = await site.as("admin", "Ada Admin");
  door = await site.as("moderator", "Dee Door");
});
afterAll(() => site.close());

const dates = (day: string) => ({
  startsAt: new Date(`2031-06-${day}T22:00:00Z`),
  endsAt: new Date(`2031-06-${day}T23:30:00Z`),
});
const eventOf = (id: number, title: string, day: string) => ({
  id,
  title,
  startsAt: `2031-06-${day}T22:00:00.000Z`,
  timeZone: "America/New_York",
});
async function issue(who: Client, ticketTypeId: number, name: string, more: object = {}) {
  const guest = { name, email: `${name.split(" ")[0]!.toLowerCase()}@example.com` };
  const { status, body } = await who.post("/api/admin/comps", {
    ticketTypeId,
    quantity: 1,
    guest,
    reason: "Plays the first set",
    ...more,
  });
  expect([status, body.code]).toEqual([201, undefined]);
  return body as { id: string; number: string };
}
async function admit(orderId: string, count = 1) {
  const { body: order } = await admin.get(`/api/orders/${orderId}`);
  for (const { code, eventId } of order.tickets.slice(0, count)) {
    const scan = { code, eventId, deviceId: "door-device-1", scanId: randomUUID() };
    expect((await door.post("/api/scans", scan)).body.verdict).toBe("admitted");
  }
}
const undoAdmission = (orderId: string) =>
  sql`update admissions set voided_at = clock_now() where ticket_id in (select id from tickets where order_id = ${orderId})`.execute(
    site.db,
  );
const ask = async (query: string) => (await admin.get(`/api/admin/comps?${query}`)).body.items;
const names = async (query: string) => (await ask(query)).map((comp: { guest: { name: string } }) => comp.guest.name);
const work = async () => {
  while (await processCompBatches(site.app.deps)) await Promise.resolve();
};
const host = async (eventId: number, name: string, budget = 50) =>
  (await admin.post("/api/admin/comp-hosts", { eventId, name, budget })).body.id;

test("each comp is read whole and found by every filter, and the file says the same", async () => {
  const early = await site.create.event({ title: "Zouk Brunch", ...dates("07") });
  const late = await site.create.event({ title: "Afro Cruise", ...dates("21") });
  const pair = await site.create.ticketType({ eventId: late, name: "Pair", ticketsPerUnit: 2 });
  const single = await site.create.ticketType({ eventId: early, name: "Floor" });
  const hostId = await host(late, "DJ Kross");
  const other = await site.as("admin", "Omar Other");
  const given = await issue(other, pair, "Cleo Given", { quantity: 2, hostId });
  const partly = await issue(admin, pair, "Ben Partly");
  const used = await issue(admin, single, "Amy Used", { quantity: 2, reason: "Press: 100% serious" });
  const undone = await issue(admin, single, "Una Undone");
  const revoked = await issue(admin, single, "Rae Revoked");
  await admit(partly.id);
  await admit(used.id, 2);
  await admit(undone.id);
  await undoAdmission(undone.id);
  await other.post(`/api/admin/comps/${revoked.id}/revoke`, { reason: "Can't come" });
  for (const [index, { id }] of [given, partly, used, undone, revoked].entries())
    await sql`update comps set created_at = ${`2026-03-0${index + 1}T12:00:00Z`} where order_id = ${id}`.execute(
      site.db,
    );
  const [whole] = await ask(`q=${given.number}`);
  const { slug } = whole!.event;
  expect(whole).toEqual({
    id: given.id,
    number: given.number,
    guest: { name: "Cleo Given", email: "cleo@example.com" },
    event: { ...eventOf(late, "Afro Cruise", "21"), slug },
    ticketTypeName: "Pair",
    quantity: 2,
    ticketCount: 4,
    admittedCount: 0,
    status: "given",
    reason: "Plays the first set",
    hostName: "DJ Kross",
    batchId: null,
    issuedBy: "Omar Other",
    issuedAt: "2026-03-01T12:00:00.000Z",
    revoked: null,
  });
  expect(await ask("q=rae")).toMatchObject([
    { status: "revoked", revoked: { at: expect.any(String), by: "Omar Other", reason: "Can't come" } },
  ]);
  expect(await ask("q=ben")).toMatchObject([{ status: "given", ticketCount: 2, admittedCount: 1, hostName: null }]);
  const newest = ["Rae Revoked", "Una Undone", "Amy Used", "Ben Partly", "Cleo Given"];
  const found: [query: string, names: string[]][] = [
    ["", newest],
    ["sort=issuedAt", newest.toReversed()],
    ["status=given", ["Una Undone", "Ben Partly", "Cleo Given"]],
    ["status=used", ["Amy Used"]],
    ["status=revoked", ["Rae Revoked"]],
    [`eventId=${late}`, ["Ben Partly", "Cleo Given"]],
    [`eventId=${early}&status=used`, ["Amy Used"]],
    [`hostId=${hostId}`, ["Cleo Given"]],
    ["q=kross", ["Cleo Given"]],
    ["q=omar", ["Cleo Given"]],
    ["q=100%25", ["Amy Used"]],
    [`q=${used.number}`, ["Amy Used"]],
    ["q=una%40example.com", ["Una Undone"]],
    ["sort=guest&status=given", ["Ben Partly", "Cleo Given", "Una Undone"]],
  ];
  for (const [query, expected] of found) expect([query, await names(query)]).toEqual([query, expected]);
  // By when the event is, not by its title.
  const byEvent = await names("sort=event");
  expect(new Set(byEvent.slice(0, 3))).toEqual(new Set(["Rae Revoked", "Una Undone", "Amy Used"]));
  expect((await names("sort=-event")).slice(0, 2).toSorted()).toEqual(["Ben Partly", "Cleo Given"]);
  const { text } = await admin.get("/api/admin/comps.csv?status=used");
  const [head, row] = text.trim().split("\r\n");
  expect(head!.replaceAll('"', "")).toBe(
    "Issued,Order,Guest,Email,Event,Ticket type,Tickets,Checked in,Status,Reason,Host,Issued by,Revoked,Revoked by,Reason revoked,Order ID,Event ID,Batch ID",
  );
  expect(row).toContain(
    `"${used.number}","Amy Used","amy@example.com","Zouk Brunch","Floor",2,2,"used","Press: 100% serious"`,
  );
  expect(row).toContain('"Ada Admin"');
});

test("a comp that is refunded in part is still given, one that is refunded whole is revoked by whoever did it", async () => {
  const ticketTypeId = await site.create.ticketType();
  const comp = await issue(admin, ticketTypeId, "Pia Parts", { quantity: 2 });
  const other = await issue(admin, ticketTypeId, "Quin Keeps");
  const refunder = await site.as("admin", "Rita Refunds");
  const { body: order } = await admin.get(`/api/orders/${comp.id}`);
  const refund = (ticketId: number) =>
    refunder.post(`/api/admin/orders/${comp.id}/refunds`, {
      ticketIds: [ticketId],
      withFee: true,
      returnsStock: true,
      reason: "Asked by phone",
      amountCents: 0,
    });
  expect((await refund(order.tickets[0]!.id)).status).toBe(201);
  expect(await ask("q=parts")).toMatchObject([{ status: "given", revoked: null }]);
  expect((await refund(order.tickets[1]!.id)).status).toBe(201);
  expect(await ask("q=parts")).toMatchObject([
    { status: "revoked", revoked: { by: "Rita Refunds", reason: "Asked by phone" } },
  ]);
  expect(await ask(`q=${other.number}`)).toMatchObject([{ status: "given", revoked: null }]);
});

test("hosts are listed by name with their own figures: valid tickets, check-ins that weren't undone", async () => {
  const eventId = await site.create.event(dates("07"));
  const other = await site.create.event(dates("08"));
  const pair = await site.create.ticketType({ eventId, ticketsPerUnit: 2 });
  const zoe = await host(eventId, "Zoe Sound", 20);
  const abe = await host(eventId, "abe Radio", 10);
  const cal = await host(eventId, "Cal Press", 3);
  await host(other, "Elsewhere", 5);
  const [came, missed, gone] = [
    await issue(admin, pair, "Came Guest", { hostId: zoe, quantity: 2 }),
    await issue(admin, pair, "Missed Guest", { hostId: zoe }),
    await issue(admin, pair, "Gone Guest", { hostId: zoe }),
  ];
  await issue(admin, pair, "Own Guest");
  await issue(admin, pair, "Abe Guest", { hostId: abe });
  await admit(came.id, 3);
  await admit(missed.id, 1);
  await undoAdmission(missed.id);
  await admin.post(`/api/admin/comps/${gone.id}/revoke`, { reason: "Can't come" });
  const figures = (id: number, name: string, budget: number, used: number, came3: number) => ({
    id,
    eventId,
    name,
    budget,
    usedCount: used,
    ticketCount: used,
    admittedCount: came3,
  });
  const { items } = (await admin.get(`/api/admin/comp-hosts?eventId=${eventId}`)).body;
  expect(items).toEqual([
    figures(abe, "abe Radio", 10, 2, 0),
    figures(cal, "Cal Press", 3, 0, 0),
    figures(zoe, "Zoe Sound", 20, 6, 3),
  ]);
  const { text } = await admin.get(`/api/admin/comp-hosts.csv?eventId=${eventId}`);
  const [, first, second, third] = text.trim().split("\r\n");
  expect([first, second, third]).toEqual([
    `"abe Radio",10,2,2,0,0,${abe},${eventId}`,
    `"Cal Press",3,0,0,0,,${cal},${eventId}`,
    `"Zoe Sound",20,6,6,3,50,${zoe},${eventId}`,
  ]);
  // A name is taken by another host of the same event only, and a host keeps their own.
  const rename = (id: number, name: string) =>
    admin.call("PATCH", `/api/admin/comp-hosts/${id}`, { name, budget: id === cal ? 3 : 20 });
  expect((await rename(cal, "ZOE sound")).body.code).toBe("already_exists");
  expect((await rename(cal, "Elsewhere")).body).toMatchObject({ name: "Elsewhere", budget: 3 });
  expect((await rename(zoe, "ZOE SOUND")).body).toMatchObject({ name: "ZOE SOUND", budget: 20, usedCount: 6 });
  const { items: log } = (await admin.get(`/api/admin/audit?kind=comp_host&id=${zoe}`)).body;
  expect(log[0]).toMatchObject({
    before: { name: "Zoe Sound", budget: 20 },
    after: { name: "ZOE SOUND", budget: 20 },
  });
  // A host of another event can't give tickets for this one.
  const foreign = { ticketTypeId: await site.create.ticketType({ eventId: other }), quantity: 1, hostId: zoe };
  const refused = await admin.post("/api/admin/comps", { ...foreign, guest: { name: "Xi" }, reason: "Friend" });
  expect([refused.body.code, refused.body.message]).toEqual(["not_found", "We can't find that host"]);
});

const guests = (...list: [name: string, email: string, quantity: number][]) =>
  list.map(([name, email, quantity], index) => ({ line: index + 1, name, email, quantity }));
const startList = async (ticketTypeId: number, list: ReturnType<typeof guests>, more: object = {}) => {
  const body = { ticketTypeId, guests: list, keepsDuplicates: false, reason: "Sound system", ...more };
  const reply = await admin.post("/api/admin/comp-batches", body);
  expect([reply.status, reply.body.code]).toEqual([201, undefined]);
  return reply.body as { id: string };
};

test("a list is read whole at each step, its guests get their own tickets in its order, and the file has its figures", async () => {
  const eventId = await site.create.event({ title: "Bulk Riddim", ...dates("07") });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Pair", ticketsPerUnit: 2 });
  const hostId = await host(eventId, "DJ Duke");
  const list = guests(["Ann", "ann@example.com", 2], ["Bea Paper", "", 3], ["Ann Twice", "ann@example.com", 1]);
  const { id } = await startList(ticketTypeId, [...list, ...guests(["Cy", "cy@example.com", 1])], { hostId });
  const read = async () => (await admin.get(`/api/admin/comp-batches/${id}`)).body;
  const batch = {
    id,
    source: "list",
    event: eventOf(eventId, "Bulk Riddim", "07"),
    ticketTypeName: "Pair",
    ticketsPerUnit: 2,
    host: { id: hostId, name: "DJ Duke" },
    reason: "Sound system",
    issuedBy: "Ada Admin",
    createdAt: expect.any(String),
    endedAt: null,
    status: "running",
    problem: null,
    quantity: 6,
    issuedQuantity: 0,
    guestCount: 3,
    waitingCount: 3,
    issuedCount: 0,
    canceledCount: 0,
    admittedCount: 0,
    revokedCount: 0,
    keptCount: 0,
    printCount: 0,
    link: null,
  };
  expect(await read()).toEqual(batch);
  await work();
  const issued = { ...batch, status: "done", endedAt: expect.any(String), waitingCount: 0, issuedCount: 3 };
  expect(await read()).toEqual({ ...issued, issuedQuantity: 6, printCount: 1 });
  const comps = await ask(`batchId=${id}&sort=guest`);
  expect(comps.map(({ guest, quantity, hostName, batchId }) => [guest, quantity, hostName, batchId])).toEqual([
    [{ name: "Ann", email: "ann@example.com" }, 2, "DJ Duke", id],
    [{ name: "Bea Paper", email: "" }, 3, "DJ Duke", id],
    [{ name: "Cy", email: "cy@example.com" }, 1, "DJ Duke", id],
  ]);
  await site.app.runJob("mail");
  const { rows: mails } = await sql<{ to: string; name: string }>`
    select to_address as to, to_name as name from emails where kind = 'order_confirmation' and topic->>'orderId' in
      (select order_id::text from comps where batch_id = ${id}) order by to_address`.execute(site.db);
  expect(mails).toEqual([
    { to: "ann@example.com", name: "Ann" },
    { to: "cy@example.com", name: "Cy" },
  ]);
  const [ann, bea] = [comps[0]!, comps[1]!];
  await admit(ann.id, 3);
  await admin.post(`/api/admin/comps/${bea.id}/revoke`, { reason: "Can't come" });
  const after = { ...issued, issuedQuantity: 6, admittedCount: 3, revokedCount: 1 };
  expect(await read()).toEqual(after);
  const { text } = await admin.get(`/api/admin/comp-batches.csv?eventId=${eventId}`);
  expect(text.trim().split("\r\n")[1]).toContain(
    `"guest list","Bulk Riddim","Pair","DJ Duke","Sound system","Ada Admin","done",,3,0,3,0,1,3,0,6,6`,
  );
  await admin.post(`/api/admin/comp-batches/${id}/revoke`, { reason: "The sponsor withdrew" });
  await work();
  // Ann is checked in, Bea was revoked before.
  expect(await read()).toEqual({ ...after, status: "revoked", revokedCount: 2, keptCount: 1 });
  expect(await ask("q=cy%40example.com")).toMatchObject([
    { status: "revoked", revoked: { by: "Ada Admin", reason: "The sponsor withdrew" } },
  ]);
  expect(await ask(`q=ann%40example.com&batchId=${id}`)).toMatchObject([{ status: "given", revoked: null }]);
});

test("a check counts by the host's budget and leaves out who has valid tickets for this event only", async () => {
  const eventId = await site.create.event(dates("07"));
  const elsewhere = await site.create.event(dates("08"));
  const ticketTypeId = await site.create.ticketType({ eventId, ticketsPerUnit: 2, capacity: 9 });
  const hostId = await host(eventId, "DJ Small", 5);
  await issue(admin, ticketTypeId, "Has One");
  const gone = await issue(admin, ticketTypeId, "Gone One");
  await admin.post(`/api/admin/comps/${gone.id}/revoke`, { reason: "Can't come" });
  await issue(admin, await site.create.ticketType({ eventId: elsewhere }), "Other One");
  const bought = { buyer: { name: "Paid One", email: "paid@example.com" } };
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], "approve", bought);
  const list = guests(
    ["Has", "has@example.com", 3],
    ["Gone", "gone@example.com", 1],
    ["Other", "other@example.com", 1],
    ["Paid", "paid@example.com", 2],
    ["No Mail", "", 1],
    ["no mail", "", 4],
  );
  const check = async (more: object = {}) =>
    (await admin.post("/api/admin/comp-batches/check", { ticketTypeId, guests: list, ...more })).body;
  const counts = {
    guestCount: 4,
    quantity: 5,
    ticketCount: 10,
    withoutEmail: 1,
    available: 7,
    hostLeft: null,
    duplicateCount: 2,
    duplicateQuantity: 7,
    duplicates: [
      { line: 1, name: "Has", message: "Already has free tickets for this event" },
      { line: 6, name: "no mail", message: "Same name as line 5" },
    ],
  };
  expect(await check()).toEqual(counts);
  expect(await check({ hostId })).toEqual({ ...counts, hostLeft: 5 });
});

test("batches are listed newest first, of one event or of all, and a link ends by its time", async () => {
  const eventId = await site.create.event({ title: "Link Riddim", ...dates("07") });
  const other = await site.create.event(dates("08"));
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Deck", capacity: 20 });
  const hostId = await host(eventId, "DJ Link");
  const draft = { ticketTypeId, quantity: 5, maxPerPerson: 2, endsAt: "2031-06-01T04:00:00.000Z", reason: "Listeners" };
  const link = async (more: object = {}) =>
    (await admin.post("/api/admin/comp-batches/links", { ...draft, ...more })).body;
  const first = await link({ hostId });
  const second = await startList(await site.create.ticketType({ eventId: other }), guests(["Ann", "", 1]));
  const third = await link({ reason: "Dancers" });
  const ids = async (query: string) =>
    (await admin.get(`/api/admin/comp-batches${query}`)).body.items.map(({ id }: { id: string }) => id);
  // What is reserved counts toward the host's budget.
  expect((await admin.get(`/api/admin/comp-hosts?eventId=${eventId}`)).body.items).toMatchObject([
    { name: "DJ Link", budget: 50, usedCount: 5, ticketCount: 0 },
  ]);
  expect((await ids("")).slice(0, 3)).toEqual([third.id, second.id, first.id]);
  expect(await ids(`?eventId=${eventId}`)).toEqual([third.id, first.id]);
  expect(first).toMatchObject({
    source: "link",
    status: "running",
    quantity: 5,
    host: { name: "DJ Link" },
    link: {
      endsAt: draft.endsAt,
      maxPerPerson: 2,
      url: expect.stringMatching(/^http:\/\/fete\.example\/my-tickets\?claim=/),
    },
  });
  const keyOf = ({ link: { url } }: { link: { url: string } }) => new URL(url).searchParams.get("claim")!;
  const claim = (batch: never, email: string, quantity = 1) =>
    site.anon.post("/api/claim-links", { key: keyOf(batch), guest: { name: "Marva", email }, quantity });
  const shown = async (batch: never) => (await site.anon.get(`/api/claim-links?key=${keyOf(batch)}`)).body;
  expect(await shown(first as never)).toMatchObject({
    status: "open",
    event: { id: eventId, title: "Link Riddim" },
    ticketTypeName: "Deck",
    ticketsPerUnit: 1,
    hostName: "DJ Link",
    left: 5,
    maxPerPerson: 2,
    endsAt: draft.endsAt,
  });
  expect(await shown(third as never)).toMatchObject({ hostName: null });
  expect((await claim(first as never, "marva@example.com", 2)).body).toEqual({ ticketCount: 2 });
  expect(await ask(`batchId=${first.id}`)).toMatchObject([
    { guest: { name: "Marva", email: "marva@example.com" }, quantity: 2, reason: "Listeners", hostName: "DJ Link" },
  ]);
  // The same email may claim by another link.
  expect((await claim(third as never, "marva@example.com")).status).toBe(201);
  expect((await claim(first as never, "ann@example.com", 2)).status).toBe(201);
  expect((await claim(first as never, "bea@example.com", 2)).body.message).toBe("Only 1 left");
  expect(await shown(first as never)).toMatchObject({ status: "open", left: 1 });
  await sql`update comp_batches set ends_at = clock_now() - interval '1 second' where id = ${first.id}`.execute(
    site.db,
  );
  expect((await claim(first as never, "bea@example.com")).body.code).toBe("link_over");
  expect(await shown(first as never)).toMatchObject({ status: "ended", left: 1 });
  await work();
  const read = async (id: string) => (await admin.get(`/api/admin/comp-batches/${id}`)).body;
  expect(await read(first.id)).toMatchObject({ status: "done", problem: null, issuedQuantity: 4, guestCount: 2 });
  expect(await read(third.id)).toMatchObject({ status: "running", issuedQuantity: 1 });
  const { rows } = await sql`
    select s.held, s.sold from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ held: 4, sold: 5 }]);
  const { items } = (await admin.get(`/api/admin/comp-hosts?eventId=${eventId}`)).body;
  expect(items).toMatchObject([{ name: "DJ Link", usedCount: 4, ticketCount: 4 }]);
  const ended = await admin.post(`/api/admin/comp-batches/${first.id}/stop`, {});
  expect(ended.body).toMatchObject({ status: "done" });
  await sql`update events set starts_at = clock_now() - interval '2 days', ends_at = clock_now() - interval '1 day'
    where id = ${eventId}`.execute(site.db);
  expect(await shown(third as never)).toMatchObject({ status: "over" });
  await work();
  expect(await read(third.id)).toMatchObject({ status: "stopped", problem: "This event is over" });
  await sql`update events set status = 'canceled' where id = ${eventId}`.execute(site.db);
  expect(await shown(third as never)).toMatchObject({ status: "canceled" });
});
