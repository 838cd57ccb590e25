import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropStockCheck } from "#tests/kit/sabotage.ts";
import { startServerProcess, type ServerProcess } from "#tests/kit/server-process.ts";
import { createSite, draft, type Site } from "#tests/kit/site.ts";

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

/** A whole purchase over HTTP, as a stranger makes it; the order and its payment may meet different processes. */
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
  "five hundred buyers over two server processes for %i tickets: exactly so many are sold",
  async (capacity) => {
    const { paid, outcomes, books } = await rush({}, capacity, 500);
    expect(paid).toBe(capacity);
    expect(outcomes.filter((outcome) => outcome === "sold_out")).toHaveLength(500 - capacity);
    expect(books).toEqual({ sold: capacity, held: 0, tickets: capacity });
  },
);

test("negative control: two processes without row locks and without the table's check sell too much", async () => {
  await dropStockCheck(site.db);
  let paid = 0;
  // Two processes may happen to take turns; they do not do so every time.
  for (let tries = 0; tries < 5 && paid <= 7; tries++) paid = (await rush({ WITHOUT_LOCKS: "1" }, 7, 300)).paid;
  expect(paid).toBeGreaterThan(7);
});
