import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { savePool } from "#server/modules/events/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { installMeetingPoint } from "#testing/meeting-point.ts";
import { dropStockCheck } from "#testing/sabotage.ts";
import { startServerProcess, type ServerProcess } from "#testing/server-process.ts";
import { createSite, draft, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

async function fetchJson(url: string, token: string | undefined, body?: unknown) {
  const answer = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as any, cookie: answer.headers.get("set-cookie") };
}

/** A whole purchase over HTTP by a new visitor; the order and its payment may reach different processes. */
async function buyOver(nodes: ServerProcess[], index: number, ticketTypeId: number): Promise<string> {
  const [one, other] = [nodes[index % 2]!.baseUrl, nodes[(index + 1) % 2]!.baseUrl];
  const session = await fetchJson(`${one}/api/auth/guest`, undefined, {});
  const token = /sg_session=([\w-]+)/.exec(session.cookie ?? "")![1]!;
  const placed = await fetchJson(`${one}/api/orders`, token, draft([{ ticketTypeId, quantity: 1 }]));
  if (placed.status !== 201) return placed.body.code;
  const payment = await fetchJson(`${other}/api/orders/${placed.body.id}/payment`, token, {});
  await fetchJson(`${one}${new URL(payment.body.url).pathname}/complete`, undefined, { outcome: "approve" });
  const order = await fetchJson(`${other}/api/orders/${placed.body.id}`, token);
  return order.body.status;
}

async function rush(environment: Record<string, string>, capacity: number, count: number) {
  const ticketTypeId = await site.make.ticketType({ capacity });
  const nodes = await Promise.all([1, 2].map(() => startServerProcess(site.database, environment)));
  try {
    const outcomes = await Promise.all(
      Array.from({ length: count }, (_, index) => buyOver(nodes, index, ticketTypeId)),
    );
    const { rows } = await sql<{ sold: number; held: number; tickets: number }>`
      select s.sold, s.held, (select count(*)::integer from tickets k where k.ticket_type_id = t.id) as tickets
      from ticket_types t join stock s on s.id = t.stock_id where t.id = ${ticketTypeId}`.execute(site.db);
    return { paid: outcomes.filter((outcome) => outcome === "paid").length, outcomes, books: rows[0]! };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

test.each([1, 7, 100])(
  "five hundred buyers over two server processes for %i tickets: exactly that many are sold",
  async (capacity) => {
    const { paid, outcomes, books } = await rush({}, capacity, 500);
    expect(paid).toBe(capacity);
    expect(outcomes.filter((outcome) => outcome === "sold_out" || outcome === "in_carts")).toHaveLength(500 - capacity);
    expect(books).toEqual({ sold: capacity, held: 0, tickets: capacity });
  },
);

test("three types of one pool over two server processes: the pool sells to its last spot and no further", async () => {
  const eventId = await site.make.event();
  const pool = { name: "Main floor", counts: "people" as const, capacity: 60 };
  const poolId = await inTransaction(site.db, (tx) => savePool(tx, eventId, pool));
  const types = await Promise.all(
    [1, 1, 4].map((ticketsPerUnit) =>
      site.make.ticketType({ eventId, capacity: 50, ticketsPerUnit, poolIds: [poolId] }),
    ),
  );
  const nodes = await Promise.all([1, 2].map(() => startServerProcess(site.database)));
  try {
    await Promise.all(Array.from({ length: 300 }, (_, index) => buyOver(nodes, index, types[index % 3]!)));
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
  const { rows } = await sql`
    select s.held, s.sold, (select count(*)::integer from tickets where event_id = ${eventId}) as tickets
    from pools p join stock s on s.id = p.stock_id where p.id = ${poolId}`.execute(site.db);
  expect(rows).toEqual([{ held: 0, sold: 60, tickets: 60 }]);
  expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);
});

test("negative control: two processes without row locks and without the table's check constraint oversell", async () => {
  await dropStockCheck(site.db);
  await installMeetingPoint(site.db);
  expect((await rush({ WITHOUT_LOCKS: "1" }, 1, 30)).paid).toBeGreaterThan(1);
});
