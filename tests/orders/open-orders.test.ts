import { expect, test } from "vitest";
import { maxLiveOrders } from "#server/modules/orders/rules.ts";
import { draft } from "#testing/site.ts";
import { openSites } from "#testing/open-sites.ts";

const openSite = openSites();
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

test("a person can have a few unpaid orders and no more until one is paid or canceled", async () => {
  const site = await openSite({ settings: { RATE_LIMITS: "on" } });
  const ticketTypeId = await site.create.ticketType({ capacity: 100 });
  const buyer = await site.as("user");
  const place = () => buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const answers = [];
  for (let order = 0; order <= maxLiveOrders; order++) answers.push(await place());
  expect(statuses(answers)).toEqual([...Array.from({ length: maxLiveOrders }, () => 201), 409]);
  expect(answers.at(-1)!.body.code).toBe("over_limit");
  const { sold, held } = await site.db
    .selectFrom("stock")
    .select(["sold", "held"])
    .where("held", ">", 0)
    .executeTakeFirstOrThrow();
  expect({ sold, held }).toEqual({ sold: 0, held: maxLiveOrders });

  expect((await buyer.call("DELETE", `/api/orders/${answers[0]!.body.id}`)).status).toBeLessThan(300);
  expect((await place()).status).toBe(201);
  expect((await place()).status).toBe(409);
  const other = await site.as("user");
  expect((await other.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).status).toBe(201);
});
