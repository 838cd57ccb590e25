import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { completePage, createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

let site: Site;
let ticketTypeId: number;
beforeAll(async () => {
  site = await createSite();
  ticketTypeId = await site.create.ticketType({ capacity: 50 });
});
afterAll(() => site.close());

const place = async (buyer: Client) =>
  (await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).body as { id: string };
const held = async (who: Client) => {
  const { status, body } = await who.get("/api/held-orders");
  expect(status).toBe(200);
  return (body.items as { id: string }[]).map(({ id }) => id);
};

test("a person's unpaid orders are listed while they can be paid, latest first, and no one else's", async () => {
  const buyer = await site.as("guest");
  const [first, second] = [await place(buyer), await place(buyer)];
  expect(await held(buyer)).toEqual([second.id, first.id]);
  expect(await held(await site.as("guest"))).toEqual([]);
  expect(await held(await site.as("admin"))).toEqual([]);
  expect((await site.anon.get("/api/held-orders")).status).toBe(401);

  const page = await buyer.post(`/api/orders/${second.id}/payment`);
  expect(await held(buyer)).toEqual([second.id, first.id]);
  await completePage(buyer, paymentPageOf(page), "approve");
  expect(await held(buyer)).toEqual([first.id]);
  await buyer.call("DELETE", `/api/orders/${first.id}`);
  expect(await held(buyer)).toEqual([]);
});

test("an order whose hold has run out is not listed, also before a job has expired it", async () => {
  const buyer = await site.as("guest");
  const order = await place(buyer);
  expect(await held(buyer)).toEqual([order.id]);
  await sql`update orders set hold_expires_at = clock_now() - interval '1 second' where id = ${order.id}::uuid`.execute(
    site.db,
  );
  expect(await held(buyer)).toEqual([]);
});
