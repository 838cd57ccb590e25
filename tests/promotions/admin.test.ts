import { afterEach, expect, test } from "vitest";
import { promoterKey } from "#server/modules/promotions/promoters/service.ts";
import type { Client } from "#testing/site.ts";
import { pastNoon } from "#tests/order-documents/midday.ts";
import { checkInvariants, createCode, createPromoter, pay, place, createTestSites } from "./kit.ts";
import { saveLatest } from "#testing/save-latest.ts";

const { open, close } = createTestSites();
afterEach(close);

const actions = async (admin: Client, kind: string, id: number) =>
  (await admin.get(`/api/admin/audit?kind=${kind}&id=${id}`)).body.items.map(
    (entry: { action: string }) => entry.action,
  );

test("creating, editing, pausing, resuming and ending a code each adds a line to the activity log", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, name: "VIP" });
  const draft = {
    code: "MASBAND",
    note: "For the band",
    discount: { kind: "per_unit", amountCents: 500 },
    currency: "TTD",
    totalLimit: 20,
    personLimit: 2,
    unitLimit: 4,
    minimumCents: 1000,
    startsAt: "2026-01-01T00:00:00.000Z",
    endsAt: "2096-01-01T00:00:00.000Z",
  };
  const id = await createCode(admin, { ...draft, eventId, ticketTypeIds: [ticketTypeId] });
  const list = await admin.get(`/api/admin/promo-codes?eventId=${eventId}&q=band`);
  expect(list.body.items).toEqual([
    expect.objectContaining({
      ...draft,
      id,
      manualStatus: "active",
      status: "active",
      currency: "USD",
      event: expect.objectContaining({ id: eventId, timeZone: "America/New_York" }),
      ticketTypes: [{ id: ticketTypeId, name: "VIP" }],
    }),
  ]);
  const plain = { code: "masband", discount: { kind: "percent", percent: 20 } };
  const changed = await saveLatest(site.db, admin, ["promo-codes", id], plain);
  expect(changed.body).toMatchObject({ event: null, ticketTypes: [], totalLimit: null, endsAt: null, code: "masband" });
  const setStatus = (value: string) => admin.post(`/api/admin/promo-codes/${id}/status`, { status: value });
  expect((await setStatus("paused")).body.status).toBe("paused");
  expect((await setStatus("paused")).status).toBe(200);
  expect((await setStatus("active")).body.status).toBe("active");
  expect((await setStatus("ended")).body.status).toBe("ended");
  expect((await setStatus("active")).body.code).toBe("order_closed");
  expect((await saveLatest(site.db, admin, ["promo-codes", id], plain)).body.code).toBe("order_closed");
  expect(await actions(admin, "promo_code", id)).toEqual([
    "promo_code.ended",
    "promo_code.resumed",
    "promo_code.paused",
    "promo_code.changed",
    "promo_code.created",
  ]);
});

test("a code is unique per event and among codes for all events, even if created several times at once; an ended code frees it", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const postCode = (change: object) =>
    admin.post("/api/admin/promo-codes", { code: "Same", discount: { kind: "percent", percent: 5 }, ...change });
  const answers = await Promise.all(["SAME", "same", "Same", "sAme", "saMe"].map((code) => postCode({ code })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  expect((await postCode({ eventId })).status).toBe(201);
  expect((await postCode({ eventId })).body).toMatchObject({ code: "already_exists", errors: [{ path: "code" }] });
  const first = answers.find(({ status }) => status === 201)!.body.id;
  const other = await createCode(admin, { code: "OTHER" });
  const taken = await saveLatest(site.db, admin, ["promo-codes", other], {
    code: "SAME",
    discount: { kind: "percent", percent: 5 },
  });
  expect(taken.body.code).toBe("already_exists");
  await admin.post(`/api/admin/promo-codes/${first}/status`, { status: "ended" });
  expect((await postCode({})).status).toBe(201);
});

test("a code with inconsistent settings is rejected with an error at the field", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const elsewhere = await site.create.ticketType();
  const draft = (change: object) => ({ code: "CODE", discount: { kind: "percent", percent: 5 }, ...change });
  for (const [change, code, path] of [
    [{ startsAt: "2026-12-01T00:00:00Z", endsAt: "2026-11-01T00:00:00Z" }, "invalid_input", "endsAt"],
    [{ ticketTypeIds: [elsewhere] }, "invalid_input", "eventId"],
    [{ personLimit: 5, totalLimit: 4 }, "invalid_input", "personLimit"],
    [{ eventId, ticketTypeIds: [elsewhere] }, "not_found", undefined],
    [{ eventId: 999_999 }, "not_found", undefined],
  ] as const) {
    const { body } = await admin.post("/api/admin/promo-codes", draft(change));
    expect([body.code, body.errors?.[0]!.path]).toEqual([code, path]);
  }
});

test("an unused code can be deleted, along with its stock", async () => {
  const { site, admin } = await open();
  const id = await createCode(admin);
  expect((await admin.call("DELETE", `/api/admin/promo-codes/${id}`)).body).toEqual({ ok: true });
  expect((await admin.get("/api/admin/promo-codes")).body.total).toBe(0);
  expect(await actions(admin, "promo_code", id)).toEqual(["promo_code.deleted", "promo_code.created"]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("the list shows the results of each code, can be filtered and sorted, and exports to a spreadsheet", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  const lines = [{ ticketTypeId, quantity: 2 }];
  await createCode(admin, { code: "ONCE", totalLimit: 1 });
  await createCode(admin, { code: "MANY", note: "=cmd()" });
  const buyer = await site.as("guest");
  const once = await place(buyer, lines, { promoCode: "ONCE" });
  await pay(buyer, once.body.id);
  for (const _ of [1, 2]) await pay(buyer, (await place(buyer, lines, { promoCode: "MANY" })).body.id);
  await place(buyer, lines, { promoCode: "MANY" });
  const { body } = await admin.get("/api/admin/promo-codes?sort=-used");
  expect(body.items).toMatchObject([
    { code: "MANY", used: 2, held: 1, ticketCount: 4, discountCents: 1000, revenueCents: 9000, status: "active" },
    { code: "ONCE", used: 1, held: 0, ticketCount: 2, discountCents: 500, revenueCents: 4500, status: "used_up" },
  ]);
  const usedUp = await admin.get("/api/admin/promo-codes?status=used_up");
  expect(usedUp.body.items.map(({ code }: { code: string }) => code)).toEqual(["ONCE"]);
  const csv = await admin.get("/api/admin/promo-codes.csv?sort=code");
  expect(csv.headers["content-type"]).toContain("text/csv");
  expect(csv.text.split("\r\n")[1]).toContain('"MANY","All events","10%","USD","active",2,1');
  expect(csv.text).toContain("'=cmd()");
});

test("a promoter link counts paid tickets, revenue and commission by day and event, after the discount", async () => {
  const { site, admin } = await open({ clockOffset: pastNoon().clockOffset });
  const eventId = await site.create.event({ title: "Riddim on the Roof" });
  const ticketTypeId = await site.create.ticketType({ eventId, priceCents: 5000, feeCents: 400 });
  const elsewhere = await site.create.ticketType();
  const id = await createPromoter(admin, { eventId, allocation: 5 });
  await createCode(admin, { code: "HALF", discount: { kind: "percent", percent: 50 } });
  const buyer = await site.as("guest");
  const buy = async (typeId: number, quantity: number, more: object) => {
    const { body } = await place(buyer, [{ ticketTypeId: typeId, quantity }], more);
    await pay(buyer, body.id);
    return body;
  };
  await buy(ticketTypeId, 2, { via: "KEZIA" });
  await buy(ticketTypeId, 1, { via: "kezia", promoCode: "HALF" });
  await buy(ticketTypeId, 3, { via: "kezia" });
  await buy(ticketTypeId, 1, { via: "somebody" });
  await buy(elsewhere, 1, { via: "kezia" });
  await place(buyer, [{ ticketTypeId, quantity: 1 }], { via: "kezia" });
  const results = await admin.get(`/api/admin/promoters/${id}/results`);
  expect(results.body).toMatchObject({
    orderCount: 2,
    ticketCount: 3,
    heldCount: 1,
    revenueCents: 12_500,
    commissionCents: 920 + 210,
    allocation: 5,
    timeZone: "America/New_York",
    days: [{ orderCount: 2, ticketCount: 3, revenueCents: 12_500, commissionCents: 1130 }],
    events: [{ title: "Riddim on the Roof", ticketCount: 3 }],
  });
  const list = await admin.get(`/api/admin/promoters?eventId=${eventId}&q=kez`);
  expect(list.body.items).toMatchObject([{ id, ticketCount: 3, commissionCents: 1130, linkCode: "kezia" }]);
  expect((await admin.get("/api/admin/promoters.csv")).text).toContain('"Kezia Rampersad","person","kezia"');

  const raised = { name: "Kezia", linkCode: "kezia", eventId, commission: { kind: "percent", percent: 50 } };
  await saveLatest(site.db, admin, ["promoters", id], raised);
  expect((await admin.get(`/api/admin/promoters/${id}/results`)).body.commissionCents).toBe(1130);
  const under = await saveLatest(site.db, admin, ["promoters", id], { ...raised, allocation: 3 });
  expect([under.body.code, under.body.errors![0]!.path]).toEqual(["over_limit", "allocation"]);
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("a secret link opens the results without an account, reveals nothing about buyers, and is invalid once renewed", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  const id = await createPromoter(admin);
  const buyer = await site.as("guest");
  const { body: order } = await place(buyer, [{ ticketTypeId, quantity: 1 }], { via: "kezia" });
  await pay(buyer, order.id);
  const keyOf = (url: string) => new URL(url).searchParams.get("promoter")!;
  const key = keyOf((await admin.get(`/api/admin/promoters/${id}/link`)).body.url);
  const read = (text: string) => site.anon.get(`/api/promoters/results?key=${encodeURIComponent(text)}`);
  const page = await read(key);
  expect([page.status, page.body.ticketCount]).toEqual([200, 1]);
  for (const secret of ["Ada", "example.com", order.id, order.number]) expect(page.text).not.toContain(secret);

  const other = await createPromoter(admin, { linkCode: "dexter" });
  const forged = [
    `${other}.1.${key.split(".")[2]}`,
    key.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    promoterKey({ id, version: 1 }, Buffer.alloc(32)),
    `${id}.1`,
    "",
  ];
  for (const text of forged) expect([text, (await read(text)).status]).toEqual([text, 404]);

  const renewed = keyOf((await admin.post(`/api/admin/promoters/${id}/link`)).body.url);
  expect((await read(key)).status).toBe(404);
  expect((await read(renewed)).status).toBe(200);
  expect(await actions(admin, "promoter", id)).toEqual(["promoter.link_renewed", "promoter.created"]);
});

test("a paused or ended link counts nothing while sales continue, and an ended link's code can be reused", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  const id = await createPromoter(admin);
  const buyer = await site.as("guest");
  const buy = async () => pay(buyer, (await place(buyer, [{ ticketTypeId, quantity: 1 }], { via: "kezia" })).body.id);
  const sold = async (of: number) => (await admin.get(`/api/admin/promoters/${of}/results`)).body.ticketCount;
  await buy();
  await admin.post(`/api/admin/promoters/${id}/status`, { status: "paused" });
  await buy();
  await admin.post(`/api/admin/promoters/${id}/status`, { status: "active" });
  await buy();
  expect(
    (await admin.post("/api/admin/promoters", { name: "X", linkCode: "KEZIA", commission: { kind: "none" } })).body
      .code,
  ).toBe("already_exists");
  await admin.post(`/api/admin/promoters/${id}/status`, { status: "ended" });
  const second = await createPromoter(admin);
  await buy();
  expect([await sold(id), await sold(second)]).toEqual([2, 1]);
  expect(await checkInvariants(site.db)).toEqual([]);
});
