import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signWebhookEvent } from "#server/modules/payments/sandbox/sandbox.ts";
import { orderLinkKey } from "#server/modules/orders/index.ts";
import { keyboardReadings } from "#contract/keyboards.ts";
import { clearAlphabet } from "#contract/code-letters.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { draft } from "#testing/site.ts";
import { expectRefusal, refuses } from "./refusal.ts";
import { createScene, sendRaw, type Scene } from "./scene.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.site.close());

test("another person's order is not found: nobody else can read, pay or cancel it, whatever its status", async () => {
  const { site, people, orders } = scene;
  for (const { id } of Object.values(orders)) {
    await refuses(site, () => people.anon.get(`/api/orders/${id}`), "not_found");
    for (const stranger of [await site.as("guest"), people.user]) {
      await refuses(site, () => stranger.get(`/api/orders/${id}`), "not_found");
      await refuses(site, () => stranger.post(`/api/orders/${id}/payment`), "not_found");
      await refuses(site, () => stranger.call("DELETE", `/api/orders/${id}`), "not_found");
    }
    // Staff can read it to help people, but can't pay or cancel it for them.
    for (const staff of [people.moderator, people.admin]) {
      expect((await staff.get(`/api/orders/${id}`)).status).toBe(200);
      await refuses(site, () => staff.post(`/api/orders/${id}/payment`), "not_found");
      await refuses(site, () => staff.call("DELETE", `/api/orders/${id}`), "not_found");
    }
  }
});

test("an order of someone else and an order that doesn't exist get the same refusal", async () => {
  const { people, orders } = scene;
  const words = async (id: string) => {
    const { body, status } = await people.user.get(`/api/orders/${id}`);
    return { status, message: body.message, code: body.code, keys: Object.keys(body) };
  };
  expect(await words(orders.paid.id)).toEqual(await words("0199b2f0-0000-7000-8000-000000000000"));
});

test("a person's tickets are in nobody else's list", async () => {
  const { people } = scene;
  for (const person of [people.user, people.moderator, people.admin]) {
    expect((await person.get("/api/my-tickets")).body).toEqual({ items: [] });
  }
  expect((await people.guest.get("/api/my-tickets")).body.items).toHaveLength(2);
});

test("an order's link opens that order and nothing else; every forged or changed key is refused", async () => {
  const { site, people, orders } = scene;
  const secret = site.app.deps.keys["order-links"];
  const key = orderLinkKey({ id: orders.paid.id, linkVersion: 0 }, secret);
  const url = (given: string, id = orders.paid.id) => `/api/orders/${id}?key=${encodeURIComponent(given)}` as const;
  expect((await people.anon.get(url(key))).body.tickets).toHaveLength(2);

  const before = await readSnapshot(site.db);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const changed = [...key].flatMap((letter, at) =>
    [...letters].filter((other) => other !== letter).map((other) => key.slice(0, at) + other + key.slice(at + 1)),
  );
  const forged = [
    "",
    "=",
    key.slice(0, -1),
    `${key}A`,
    `${key}=`,
    `${key}==`,
    ` ${key}`,
    `!${key}`,
    // By chance, a key may be all lowercase or all uppercase.
    ...[key.toLowerCase(), key.toUpperCase()].filter((other) => other !== key),
    "A".repeat(22),
    "null",
    "true",
    orderLinkKey({ id: orders.open.id, linkVersion: 0 }, secret),
    orderLinkKey({ id: orders.paid.id, linkVersion: 0 }, Buffer.alloc(32)),
    orderLinkKey({ id: orders.paid.id, linkVersion: 0 }, site.app.deps.keys["ticket-codes"]),
    createHmac("sha256", secret).update(orders.paid.id).digest("base64url").slice(0, 22),
  ];
  for (const given of [...changed, ...forged]) {
    const answer = await people.anon.get(url(given));
    expect([given, answer.status]).toEqual([given, 404]);
  }
  for (const { id } of [orders.open, orders.paying]) expectRefusal(await people.anon.get(url(key, id)), "not_found");
  expect(changed.length).toBe(22 * 63);
  expect(await readSnapshot(site.db)).toEqual(before);
});

test("an order's link is read-only: it can't pay or cancel", async () => {
  const { site, people, orders } = scene;
  const key = orderLinkKey({ id: orders.open.id, linkVersion: 0 }, site.app.deps.keys["order-links"]);
  await refuses(site, () => people.anon.post(`/api/orders/${orders.open.id}/payment?key=${key}`), "not_signed_in");
  await refuses(site, () => people.user.post(`/api/orders/${orders.open.id}/payment?key=${key}`), "not_found");
  await refuses(site, () => people.user.call("DELETE", `/api/orders/${orders.open.id}?key=${key}`), "not_found");
});

test("an uppercase ID is the same order for its owner, to read, pay and cancel", async () => {
  const { site, ticketTypeId } = scene;
  const owner = await site.as("guest");
  const { body: order } = await owner.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const loud = `/api/orders/${order.id.toUpperCase()}` as const;
  expect((await owner.get(loud)).body.id).toBe(order.id);
  expect((await owner.post(`${loud}/payment`)).body.status).toBe("redirect");
  const gone = await owner.call("DELETE", loud);
  expect([gone.status, gone.body.status]).toEqual([200, "canceled"]);
});

test("a key reused with another body, order or person never gets the first reply", async () => {
  const { site, people, ticketTypeId, orders } = scene;
  const key = { "idempotency-key": "my-only-key" };
  const body = draft([{ ticketTypeId, quantity: 1 }]);
  const first = await people.guest.post("/api/orders", body, key);
  const changed = [
    draft([{ ticketTypeId, quantity: 2 }]),
    draft([{ ticketTypeId, quantity: 1 }], { buyer: { name: "Eve", email: "eve@example.com" } }),
    { ...body, accessCode: "x" },
  ];
  for (const other of changed)
    await refuses(site, () => people.guest.post("/api/orders", other, key), "idempotency_key_reused");

  const before = await readSnapshot(site.db);
  const replay = await people.guest.post("/api/orders", { buyer: body.buyer, lines: body.lines }, key);
  expect([replay.status, replay.text]).toEqual([201, first.text]);
  expect(await readSnapshot(site.db)).toEqual(before);

  const theirs = await people.user.post("/api/orders", body, key);
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(first.body.id);
  // The same key on another endpoint is a different key.
  expect((await people.guest.post(`/api/orders/${orders.paying.id}/payment`, {}, key)).body.status).toBe("redirect");
});

test("one key with two different bodies at the same time makes one order, and the other body is refused", async () => {
  const { site, ticketTypeId, openTypeId } = scene;
  for (let round = 0; round < 5; round++) {
    const guest = await site.as("guest");
    const key = { "idempotency-key": "at-once" };
    const bodies = [
      draft([{ ticketTypeId, quantity: 1 }]),
      draft([{ ticketTypeId, quantity: 2 }]),
      draft([{ ticketTypeId: openTypeId, quantity: 1, amountCents: 600 }]),
    ];
    const answers = await Promise.all(bodies.map((body) => guest.post("/api/orders", body, key)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 422, 422]);
    const { rows } = await countOrders(guest.id);
    expect(rows).toEqual([{ orders: 1, held: 1 }]);
  }
});

async function countOrders(userId: number) {
  const { sql } = await import("kysely");
  return sql<{ orders: number; held: number }>`
    select count(distinct o.id)::int as orders, count(h.holder_id)::int as held
    from orders o left join holds h on h.holder_id = o.id where o.user_id = ${userId}`.execute(scene.site.db);
}

test("forged, altered and foreign ticket codes are unknown at the door and admit nobody", async () => {
  const { site, people, eventId, orders } = scene;
  const { code } = orders.paid.tickets[0]!;
  const other = (letter: string) => clearAlphabet[(clearAlphabet.indexOf(letter) + 1) % 32]!;
  const forged = [
    ...[...code].map((letter, at) => code.slice(0, at) + other(letter) + code.slice(at + 1)),
    "",
    "SG",
    code.slice(0, -1),
    `${code}0`,
    code.slice(2),
    `SG${"0".repeat(36)}`,
    code.split("").toReversed().join(""),
    "https://example.com",
    "<script>",
    "{}",
    "1",
    "x".repeat(512),
  ];
  const count = async () => (await readSnapshot(site.db))["public.admissions"];
  const before = await count();
  for (const given of forged) {
    // What a German keyboard makes of a code is that code.
    if (keyboardReadings(given).includes(code)) continue;
    const scan = { code: given, eventId, deviceId: "door-device-1", scanId: randomUUID() };
    const { body } = await people.moderator.post("/api/scans", scan);
    expect(body).toEqual({ scanId: scan.scanId, verdict: "unknown" });
  }
  expect(await count()).toBe(before);
});

test("a webhook event that is unsigned, forged, stale, altered or signed by another key is refused and not stored", async () => {
  const { site, ref } = scene;
  const key = site.app.deps.keys["sandbox-webhooks"];
  const body = JSON.stringify({ id: "evt_forged", type: "session.approved", kind: "session", ref });
  const now = Date.now();
  const good = signWebhookEvent(body, key);
  const signatures: [string, Record<string, string>, string?][] = [
    ["unsigned", {}],
    ["empty", { "sandbox-signature": "" }],
    ["nonsense", { "sandbox-signature": "nonsense" }],
    ["another key", { "sandbox-signature": signWebhookEvent(body, Buffer.alloc(32)) }],
    ["another of our keys", { "sandbox-signature": signWebhookEvent(body, site.app.deps.keys["order-links"]) }],
    ["six minutes old", { "sandbox-signature": signWebhookEvent(body, key, now - 360_000) }],
    ["six minutes ahead", { "sandbox-signature": signWebhookEvent(body, key, now + 360_000) }],
    [
      "a newer time on an older signature",
      {
        "sandbox-signature": signWebhookEvent(body, key, now - 360_000).replace(
          /^t=\d+/,
          `t=${Math.floor(now / 1000)}`,
        ),
      },
    ],
    ["another body", { "sandbox-signature": good }, body.replace("approved", "declined")],
    ["an extra space", { "sandbox-signature": good }, `${body} `],
    ["no body", { "sandbox-signature": good }, ""],
    ["a shorter signature", { "sandbox-signature": good.slice(0, -1) }],
    ["capital letters", { "sandbox-signature": good.toUpperCase() }],
    ["two signatures", { "sandbox-signature": `${good},${good}` }],
    ["another header", { "stripe-signature": good }],
    ["one digit changed", { "sandbox-signature": good.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) }],
  ];
  const before = await readSnapshot(site.db);
  for (const [what, headers, payload = body] of signatures) {
    for (const type of ["application/json", "text/plain"]) {
      const answer = await sendRaw(site, {
        method: "POST",
        url: "/api/payments/webhooks/sandbox",
        payload,
        headers: { "content-type": type, ...headers },
      });
      expect([what, answer.status]).toEqual([what, 401]);
      expectRefusal(answer, "bad_signature");
    }
  }
  // A provider that isn't in use is refused, whatever it signs.
  const stripe = {
    method: "POST",
    url: "/api/payments/webhooks/stripe",
    payload: body,
    headers: { "content-type": "application/json", "sandbox-signature": good },
  };
  await refuses(site, () => sendRaw(site, stripe), "not_found");
  expect(await readSnapshot(site.db)).toEqual(before);

  // Only the signature was wrong: correctly signed, the same event is accepted. It pays nothing unless the provider
  // confirms it.
  const taken = await sendRaw(site, { ...stripe, url: "/api/payments/webhooks/sandbox" });
  expect(taken.status).toBe(200);
  expect((await scene.people.guest.get(`/api/orders/${scene.orders.paying.id}`)).body.status).toBe("paying");
});

test("a closed sandbox page stays closed", async () => {
  const { site, people, ref, orders } = scene;
  await people.guest.call("DELETE", `/api/orders/${orders.paying.id}`);
  for (const outcome of ["approve", "decline", "approve_late", "cancel"]) {
    await refuses(site, () => people.anon.post(`/api/payments/sandbox/${ref}/complete`, { outcome }), "payment_closed");
  }
  await refuses(site, () => people.guest.post(`/api/orders/${orders.paying.id}/payment`), "order_closed");
  await refuses(site, () => people.guest.call("DELETE", `/api/orders/${orders.paid.id}`), "order_closed");
});
