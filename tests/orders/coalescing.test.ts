import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { OrderDraft } from "#contract/orders/orders.ts";
import { createPlaceOrder } from "#server/modules/orders/index.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import { hashBody } from "#server/platform/idempotency.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

/** Stock counters that differ from the holds they count. */
async function drift(of: Site) {
  const { rows } = await sql`
    select s.id from stock s left join holds h on h.stock_id = s.id
    group by s.id having s.held <> coalesce(sum(h.quantity) filter (where h.status = 'active'), 0)
      or s.sold <> coalesce(sum(h.quantity) filter (where h.status = 'consumed'), 0)`.execute(of.db);
  return rows;
}

test("calls that arrive together run together, in order, and a single call starts at once", async () => {
  const batches: number[][] = [];
  let started = 0;
  const double = coalesce<number, number>({
    async run(items) {
      started++;
      batches.push(items);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return items.map((item) => ({ ok: true, value: item * 2 }));
    },
  });
  const first = double(1);
  expect(started).toBe(1);
  const rest = Promise.all([2, 3, 4].map(double));
  expect([await first, ...(await rest)]).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test("an item that breaks the whole batch fails alone", async () => {
  const run = coalesce<number, number>({
    async run(items) {
      if (items.includes(13)) throw new Error("thirteen");
      return items.map((item) => ({ ok: true, value: item }));
    },
  });
  const results = await Promise.allSettled([0, 1, 2, 13, 4, 5, 6, 7].map(run));
  expect(results.map((result) => result.status === "fulfilled")).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("lanes do not wait for each other", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const run = coalesce<string, string>({
    lane: (item) => item[0]!,
    async run(items) {
      if (items[0]!.startsWith("slow")) await gate;
      return items.map((item) => ({ ok: true, value: item }));
    },
  });
  const slow = run("slow");
  expect(await run("quick")).toBe("quick");
  release();
  expect(await slow).toBe("slow");
});

test("an order that the database rejects doesn't fail any other order", async () => {
  site = await createSite();
  await sql`
    create function refuse_poison() returns trigger language plpgsql as
    $$ begin if new.buyer_name = 'Poison' then raise exception 'poison'; end if; return new; end $$`.execute(site.db);
  await sql`create trigger poison before insert on orders for each row execute function refuse_poison()`.execute(
    site.db,
  );
  const ticketTypeId = await site.create.ticketType({ capacity: 39 });
  const buyers = await Promise.all(Array.from({ length: 40 }, () => site!.as("guest")));
  const answers = await Promise.all(
    buyers.map((buyer, index) => {
      const name = index === 17 ? "Poison" : "Ada";
      return buyer.post(
        "/api/orders",
        draft([{ ticketTypeId, quantity: 1 }], { buyer: { name, email: "a@example.com" } }),
      );
    }),
  );
  expect(answers.map((answer) => answer.status)).toEqual(buyers.map((_, index) => (index === 17 ? 500 : 201)));
  expect(await drift(site)).toEqual([]);
});

test("orders with many lines over shared stock get all of their lines or none", async () => {
  site = await createSite();
  const eventId = await site.create.event({ capacity: 50 });
  const types = await Promise.all([12, 12, 12, 30].map((capacity) => site!.create.ticketType({ eventId, capacity })));
  const buyers = await Promise.all(Array.from({ length: 60 }, () => site!.as("guest")));
  const wishes = buyers.map((_, index) => {
    const picked = [types[index % 4]!, types[(index * 3 + 1) % 4]!];
    return picked.map((ticketTypeId, line) => ({ ticketTypeId, quantity: 1 + ((index + line) % 3) }));
  });
  const answers = await Promise.all(buyers.map((buyer, index) => buyer.post("/api/orders", draft(wishes[index]!))));
  const placed = answers.filter((answer) => answer.status === 201);
  expect(placed.length).toBeGreaterThan(5);
  expect(answers.filter((answer) => answer.body.code === "in_carts").length).toBeGreaterThan(5);
  for (const answer of placed) expect(answer.body.lines).toHaveLength(2);
  const { rows } = await sql<{ lines: number; held: number }>`
    select (select sum(l.quantity * x.tickets_per_unit)::integer from order_lines l
              join ticket_lines x on x.order_line_id = l.id) as lines,
           (select held from stock where kind = 'event') as held`.execute(site.db);
  expect(rows[0]!.held).toBe(rows[0]!.lines);
  expect(rows[0]!.held).toBeLessThanOrEqual(50);
  expect(await drift(site)).toEqual([]);
});

test("a request that arrives many times at once on two nodes places one order", async () => {
  site = await createSite();
  const node = await createSite({ database: site.database });
  const ticketTypeId = await site.create.ticketType();
  const guest = await site.as("guest");
  const twin = node.clientOf(guest);
  const key = { "idempotency-key": "the-same" };
  const send = (of: Client) => of.post("/api/orders", draft([{ ticketTypeId, quantity: 2 }]), key);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => send(index % 2 ? guest : twin)));
  await node.close();
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(answers[0]!.status).toBe(201);
  const { rows } = await sql<{ orders: number; held: number }>`
    select (select count(*)::integer from orders) as orders, (select sum(held)::integer from stock) as held`.execute(
    site.db,
  );
  expect(rows[0]).toEqual({ orders: 1, held: 2 });
});

test("one key for two different orders in one batch places the first and rejects the other, whatever else is in the batch", async () => {
  const batches: string[][] = [];
  site = await createSite({
    watchSql: (text, values) => {
      if (text.includes("join idempotency_keys k on")) batches.push(values[2] as string[]);
    },
  });
  const ticketTypeId = await site.create.ticketType({ capacity: 10 });
  const [guest, other] = [await site.as("guest"), await site.as("guest")];
  const placeOrder = createPlaceOrder(site.app.deps);
  const ask = ({ id }: Client, key: string, quantity: number) => {
    const body = OrderDraft.parse(draft([{ ticketTypeId, quantity }]));
    const idempotency = { userId: id, route: "POST /api/orders", key, bodyHash: hashBody(body) };
    const buyer = { id, role: "guest" as const, username: "", displayName: "", avatar: null, email: null };
    return placeOrder({ buyer, draft: body, idempotency });
  };
  // The first request goes alone; all others arrive while it is running and go together after it.
  const outcomes = await Promise.allSettled([
    ask(other, "first of all", 1),
    ask(guest, "one key", 2),
    ask(guest, "one key", 3),
    ask(guest, "one key", 2),
    ask(other, "one key", 4),
    ask(guest, "another key", 1),
  ]);
  expect(batches).toEqual([["first of all"], ["one key", "one key", "one key", "one key", "another key"]]);
  const summary = outcomes.map((outcome) =>
    outcome.status === "fulfilled" ? JSON.parse(String(outcome.value.body)).lines[0].quantity : outcome.reason.code,
  );
  expect(summary).toEqual([1, 2, "idempotency_key_reused", 2, 4, 1]);
  const { rows } = await sql<{ quantity: number }>`
    select l.quantity from orders o join order_lines l on l.order_id = o.id order by l.quantity`.execute(site.db);
  expect(rows.map(({ quantity }) => quantity)).toEqual([1, 1, 2, 4]);
  expect(await drift(site)).toEqual([]);
  // Later the key means the same as in the batch.
  const send = (quantity: number) =>
    guest.post("/api/orders", draft([{ ticketTypeId, quantity }]), { "idempotency-key": "one key" });
  expect([(await send(2)).status, (await send(3)).status]).toEqual([201, 422]);
});

test("negative control: without the stored responses the same request places a second order", async () => {
  site = await createSite();
  const ticketTypeId = await site.create.ticketType();
  const guest = await site.as("guest");
  const send = () => guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]), { "idempotency-key": "k" });
  await send();
  await sql`delete from idempotency_keys`.execute(site.db);
  await send();
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from orders`.execute(site.db);
  expect(rows[0]!.count).toBe(2);
});

test("a crash in the middle of a rush loses no acknowledged order, and retries with the same keys finish the rest", async () => {
  site = await createSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 150 });
  const first = await startServerProcess(site.database);
  const tokens = await Promise.all(Array.from({ length: 200 }, () => openSession(first.baseUrl)));
  const promised = new Map<number, string>();
  let answered = 0;
  const crash = new Promise<void>((resolve) => {
    tokens.forEach((token, index) => {
      place(first.baseUrl, token, index, ticketTypeId).then(
        ({ status, body }) => {
          if (status === 201) promised.set(index, body.id);
          // Some batches are done, others are still running.
          if (++answered === 40) void first.kill().then(resolve);
        },
        () => undefined,
      );
    });
  });
  await crash;
  await new Promise((resolve) => setTimeout(resolve, 100));

  const second = await startServerProcess(site.database);
  const retried = await Promise.all(tokens.map((token, index) => place(second.baseUrl, token, index, ticketTypeId)));
  await second.stop();
  for (const [index, id] of promised) expect(retried[index]!.body.id).toBe(id);
  expect(retried.filter((answer) => answer.status === 201)).toHaveLength(150);
  expect(await drift(site)).toEqual([]);
  const { rows } = await sql<{ orders: number; held: number }>`
    select (select count(*)::integer from orders) as orders, (select sum(held)::integer from stock) as held`.execute(
    site.db,
  );
  expect(rows[0]).toEqual({ orders: 150, held: 150 });
});

async function openSession(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/auth/guest`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  await answer.arrayBuffer();
  return /sg_session=([\w-]+)/.exec(answer.headers.get("set-cookie") ?? "")![1]!;
}

async function place(baseUrl: string, token: string, index: number, ticketTypeId: number) {
  const answer = await fetch(`${baseUrl}/api/orders`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": `buyer-${index}`,
    },
    body: JSON.stringify(draft([{ ticketTypeId, quantity: 1 }])),
  });
  return { status: answer.status, body: (await answer.json()) as { id: string } };
}
