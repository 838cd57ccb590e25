import type { z } from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSnapshot } from "#testing/snapshot.ts";
import { nounParams, unknownNouns } from "./noun-samples.ts";
import { badIds, badUuids, mutate } from "./mutations.ts";
import { badSessionIds } from "./account-samples.ts";
import { orderDocumentParams } from "./order-document-samples.ts";
import { adminOrderParams, unknownAdminOrder } from "./admin-order-samples.ts";
import { refundParams } from "./refund-samples.ts";
import { badPromotionQueries, promotionParams, unknownPromotions } from "./promotion-samples.ts";
import { badEventIds } from "./event-samples.ts";
import { expectRefusal, libraryWords, refuses } from "./refusal.ts";
import { personAccess } from "./person-samples.ts";
import { createScene, extendConfirmations, keyOf, createSamples, send, type Sample, type Scene } from "./scene.ts";
import { badMoneyParams } from "./money-samples.ts";
import { findsNothingYet } from "./scene-watching.ts";

let scene: Scene;
let samples: Record<string, Sample>;

beforeAll(async () => {
  scene = await createScene();
  samples = createSamples(scene);
  await extendConfirmations(scene);
});
afterAll(() => scene.site.close());

test("every endpoint has a valid call to start from", () => {
  expect(scene.site.app.endpoints.map(keyOf).toSorted()).toEqual(Object.keys(samples).toSorted());
});

test("every endpoint refuses a body with one error, names the field and changes nothing", async () => {
  const { site } = scene;
  let count = 0;
  const before = await readSnapshot(site.db);
  for (const endpoint of site.app.endpoints.filter(({ body }) => body !== undefined)) {
    const sample = samples[keyOf(endpoint)]!;
    for (const mutation of mutate(sample.body, sample.optional)) {
      count++;
      const answer = await send(endpoint, {
        ...sample,
        body: JSON.stringify(mutation.body),
        headers: { "content-type": "application/json", ...sample.headers },
      });
      const place = `${keyOf(endpoint)}, ${mutation.name}`;
      expect([place, answer.status, answer.text]).toEqual([place, 400, expect.any(String)]);
      const reply = expectRefusal(answer, "invalid_input");
      if (reply.errors !== undefined)
        expect([place, reply.errors[0]?.message]).toEqual([place, expect.stringMatching(/.{5}/)]);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    }
  }
  expect(count).toBeGreaterThan(300);
  expect(await readSnapshot(site.db)).toEqual(before);
}, 300_000);

/** All messages of a refused value, those of each choice of a union too. */
function messagesOf(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => [
    issue.message,
    ...(issue.code === "invalid_union" ? issue.errors.flatMap(messagesOf) : []),
    ...("issues" in issue ? messagesOf(issue.issues) : []),
  ]);
}

const badValues = [undefined, null, "", " ", "x".repeat(45_000), "-1", "1e400", "NaN", ["a", "b"], {}, 7, true];

test("every message about a body or a query is a sentence of ours", () => {
  const messages = new Map<string, string>();
  const collect = (place: string, schema: z.ZodType, value: unknown) => {
    for (const message of messagesOf(schema.safeParse(value).error?.issues ?? [])) messages.set(message, place);
  };
  for (const endpoint of scene.site.app.endpoints) {
    const { body, query } = endpoint;
    const sample = samples[keyOf(endpoint)]!;
    if (body !== undefined) {
      for (const mutation of mutate(sample.body, sample.optional)) {
        collect(`${keyOf(endpoint)}, ${mutation.name}`, body, mutation.body);
      }
    }
    const fields = Object.keys((query as z.ZodObject | undefined)?.shape ?? {});
    for (const field of fields) {
      for (const value of badValues) collect(`${keyOf(endpoint)}?${field}`, query!, { [field]: value });
    }
  }
  expect(messages.size).toBeGreaterThan(80);
  const foreign = [...messages].filter(([message]) => libraryWords.test(message) || !/^[A-Z“].{4,}/u.test(message));
  expect(foreign).toEqual([]);
}, 60_000);

const badParams: Record<string, string[]> = {
  ...nounParams,
  ...badEventIds,
  "/api/events/{id}": badIds,
  "/api/events/{id}/related": badIds,
  "/feeds/events/{id}.ics": badIds,
  "/feeds/events/{id}/social.jpg": badIds,
  "/sitemap-{page}.xml": badIds.filter((id) => !id.includes("/")),
  "/api/door/events/{id}": badIds,
  "/api/door/events/{id}/snapshot": badIds,
  "/api/door/events/{id}/tickets": badIds,
  "/api/door/events/{id}/pickups": badIds,
  "/api/door/tickets/{id}/undo": badIds,
  "/api/admin/customers/{id}": badUuids,
  "/api/admin/customers/{id}/notes": badUuids,
  "/api/admin/customer-notes/{id}/delete": badIds,
  "/api/me/second-factor/passkeys/{id}": badIds,
  "/api/admin/users/{id}/reset-link": badIds,
  "/api/me/sessions/{id}": badSessionIds,
  "/api/orders/{id}": badUuids,
  "/api/orders/{id}/payment": badUuids,
  "/api/admin/box-office/events/{id}": badIds,
  "/api/admin/orders/{id}/confirmation": badUuids,
  "/api/admin/comps/{id}/revoke": badUuids,
  "/api/admin/comps/{id}/tickets.pdf": badUuids,
  "/api/admin/comp-batches/{id}": badUuids,
  "/api/admin/comp-batches/{id}/stop": badUuids,
  "/api/admin/comp-batches/{id}/revoke": badUuids,
  "/api/admin/comp-hosts/{id}": badIds,
  ...promotionParams,
  ...orderDocumentParams,
  ...adminOrderParams,
  ...refundParams,
  "/api/admin/emails/{id}": badIds,
  "/api/admin/emails/{id}/html": badIds,
  "/api/admin/emails/{id}/resend": badIds,
  "/api/admin/events/{id}/ticket-types": badIds,
  "/api/admin/events/{id}/ticket-types/order": badIds,
  "/api/admin/ticket-types/{id}": badIds,
  "/api/admin/ticket-types/{id}/end": badIds,
  "/api/admin/events/{id}/pools": badIds,
  "/api/admin/pools/{id}": badIds,
  "/api/admin/events/{id}/people": badIds,
  "/api/admin/events/{id}/fees": badIds,
  "/api/admin/users/{id}": badIds,
  "/api/admin/users/{id}/role": badIds,
  "/api/admin/users/{id}/suspend": badIds,
  ...Object.fromEntries(Object.keys(personAccess).map((key) => [key.split(" ")[1], badIds])),
  "/api/admin/users/{id}/unsuspend": badIds,
  "/api/admin/errors/{id}/resolve": badIds,
  ...badMoneyParams,
  "/api/admin/errors/{id}/reopen": badIds,
  "/api/admin/pictures/{id}": badIds,
  "/api/admin/pictures/{id}/file": badIds,
  "/api/site/info/{name}": ["imprint", "Terms", "__proto__", "constructor", "%00"],
  "/api/admin/info-sheets/{name}": ["imprint", "Terms", "__proto__", "constructor", "%00"],
  "/api/analytics/events/{id}/view": badIds,
  "/api/analytics/events/{id}/ticket-click": badIds,
  "/api/analytics/products/{id}/view": badIds,
  "/api/analytics/products/{id}/detail-click": badIds,
  "/api/admin/analytics/events/{id}/sales-curve": badIds,
  "/api/admin/earnings/events/{id}": badIds,
  "/api/admin/earnings/events/{id}/settlement.pdf": badIds,
  "/api/admin/earnings/events/{id}/settlement.csv": badIds,
  "/api/events/{id}/reminder": badIds,
  "/api/interest/{id}/unsubscribe": badUuids,
  "/api/payments/sandbox/{ref}": [
    "sbx_short",
    "1",
    `sbx_${"a".repeat(65)}`,
    "sbx_%00aaaaaaaaaaaaaaaaaaaaaa",
    "SBX_aaaaaaaaaaaaaaaaaaaaaaaa",
  ],
  "/api/payments/sandbox/{ref}/complete": ["sbx_short", "1", `sbx_${"a".repeat(65)}`, "sbx_%00aaaaaaaaaaaaaaaaaaaaaa"],
  "/api/payments/webhooks/{provider}": ["paypal", "SANDBOX", "%00", "__proto__", "constructor"],
};

test("an invalid ID in the URL is refused and changes nothing", async () => {
  const { site } = scene;
  const before = await readSnapshot(site.db);
  for (const endpoint of site.app.endpoints.filter(({ params }) => params !== undefined)) {
    const sample = samples[keyOf(endpoint)]!;
    expect(badParams).toHaveProperty([endpoint.path]);
    for (const bad of badParams[endpoint.path]!) {
      const url = endpoint.path.replace(/\{\w+\}(?:\/\{\w+\})?/, bad);
      const answer = await send(endpoint, { ...sample, url });
      expect([url, answer.status]).toEqual([url, 400]);
      expect(expectRefusal(answer, "invalid_input").message).not.toContain("%00");
    }
  }
  expect(await readSnapshot(site.db)).toEqual(before);
}, 300_000);

const nobody = "0199b2f0-0000-7000-8000-000000000000";
const unknownIds = [
  ["GET", "/api/events/9007199254740991"],
  ["GET", "/api/events/999999"],
  ["GET", "/api/events/999999/related"],
  ["GET", "/feeds/events/999999.ics"],
  ["GET", "/feeds/events/999999/social.jpg"],
  ["GET", "/sitemap-999999.xml"],
  ["GET", `/api/orders/${nobody}`],
  ["DELETE", `/api/orders/${nobody}`],
  ["POST", `/api/orders/${nobody}/payment`],
  ["GET", "/api/door/events/999999"],
  ["GET", "/api/admin/box-office/events/999999"],
  ["POST", `/api/admin/orders/${nobody}/confirmation`],
  ["GET", "/api/admin/pictures/999999"],
  ["DELETE", "/api/admin/pictures/999999"],
  ["GET", "/api/admin/emails/999999"],
  ["GET", "/api/admin/emails/999999/html"],
  ["POST", "/api/admin/emails/999999/resend"],
  ["GET", "/api/admin/users/999999"],
  ["GET", "/api/admin/events/999999/ticket-types"],
  ["POST", "/api/admin/ticket-types/999999/end"],
  ["DELETE", "/api/admin/ticket-types/999999"],
  ["DELETE", "/api/admin/pools/999999"],
  ...unknownPromotions,
  ...unknownAdminOrder,
  ...unknownNouns,
  ["GET", "/api/payments/sandbox/sbx_aaaaaaaaaaaaaaaaaaaaaaaa"],
] as const;

test.for(unknownIds)("%s %s, with an unknown ID, is 404", async ([method, url]) => {
  const { admin } = scene.people;
  await refuses(scene.site, () => admin.call(method, url, undefined, { "idempotency-key": "nothing" }), "not_found");
});

test("unknown IDs inside a body are 404", async () => {
  const { site, people } = scene;
  const order = (ticketTypeId: number) => ({
    lines: [{ ticketTypeId, quantity: 1 }],
    buyer: { name: "Ada", email: "ada@example.com" },
  });
  await refuses(site, () => people.guest.post("/api/orders", order(999_999)), "not_found");
  await refuses(site, () => people.guest.post("/api/orders", order(Number.MAX_SAFE_INTEGER)), "not_found");
  const mixed = {
    ...order(scene.ticketTypeId),
    lines: [
      { ticketTypeId: scene.ticketTypeId, quantity: 1 },
      { ticketTypeId: 999_999, quantity: 1 },
    ],
  };
  await refuses(site, () => people.guest.post("/api/orders", mixed), "not_found");
  const scan = { code: "SG", eventId: 999_999, deviceId: "door-device-1", scanId: crypto.randomUUID() };
  await refuses(site, () => people.moderator.post("/api/scans", scan), "not_found");
  const comp = { quantity: 1, guest: { name: "Ada", email: "ada@example.com" }, reason: "Press" };
  await refuses(site, () => people.admin.post("/api/admin/comps", { ...comp, ticketTypeId: 999_999 }), "not_found");
  const why = { reason: "The guest asked for it" };
  await refuses(site, () => people.admin.post(`/api/admin/comps/${nobody}/revoke`, why), "not_found");
  // A sold order isn't a comp.
  await refuses(site, () => people.admin.post(`/api/admin/comps/${scene.orders.paid.id}/revoke`, why), "not_found");
  for (const act of ["suspend", "unsuspend"]) {
    await refuses(site, () => people.admin.post(`/api/admin/users/999999/${act}`, why), "not_found");
  }
  const role = { ...why, role: "user" };
  await refuses(site, () => people.admin.post("/api/admin/users/999999/role", role), "not_found");
  await refuses(
    site,
    () => people.anon.post("/api/payments/sandbox/sbx_aaaaaaaaaaaaaaaaaaaaaaaa/complete", { outcome: "approve" }),
    "not_found",
  );
});

const badQueries = [
  ["/api/events?when=someday", "invalid_input"],
  ["/api/events?when=past&when=upcoming", "invalid_input"],
  ["/api/events?page=0", "invalid_input"],
  ["/api/events?page=-1", "invalid_input"],
  ["/api/events?page=1.5", "invalid_input"],
  ["/api/events?page=1e9", "invalid_input"],
  ["/api/events?page=99999999", "invalid_input"],
  ["/api/events?q=a&q=b", "invalid_input"],
  [`/api/events?q=${"x".repeat(101)}`, "invalid_input"],
  ["/api/events?q=%00", "invalid_input"],
  ["/api/events?city=a%00b", "invalid_input"],
  ["/api/events?category=%00", "invalid_input"],
] as const;

const badAdminQueries = [
  "emails?status=lost",
  "emails?sort=id;drop",
  "emails?page=0",
  `emails?q=${"x".repeat(101)}`,
  "users?role=owner",
  "users?status=gone",
  "users?sort=password",
  "users?q=%00",
  "comps?status=x",
  "comps?eventId=1e3",
  "tickets?sort=holder",
  "tickets?eventId=-1",
  "tickets.csv?status=all",
  "users.csv?role=owner",
  "emails.csv?status=lost",
  "comps.csv?status=x",
  "orders.csv?status=free",
  "orders.csv?sort=buyer",
  "orders?status=free",
  "orders?personId=0",
  "box-office/events?page=a",
  "audit?kind=password",
  "ledger?account=owner",
  "ledger?orderId=1",
  "ledger?cursor=nonsense",
  "ledger/balances?eventId=0",
  ...badPromotionQueries,
  "pictures?show=everything",
  "pictures?page=0",
  "pictures?cursor=nonsense",
  "pictures?q=%00",
] as const;

test.for(badAdminQueries)("GET /api/admin/%s is refused", async (query) => {
  await refuses(scene.site, () => scene.people.admin.get(`/api/admin/${query}`), "invalid_input");
});

test.for(badQueries)("GET %s is refused", async ([url, code]) => {
  await refuses(scene.site, () => scene.people.anon.get(url), code);
});

test("bad queries for one event and one order are refused the same way", async () => {
  const { site, people, eventId, orders } = scene;
  for (const query of ["accessCode=a&accessCode=b", `accessCode=${"x".repeat(41)}`, "accessCode=%00"]) {
    await refuses(site, () => people.anon.get(`/api/events/${eventId}?${query}`), "invalid_input");
  }
  for (const query of ["key=a&key=b", `key=${"x".repeat(101)}`, "key=%00"]) {
    await refuses(site, () => people.anon.get(`/api/orders/${orders.paid.id}?${query}`), "invalid_input");
  }
});

describe("quantities and prices", () => {
  const lines = [
    ["nothing", { quantity: 0 }, "invalid_input"],
    ["a negative quantity", { quantity: -1 }, "invalid_input"],
    ["half a ticket", { quantity: 0.5 }, "invalid_input"],
    ["more than a line allows", { quantity: 1001 }, "invalid_input"],
    ["a quantity beyond 32 bits", { quantity: 2 ** 32 + 1 }, "invalid_input"],
    ["more than one order allows", { quantity: 11 }, "over_limit"],
    ["a negative amount", { quantity: 1, amountCents: -1 }, "invalid_input"],
    ["half a cent", { quantity: 1, amountCents: 0.5 }, "invalid_input"],
    ["more than a column holds", { quantity: 1, amountCents: 2 ** 31 }, "invalid_input"],
    ["less than the minimum amount", { quantity: 1, amountCents: 499 }, "invalid_input"],
    ["a total over the limit", { quantity: 10, amountCents: 100_000_000 }, "over_limit"],
  ] as const;

  test.for(lines)("%s is refused", async ([, line, code]) => {
    const { site, people, openTypeId } = scene;
    const body = { lines: [{ ticketTypeId: openTypeId, ...line }], buyer: { name: "Ada", email: "ada@example.com" } };
    await refuses(site, () => people.guest.post("/api/orders", body), code);
  });

  test("a limit applies however the quantity is split into lines", async () => {
    const { site, people, ticketTypeId } = scene;
    for (const cut of [[6, 5], [10, 1], Array<number>(11).fill(1)]) {
      const body = {
        lines: cut.map((quantity) => ({ ticketTypeId, quantity })),
        buyer: { name: "Ada", email: "ada@example.com" },
      };
      await refuses(site, () => people.guest.post("/api/orders", body), "over_limit");
    }
  });

  test("a price sent by the client doesn't change a fixed price", async () => {
    const { people, ticketTypeId } = scene;
    const body = {
      lines: [{ ticketTypeId, quantity: 2, amountCents: 1 }],
      buyer: { name: "Ada", email: "ada@example.com" },
    };
    const { body: order } = await people.user.post("/api/orders", body);
    expect(order.totalCents).toBe(5000);
  });
});

const badNames = [
  "",
  " ",
  "a\u0000b",
  "a\nb",
  "a\r\nBcc: all@example.com",
  "a\tb",
  "a\u001bb",
  "a\u007fb",
  "\u202e\u2066",
  "x".repeat(121),
  "\ud83d",
  "\udc00x",
];
const badEmails = [
  "",
  "ada",
  "ada@",
  "@example.com",
  "a b@example.com",
  "ada@example",
  "ada@example.com\r\nBcc: b@example.com",
  "a@b.com,c@d.com",
  "<ada@example.com>",
  `${"x".repeat(250)}@example.com`,
  "ada@exämple.com\u0000",
];

test("names with control characters and invalid email addresses are refused", async () => {
  const { site, people, ticketTypeId } = scene;
  const order = (buyer: object) => ({ lines: [{ ticketTypeId, quantity: 1 }], buyer });
  for (const name of badNames) {
    await refuses(
      site,
      () => people.guest.post("/api/orders", order({ name, email: "ada@example.com" })),
      "invalid_input",
    );
    const form = { username: "someone", displayName: name, password: "Carnival2026" };
    if (name.length > 2) await refuses(site, () => people.anon.post("/api/auth/register", form), "invalid_input");
  }
  for (const email of badEmails) {
    await refuses(site, () => people.guest.post("/api/orders", order({ name: "Ada", email })), "invalid_input");
  }
  for (const username of ["ab", "a b c", "a\u0000bc", "\u202ead", "x".repeat(33), "<script>", "a@b", "../../etc"]) {
    await refuses(
      site,
      () => people.anon.post("/api/auth/register", { username, displayName: "Someone", password: "Carnival2026" }),
      "invalid_input",
    );
  }
});

test("a scan with an impossible time or ID is refused", async () => {
  const { site, people, eventId, orders } = scene;
  const good = { code: orders.paid.tickets[0]!.code, eventId, deviceId: "door-device-1", scanId: crypto.randomUUID() };
  const bad = [
    { scannedAt: "yesterday" },
    { scannedAt: "2026-02-30T00:00:00Z" },
    { scannedAt: "2026-01-01" },
    { scannedAt: "2026-01-01T25:00:00Z" },
    { scannedAt: "0000-01-01T00:00:00Z" },
    { scannedAt: "2026-01-01T00:00:00+14:00" },
    { deviceId: "" },
    { deviceId: "\u202e" },
    { deviceId: "x".repeat(101) },
    { scanId: "1" },
    { gate: "x".repeat(41) },
    { code: "x".repeat(513) },
    { gate: "North\u0000" },
  ];
  for (const wrong of bad) {
    await refuses(site, () => people.moderator.post("/api/scans", { ...good, ...wrong }), "invalid_input").catch(
      (error: Error) => {
        throw new Error(`${JSON.stringify(wrong)}: ${error.message}`);
      },
    );
  }
});

test("the valid calls themselves are accepted: nothing above was refused for another reason", async () => {
  const endpoints = new Map(scene.site.app.endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
  for (const [key, sample] of Object.entries(samples)) {
    const endpoint = endpoints.get(key)!;
    if (endpoint.access === "signed" || findsNothingYet(endpoint.path)) continue;
    const answer = await send(endpoint, sample);
    expect([key, answer.status, answer.text]).toEqual([key, endpoint.status ?? 200, answer.text]);
  }
});
