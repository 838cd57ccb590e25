import { isPaid, ticketsLeft, worthOf } from "./model.ts";
import { readRows, type World } from "./world.ts";

/** Returns where the site's rows differ from the model. */
export async function compare(world: World): Promise<string[]> {
  const { model } = world;
  const rows = await readRows(world);
  const differences: string[] = [];
  const check = (what: string, is: unknown, must: unknown) => {
    const [found, expected] = [JSON.stringify(is), JSON.stringify(must)];
    if (found !== expected) differences.push(`${what} is ${found}, must be ${expected}`);
  };
  check("the stock", rows.stocks, model.stocks);
  for (const [index, order] of model.orders.entries()) {
    const row = rows.orders[index]!;
    const tickets = isPaid(order) ? ticketsLeft(order).length : 0;
    check(
      `order ${index}`,
      [row.status, row.total, row.tickets, row.due, row.done],
      [order.status, order.totalCents, tickets, order.back.due, order.back.done],
    );
  }
  return differences;
}

/** Compares the totals of the provider's own list, in cents, with the model's. */
export async function compareMoney({ site, model, orders }: World): Promise<string[]> {
  const ours = new Set(orders.map(({ id }) => id));
  const subjects = new Map(
    (await site.db.selectFrom("payments").select(["id", "subject_id"]).execute()).map((row) => [
      row.id,
      row.subject_id,
    ]),
  );
  let [taken, returned] = [0, 0];
  for await (const line of site.app.services.payments.provider.listMoney({
    from: new Date(0),
    to: new Date("2100-01-01"),
  })) {
    if (line.paymentId === null || !ours.has(subjects.get(line.paymentId) ?? "")) continue;
    if (line.kind === "charge") taken += line.amountCents;
    if (line.kind === "refund" && line.status === "done") returned += line.amountCents;
  }
  const net = model.orders.filter(isPaid).reduce((sum, order) => sum + worthOf(order, ticketsLeft(order).length), 0);
  const found = { taken, returned, net: taken - returned };
  const expected = { taken: model.taken, returned: model.returned, net };
  return JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`the money is ${JSON.stringify(found)}, must be ${JSON.stringify(expected)}`];
}
