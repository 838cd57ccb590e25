import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ErrorReply } from "#contract/errors.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { address, rate, setDelivery, ship } from "#tests/delivery/kit.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { changesNothing, libraryWords } from "./refusal.ts";
import { sendRaw } from "./scene.ts";

// What phones, PDFs and word processors put into a text that people paste.

let site: Site;
let admin: Client;
let guest: Client;
let ticketTypeId: number;
let tee: number;
beforeAll(async () => {
  site = await createSite();
  [admin, guest] = [await site.as("admin"), await site.as("guest")];
  ticketTypeId = await site.create.ticketType({ priceCents: 2000 });
  tee = await site.create.variant({ priceCents: 3000, weightGrams: 400 });
  await setDelivery(admin, [rate()]);
});
afterAll(() => site.close());

const ada = { name: "Ada Buyer", email: "ada@example.com" };
const order = (more: object) => guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], more));
const shipped = (to: object, buyer: object = ada) =>
  guest.post("/api/orders", draft([{ variantId: tee, quantity: 1 }], { buyer, ...ship(to) }));

test("an order with invisible marks in each field goes on without them", async () => {
  const buyer = { name: "\u2068Marva Pierre\u2069", email: "marva@example.com\u200b" };
  const { status, body } = await shipped({ line1: "\u200e12 Dean\u00a0St", zip: "\u200e11238" }, buyer);
  expect([status, body.buyer]).toEqual([201, { name: "Marva Pierre", email: "marva@example.com" }]);
  expect(body.delivery?.address).toMatchObject({ line1: "12 Dean St", zip: "11238" });
});

test("a search and the path of a URL are cleaned as a body is", async () => {
  const placed = await order({ buyer: { name: "Zoe\u0308 Cudjoe", email: "zoe@example.com" } });
  expect([placed.status, placed.body.buyer.name]).toEqual([201, "Zoë Cudjoe"]);
  const q = encodeURIComponent("\u2068zoë\u00a0cudjoe\u2069");
  const { body } = await admin.get(`/api/admin/orders?q=${q}`);
  expect(body.items.map((item: { buyer: { name: string } }) => item.buyer.name)).toEqual(["Zoë Cudjoe"]);
});

test.each([
  ["tom&jerry@example.com", "tom&jerry@example.com"],
  ["user/dept@example.com", "user/dept@example.com"],
  ["info@xn--e1afmkfd.xn--p1ai", "info@xn--e1afmkfd.xn--p1ai"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
])("an order to %s is emailed to %s", async (email, stored) => {
  const { status, body } = await order({ buyer: { name: "Ada", email } });
  expect([status, body.buyer.email]).toEqual([201, stored]);
  // Staff find it by either form, typed or pasted.
  for (const q of [email, stored, ` ${email.toUpperCase()}\u200b`]) {
    const found = await admin.get(`/api/admin/orders?q=${encodeURIComponent(q)}`);
    expect([q, found.body.items.map(({ id }) => id)]).toEqual([q, [body.id]]);
  }
});

test.each([`${"x".repeat(70)}@example.com`, "ada@example..com"])("an order to %s is refused", async (email) => {
  const { status, body } = await changesNothing(site, () => order({ buyer: { name: "Ada", email } }));
  const message = "Enter an email address, such as ada@example.com";
  expect([status, body]).toMatchObject([400, { message, errors: [{ path: "buyer.email", message }] }]);
});

test("a promo code gives its discount however its dash and accents were typed", async () => {
  for (const code of ["SOCA10", "FÊTE10", "SAVE-10"]) await createCode(admin, { code });
  for (const promoCode of [
    "SOCA10\u200b",
    "FE\u0302TE10",
    "fe\u0302te10",
    "SAVE\u201310",
    "\u2066save\u221210\u2069",
  ]) {
    const { body } = await guest.post("/api/orders/quote", {
      lines: [{ ticketTypeId, quantity: 1 }],
      promoCode,
    });
    expect([promoCode, body.discountCents]).toEqual([promoCode, 200]);
  }
  // The same code again, written differently.
  const again = { code: "Save\u201410", discount: { kind: "percent", percent: 10 } };
  expect((await admin.post("/api/admin/promo-codes", again)).body.code).toBe("already_exists");
});

test("an access code, a promoter's code and an order number may have any dash", async () => {
  const eventId = await site.create.event();
  await site.create.ticketType({ eventId, accessCode: "CREW-2027", name: "Crew" });
  const { body } = await site.anon.get(
    `/api/events/${eventId}?accessCode=${encodeURIComponent("crew\u20132027\u200b")}`,
  );
  expect(body.ticketTypes.map(({ name }: { name: string }) => name)).toEqual(["Crew"]);
  const { body: placed } = await order({ buyer: ada });
  const found = await admin.get(`/api/admin/orders?q=${encodeURIComponent(placed.number.replaceAll("-", "\u2011"))}`);
  expect(found.body.items.map(({ id }) => id)).toEqual([placed.id]);
});

const [composed, decomposed] = ["Fête2026!", "Fe\u0302te2026!"];

test.each([
  ["composed", "decomposed", composed, decomposed],
  ["decomposed", "composed", decomposed, composed],
])("a password chosen in %s form signs in in %s form", async (_one, _other, chosen, typed) => {
  const username = `rita-${chosen.length}`;
  const registered = await site.anon.post("/api/auth/register", { username, displayName: "Rita", password: chosen });
  expect(registered.status).toBe(201);
  for (const password of [typed, chosen]) {
    expect((await site.anon.post("/api/auth/login", { username, password })).status).toBe(200);
  }
  expect((await site.anon.post("/api/auth/login", { username, password: "Fete2026!" })).status).toBe(401);
});

test.each([
  ["composed", composed],
  ["decomposed", decomposed],
  ["with a no-break space", "Fête\u00a02026!"],
  ["with an invisible mark", "Fête2026!\u200b"],
])("a stored hash of a password as it was typed, %s, still opens its account", async (form, typed) => {
  const username = `olga-${form.replaceAll(" ", "-")}`;
  await site.anon.post("/api/auth/register", { username, displayName: "Olga", password: "Carnival2026" });
  await sql`update users set password_hash = ${await hash(typed)} where username = ${username}`.execute(site.db);
  expect((await site.anon.post("/api/auth/login", { username, password: typed })).status).toBe(200);
});

test("a username is one name in both forms", async () => {
  const form = { displayName: "José", password: "Carnival2026" };
  const { status, body } = await site.anon.post("/api/auth/register", { ...form, username: "Jose\u0301" });
  expect([status, body.username]).toEqual([201, "José"]);
  for (const username of ["José", "jose\u0301", "\u200eJOSÉ"]) {
    expect((await site.anon.post("/api/auth/login", { username, password: form.password })).status).toBe(200);
  }
  const again = await site.anon.post("/api/auth/register", { ...form, username: "José" });
  expect(again.body.code).toBe("username_taken");
});

test("a body that isn't UTF-8 is refused, and nothing is stored", async () => {
  const body = JSON.stringify(draft([{ ticketTypeId, quantity: 1 }], { buyer: { name: "Fête", email: ada.email } }));
  const headers = {
    authorization: `Bearer ${guest.token}`,
    "content-type": "application/json; charset=utf-8",
    "idempotency-key": "latin1",
  };
  const post = (payload: Buffer) => sendRaw(site, { method: "POST", url: "/api/orders", payload, headers });
  const { status, body: refusal } = await changesNothing(site, () => post(Buffer.from(body, "latin1")));
  expect([status, refusal.message]).toEqual([400, "This text isn't in UTF-8. Send it again in UTF-8."]);
  const search = await site.anon.get("/api/events?q=F%EAte");
  expect([search.status, search.body.message]).toEqual([400, "This text isn't in UTF-8. Send it again in UTF-8."]);
  expect((await post(Buffer.from(body, "utf8"))).status).toBe(201);
});

test("a name of 121 letters is refused with a sentence of ours", async () => {
  const { status, body } = await order({ buyer: { name: "x".repeat(121), email: ada.email } });
  expect([status, body]).toMatchObject([400, { message: "Use at most 120 characters" }]);
  expect(body).not.toEqual(expect.stringMatching(libraryWords));
});

test.each(["ny", "New York", "N.Y.", " new  york "])("the state %j is New York", async (state) => {
  const { status, body } = await shipped({ state });
  expect([status, body.delivery?.address?.state]).toEqual([201, "NY"]);
});

test.each(["112381234", "11238 1234", "11238\u20131234", "11238-1234", "11238 - 1234", "\u200e11238\u00a01234"])(
  "the ZIP Code %j is 11238-1234",
  async (zip) => {
    const { status, body } = await shipped({ zip });
    expect([status, body.delivery?.address?.zip]).toEqual([201, "11238-1234"]);
  },
);

const mailed = { ...address, line2: undefined };
test.each([
  ["an APO in Europe", { line1: "PSC 2 Box 14697", city: "APO", state: "AE", zip: "09012-0147" }],
  ["an APO in the Pacific", { line1: "Unit 2050 Box 4190", city: "APO", state: "AP", zip: "96278" }],
  ["an FPO in the Americas", { line1: "Unit 100100 Box 4120", city: "FPO", state: "AA", zip: "34090" }],
  ["Kaskaskia, which has a ZIP Code of Missouri", { city: "Kaskaskia", state: "IL", zip: "63673" }],
  ["Monument Valley, which has a ZIP Code of Utah", { city: "Monument Valley", state: "AZ", zip: "84536" }],
  ["Fort Campbell, which has a ZIP Code of Kentucky", { city: "Fort Campbell", state: "TN", zip: "42223" }],
])("%s can be ordered to at the price of the quote", async (_where, more) => {
  const to = { ...mailed, ...more };
  const quoted = await guest.post("/api/orders/quote", {
    lines: [{ variantId: tee, quantity: 1 }],
    delivery: { method: "ship", address: { state: to.state, zip: to.zip } },
  });
  const ordered = await shipped(to);
  expect([quoted.status, ordered.status]).toEqual([200, 201]);
  expect(ordered.body.totalCents).toBe(quoted.body.totalCents);
  expect(ordered.body.delivery?.address).toMatchObject(more);
});

test("a quote and an order refuse the same ZIP Codes", async () => {
  for (const [state, zip] of [
    ["NY", "07030"],
    ["MO", "62233"],
    ["NY", "00000"],
  ] as const) {
    const delivery = { method: "ship", address: { state, zip } };
    const quoted = await guest.post("/api/orders/quote", { lines: [{ variantId: tee, quantity: 1 }], delivery });
    const ordered = await shipped({ state, zip });
    expect([quoted.status, ordered.status]).toEqual([400, 400]);
    expect(quoted.body.errors).toEqual((ordered.body as unknown as ErrorReply).errors);
  }
});
