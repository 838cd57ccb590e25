import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDoorEvents } from "#contract/door/door.ts";
import type { Access } from "#contract/endpoint.ts";
import type { Answer, Client } from "#testing/site.ts";
import { accountAccess, unrepeatable } from "./account-samples.ts";
import { personAccess, settingsAccess } from "./person-samples.ts";
import { orderDocumentAccess } from "./order-document-samples.ts";
import { adminOrderAccess } from "./admin-order-samples.ts";
import { refundAccess } from "./refund-samples.ts";
import { promotionAccess, unrepeatablePromotions } from "./promotion-samples.ts";
import { eventAccess } from "./event-samples.ts";
import { moneyAccess, unrepeatableMoney } from "./money-samples.ts";
import { mediaAccess, unrepeatableMedia } from "./media-samples.ts";
import { nounAccess, unrepeatableNouns } from "./noun-samples.ts";
import { expectRefusal } from "./refusal.ts";
import { unrepeatableAdmin } from "./unrepeatable-admin.ts";
import { createScene, keyOf, createSamples, send, type Sample, type Scene } from "./scene.ts";

/** Who may call what. A new endpoint fails here until it has its line, which a reviewer then checks. */
const accessTable: Record<string, Access> = {
  "GET /api/me": "guest",
  "POST /api/auth/login": "public",
  "POST /api/auth/register": "public",
  "POST /api/auth/guest": "public",
  "POST /api/auth/logout": "public",
  "POST /api/auth/firebase": "public",
  "POST /api/auth/passkey": "public",
  "POST /api/auth/passkey/challenge": "public",
  "POST /api/auth/second-factor": "public",
  "POST /api/auth/second-factor/challenge": "public",
  "POST /api/me/confirm": "member",
  "POST /api/me/confirm/challenge": "member",
  "GET /api/me/second-factor": "member",
  "POST /api/me/second-factor/totp": "member",
  "POST /api/me/second-factor/totp/confirm": "member",
  "DELETE /api/me/second-factor/totp": "member",
  "POST /api/me/second-factor/recovery-codes": "member",
  "POST /api/me/second-factor/passkeys/options": "member",
  "POST /api/me/second-factor/passkeys": "member",
  "PATCH /api/me/second-factor/passkeys/{id}": "member",
  "DELETE /api/me/second-factor/passkeys/{id}": "member",
  "GET /api/admin/policies/staff-second-factor": "admin",
  "PUT /api/admin/policies/staff-second-factor": "admin",
  "GET /api/events": "public",
  "GET /api/events/markers": "public",
  "GET /api/events/month": "public",
  "GET /api/events/{id}": "public",
  "GET /api/events/{id}/related": "public",
  "GET /api/events/next-buyable": "public",
  "POST /api/orders": "guest",
  "GET /api/orders/last-buyer": "guest",
  "POST /api/orders/quote": "guest",
  "POST /api/orders/{id}/payment": "guest",
  "GET /api/orders/{id}": "public",
  "DELETE /api/orders/{id}": "guest",
  "GET /api/payments/sandbox/{ref}": "public",
  "POST /api/payments/sandbox/{ref}/complete": "public",
  "POST /api/payments/webhooks/{provider}": "signed",
  "GET /api/my-tickets": "guest",
  "POST /api/my-tickets/email": "guest",
  "POST /api/my-tickets/find": "public",
  "GET /api/held-orders": "guest",
  ...accountAccess,
  ...orderDocumentAccess,
  ...promotionAccess,
  ...adminOrderAccess,
  ...refundAccess,
  ...eventAccess,
  ...mediaAccess,
  ...moneyAccess,
  ...nounAccess,
  "POST /api/scans": "moderator",
  "POST /api/scans/batch": "moderator",
  "GET /api/door/events": "moderator",
  "GET /api/door/events/{id}": "moderator",
  "GET /api/admin/figures": "admin",
  "GET /api/admin/audit": "admin",
  "GET /api/admin/events/{id}/ticket-types": "admin",
  "POST /api/admin/events/{id}/ticket-types": "admin",
  "PUT /api/admin/events/{id}/ticket-types/order": "admin",
  "PUT /api/admin/ticket-types/{id}": "admin",
  "POST /api/admin/ticket-types/{id}/end": "admin",
  "DELETE /api/admin/ticket-types/{id}": "admin",
  "POST /api/admin/events/{id}/pools": "admin",
  "PUT /api/admin/pools/{id}": "admin",
  "DELETE /api/admin/pools/{id}": "admin",
  "PUT /api/admin/events/{id}/people": "admin",
  "PUT /api/admin/events/{id}/fees": "admin",
  "GET /api/admin/box-office/events": "admin",
  "GET /api/admin/box-office/events/{id}": "admin",
  "GET /api/admin/orders": "admin",
  "POST /api/admin/orders/{id}/confirmation": "admin",
  "GET /api/admin/tickets": "admin",
  "GET /api/admin/tickets.csv": "admin",
  "GET /api/admin/comps": "admin",
  "POST /api/admin/comps": "admin",
  "POST /api/admin/comps/{id}/revoke": "admin",
  "GET /api/admin/emails": "admin",
  "GET /api/admin/emails/{id}": "admin",
  "GET /api/admin/emails/{id}/html": "admin",
  "POST /api/admin/emails/{id}/resend": "admin",
  "GET /api/admin/users": "admin",
  "GET /api/admin/users/{id}": "admin",
  "POST /api/admin/users/{id}/role": "admin",
  "POST /api/admin/users/{id}/suspend": "admin",
  "POST /api/admin/users/{id}/unsuspend": "admin",
  ...personAccess,
  ...settingsAccess,
  "POST /api/analytics/page-view": "public",
  "POST /api/analytics/events/{id}/view": "public",
  "POST /api/analytics/events/{id}/ticket-click": "public",
  "POST /api/analytics/products/{id}/view": "public",
  "POST /api/analytics/products/{id}/detail-click": "public",
  "POST /api/analytics/batch": "public",
  "GET /api/admin/analytics/now": "admin",
  "GET /api/admin/analytics/overview": "admin",
  "GET /api/admin/analytics/overview.csv": "admin",
  "GET /api/admin/analytics/breakdown": "admin",
  "GET /api/admin/analytics/breakdown.csv": "admin",
  "GET /api/admin/analytics/funnel": "admin",
  "GET /api/admin/analytics/events/{id}/sales-curve": "admin",
  "GET /api/admin/analytics/cohorts": "admin",
  "GET /api/admin/earnings": "admin",
  "GET /api/admin/earnings.csv": "admin",
  "GET /api/admin/earnings/events/{id}": "admin",
  "GET /api/admin/earnings/events/{id}/settlement.pdf": "admin",
  "GET /api/admin/earnings/events/{id}/settlement.csv": "admin",
  "POST /api/errors": "public",
  "GET /api/admin/errors": "admin",
  "POST /api/admin/errors/{id}/resolve": "admin",
  "GET /api/search": "public",
  "POST /api/events/{id}/reminder": "public",
  "POST /api/interest": "public",
  "POST /api/interest/confirm": "signed",
  "POST /api/interest/{id}/unsubscribe": "signed",
  "GET /api/interest/{id}/unsubscribe": "public",
  "GET /feeds/events.ics": "public",
  "GET /feeds/events/{id}.ics": "public",
  "GET /feeds/events.xml": "public",
  "GET /feeds/events/{id}/social.jpg": "public",
  "GET /sitemap.xml": "public",
  "GET /sitemap-{page}.xml": "public",
  "GET /robots.txt": "public",
  "GET /healthz": "public",
  "GET /readyz": "public",
  "GET /metrics": "public",
  "GET /api/openapi.json": "public",
};

const principals = ["anon", "guest", "user", "moderator", "admin", "ended", "suspended"] as const;
type Who = (typeof principals)[number];
type People = Record<Who, Client>;

const members: Record<Exclude<Access, "public" | "signed">, Who[]> = {
  guest: ["guest", "user", "moderator", "admin"],
  member: ["user", "moderator", "admin"],
  moderator: ["moderator", "admin"],
  admin: ["admin"],
};
const nobody: Who[] = ["anon", "ended", "suspended"];

function expected(access: Access, who: Who): "passes" | "not_signed_in" | "not_allowed" {
  if (access === "public" || access === "signed" || members[access].includes(who)) return "passes";
  return nobody.includes(who) ? "not_signed_in" : "not_allowed";
}

let scene: Scene;
let people: People;

beforeAll(async () => {
  scene = await createScene();
  people = await addFormerPeople(scene);
});
afterAll(() => scene.site.close());

/** Two people who used to have every right: an admin with an expired session, and a suspended admin. */
async function addFormerPeople({ site, people: present }: Scene): Promise<People> {
  const ended = await site.as("admin");
  const suspended = await site.as("admin");
  await sql`update sessions set expires_at = clock_now() where user_id = ${ended.id}`.execute(site.db);
  // Nobody has a recent confirmation, so sensitive calls give the same reply every time.
  await sql`update sessions set confirmed_at = null`.execute(site.db);
  await sql`update users set suspended_at = clock_now() where id = ${suspended.id}`.execute(site.db);
  return { ...present, ended, suspended };
}

/** Calls endpoints, all unless told, as everyone, with a body that no endpoint accepts, and lists what differs from the table. */
async function walkMatrix(of: Scene, as: People, endpoints = of.site.app.endpoints): Promise<string[]> {
  const samples = createSamples(of);
  const holes: string[] = [];
  for (const endpoint of endpoints) {
    const { url } = samples[keyOf(endpoint)]!;
    for (const who of principals) {
      const answer = await send(endpoint, { as: as[who], url, ...(endpoint.body ? { body: { nonsense: 1 } } : {}) });
      const refusal = answer.status === 401 || answer.status === 403 ? answer.body.code : "passes";
      const seen = refusal === "bad_signature" || refusal === "confirmation_required" ? "passes" : refusal;
      if (seen !== expected(accessTable[keyOf(endpoint)]!, who)) holes.push(`${keyOf(endpoint)} as ${who}: ${seen}`);
      if (seen !== "passes") expectRefusal(answer, "not_signed_in", "not_allowed");
    }
  }
  return holes;
}

test("every endpoint declares who may call it, as the table says", () => {
  const declared = scene.site.app.endpoints.map((endpoint) => [keyOf(endpoint), endpoint.access]);
  expect(Object.fromEntries(declared)).toEqual(accessTable);
});

test("everyone gets through exactly where the table says", async () => {
  expect(await walkMatrix(scene, people)).toEqual([]);
}, 300_000);

test("the matrix detects an endpoint left open", async () => {
  const declared = listDoorEvents.access;
  listDoorEvents.access = "public";
  try {
    expect(await walkMatrix(scene, people, [listDoorEvents])).toEqual(
      ["anon", "guest", "user", "ended", "suspended"].map((who) => `GET /api/door/events as ${who}: passes`),
    );
  } finally {
    listDoorEvents.access = declared;
  }
});

describe("headers that claim an identity", () => {
  const pretend = (victim: Client): [string, string][] => {
    const json = JSON.stringify({ id: victim.id, username: "admin", role: "admin", isGuest: false });
    return [
      ["user-id", String(victim.id)],
      ["User-Id", String(victim.id)],
      ["USER-ID", `${victim.id}`.padStart(9, "0")],
      ["user_id", String(victim.id)],
      ["x-user-id", String(victim.id)],
      ["X-User-ID", Buffer.from(String(victim.id)).toString("base64")],
      ["user-data", json],
      ["User-Data", encodeURIComponent(json)],
      ["x-user-data", Buffer.from(json).toString("base64")],
      ["x-user-role", "admin"],
      ["x-forwarded-user", "admin"],
      ["remote-user", String(victim.id)],
    ];
  };

  type Forged = (victim: Client) => Record<string, string>[];

  const oneByOne: Forged = (victim) => pretend(victim).map(([name, value]) => ({ [name]: value }));

  /** All of them in as few calls as possible: a call has one header of each name. */
  const together: Forged = (victim) => {
    const calls: Map<string, string>[] = [];
    for (const [name, value] of pretend(victim)) {
      const key = name.toLowerCase();
      // On the wire, names are the same in any case.
      if (calls.some((headers) => headers.get(key) === value)) continue;
      let call = calls.find((headers) => !headers.has(key));
      if (call === undefined) calls.push((call = new Map()));
      call.set(key, value);
    }
    return calls.map((headers) => Object.fromEntries(headers));
  };

  /** Valid, repeatable calls whose reply depends on the caller, so that a wrong identity would show. */
  function repeatable(of: Scene): Record<string, Sample> {
    const samples = createSamples(of);
    return {
      ...samples,
      ...unrepeatable(samples),
      ...unrepeatablePromotions(samples),
      ...unrepeatableMedia(samples),
      ...unrepeatableAdmin(samples),
      ...unrepeatableMoney(samples),
      ...unrepeatableNouns(samples),
      "POST /api/auth/register": {
        ...samples["POST /api/auth/register"]!,
        body: { username: "guest-taken", displayName: "Someone", password: "Carnival2026" },
      },
      "POST /api/auth/guest": { ...samples["POST /api/auth/guest"]!, body: { nonsense: 1 } },
      "POST /api/auth/firebase": { ...samples["POST /api/auth/firebase"]!, body: { nonsense: 1 } },
      "POST /api/auth/passkey": { ...samples["POST /api/auth/passkey"]!, body: { nonsense: 1 } },
      "POST /api/auth/passkey/challenge": { ...samples["POST /api/auth/passkey/challenge"]!, body: { nonsense: 1 } },
      "POST /api/auth/second-factor": { ...samples["POST /api/auth/second-factor"]!, body: { nonsense: 1 } },
      "POST /api/auth/second-factor/challenge": {
        ...samples["POST /api/auth/second-factor/challenge"]!,
        body: { nonsense: 1 },
      },
      "POST /api/auth/logout": { ...samples["POST /api/auth/logout"]!, body: { nonsense: 1 } },
      // Reports are counted a moment later, in the list that staff read.
      "POST /api/errors": { ...samples["POST /api/errors"]!, body: { nonsense: 1 } },
      "GET /api/orders/{id}": { ...samples["GET /api/orders/{id}"]!, url: `/api/orders/${of.orders.paid.id}` },
    };
  }

  /** Removes what may differ between replies to the same call: the request ID, times, and the process's own figures. */
  function essence({ status, text, headers }: Answer, key: string): string {
    // A workbook says when it was written.
    if (key.endsWith(".xlsx")) return `${status} ${String(headers["content-length"])}`;
    // Metrics change with every request, and a settlement says when it was printed.
    if (key === "GET /metrics" || key.endsWith("/settlement.pdf")) return String(status);
    return `${status} ${text.replace(/"requestId":"[^"]+"/, "").replace(/"(?:holdSecondsLeft|botPageViews|exportedAt|madeAt|lateSeconds|now|expiresAt|link)":(?:\d+|"[^"]+")/g, "")}`;
  }

  type Ask = (who: Client, headers: Record<string, string>, key: string, sample: Sample) => Promise<Answer>;

  async function listDifferences(callers: Client[], victim: Client, forged: Forged, ask = honest): Promise<string[]> {
    const differences: string[] = [];
    for (const [key, sample] of Object.entries(repeatable(scene))) {
      for (const who of callers) {
        const plain = essence(await ask(who, {}, key, sample), key);
        const compare = async (headers: Record<string, string>) => {
          const spoofed = essence(await ask(who, headers, key, sample), key);
          const names = Object.keys(headers).join(", ");
          if (spoofed !== plain) differences.push(`${key} as ${who.id} with ${names}: ${plain} became ${spoofed}`);
        };
        // Of two choices made at once on the sandbox page only one counts, so these run one by one.
        if (key.endsWith("/complete")) for (const headers of forged(victim)) await compare(headers);
        else await Promise.all(forged(victim).map(compare));
      }
    }
    return differences;
  }

  const honest: Ask = (who, headers, key, sample) =>
    send({ method: key.split(" ")[0] as "GET" }, { ...sample, headers: { ...sample.headers, ...headers } }, who);

  test("change no endpoint's status or body, whoever sends them", async () => {
    const { anon, guest, user, moderator, admin, ended, suspended } = people;
    // The victim is an admin for callers with fewer rights, and the guest with the orders for everyone else.
    const stranger = await scene.site.as("guest");
    const others = [anon, guest, moderator, ended, suspended];
    expect(await listDifferences(others, admin, together)).toEqual([]);
    expect(await listDifferences([anon, user, moderator, admin], guest, together)).toEqual([]);
    // One header could hide what another one does.
    expect(await listDifferences([user], admin, oneByOne)).toEqual([]);
    expect(await listDifferences([stranger], guest, oneByOne)).toEqual([]);
  }, 300_000);

  test("a server that trusted them would be detected", async () => {
    const believing: Ask = (who, headers, key, sample) => {
      const claimed = headers["user-id"] === String(people.guest.id) ? people.guest : who;
      return honest(claimed, headers, key, sample);
    };
    const differences = await listDifferences([people.user], people.guest, oneByOne, believing);
    expect(differences.map((line) => line.split(" as ")[0])).toEqual(
      expect.arrayContaining(["GET /api/me", "GET /api/my-tickets", "GET /api/orders/{id}", "POST /api/orders"]),
    );
  });

  test("what is written with them belongs to the session's person", async () => {
    const { user, admin } = people;
    const headers = Object.fromEntries(pretend(admin));
    const body = {
      lines: [{ ticketTypeId: scene.ticketTypeId, quantity: 1 }],
      buyer: { name: "Ada", email: "ada@example.com" },
    };
    const { body: order } = await user.post("/api/orders", body, headers);
    const { rows } = await sql<{ user_id: number }>`select user_id from orders where id = ${order.id}`.execute(
      scene.site.db,
    );
    expect(rows).toEqual([{ user_id: user.id }]);
    await people.anon.post("/api/auth/logout", {}, headers);
    expect((await admin.get("/api/me")).body.id).toBe(admin.id);
    const registered = await people.anon.post(
      "/api/auth/register",
      { username: "honest-one", displayName: "Honest One", password: "Carnival2026" },
      headers,
    );
    expect(registered.body).toMatchObject({ role: "user", username: "honest-one" });
    expect(registered.body.id).not.toBe(admin.id);
  });
});
