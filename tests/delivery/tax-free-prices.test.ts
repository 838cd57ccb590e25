import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { quote as quoteRefund, refund, wish } from "#tests/refunds/kit.ts";
import { rate, setDelivery, ship, tax } from "./kit.ts";

let site: Site;
let admin: Client;
const hoodies: Record<string, number> = {};
/** New York: clothing under $110 is free of tax, everything else is taxed. Westchester (10501-10598) taxes all clothing. */
const taxes = [
  tax({ category: "clothing", freeBelowCents: 11_000 }),
  tax({ category: "general" }),
  tax({ category: "clothing", zipFrom: "10501", zipTo: "10598", rate: 4375 }),
];
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await setDelivery(admin, [rate({ priceCents: 0 })], taxes);
  for (const [name, priceCents] of Object.entries({ a: 10_999, b: 11_000, c: 12_000, d: 6000, e: 11_500 })) {
    hoodies[name] = await site.create.variant({ priceCents });
  }
  await createCode(admin, { code: "TEN" });
  await createCode(admin, { code: "ONE", unitLimit: 1 });
});
afterAll(() => site.close());

const cases: [string, [string, number][], object, number[]][] = [
  ["a hoodie at $109.99 isn't taxed", [["a", 1]], {}, [0]],
  ["a hoodie at $110.00 is taxed", [["b", 1]], {}, [976]],
  ["one at $120 with a 10% code costs $108 and isn't taxed", [["c", 1]], { promoCode: "TEN" }, [0]],
  ["two at $60 aren't taxed: each unit counts", [["d", 2]], {}, [0]],
  ["two at $115 with a code for one of them: only the other is taxed", [["e", 2]], { promoCode: "ONE" }, [1021]],
  [
    "lines are taxed by themselves",
    [
      ["d", 2],
      ["b", 1],
    ],
    {},
    [0, 976],
  ],
  ["a county that doesn't take part taxes $60", [["d", 1]], ship({ city: "Armonk", zip: "10504" }), [263]],
];
test.each(cases)("%s, in the quote and in the order", async (_, lines, more, expected) => {
  const wanted = lines.map(([name, quantity]) => ({ variantId: hoodies[name]!, quantity }));
  const buyer = await site.as("guest");
  const address = { ...ship(), ...more };
  const { body: quoted } = await buyer.post("/api/orders/quote", { lines: wanted, ...address });
  expect(quoted.lines.map(({ taxCents }) => taxCents)).toEqual(expected);
  const { body: order } = await site.buy(buyer, wanted, "approve", address);
  expect(order.lines.map(({ taxCents }) => taxCents)).toEqual(expected);
  const taxCents = expected.reduce((sum, cents) => sum + cents, 0);
  expect(order).toMatchObject({ status: "paid", taxCents, totalCents: quoted.totalCents });
});

test("a refund returns the tax that was charged, also after the table changed, and the ledger is left without any", async () => {
  const lines = [
    { variantId: hoodies["d"]!, quantity: 2 },
    { variantId: hoodies["b"]!, quantity: 2 },
  ];
  const { body: order } = await site.buy(await site.as("guest"), lines, "approve", ship());
  expect(order.taxCents).toBe(1953);
  await setDelivery(admin, [rate({ priceCents: 0 })], [tax()]);
  const [free, taxed] = order.lines.map(({ id }) => id);
  const amount = async (units: object[]) => (await quoteRefund(admin, order.id, { units })).body.amountCents;
  expect(await amount([{ lineId: free, quantity: 1 }])).toBe(6000);
  expect(await amount([{ lineId: taxed, quantity: 1 }])).toBe(11_976);
  for (const [lineId, cents] of [
    [free, 6000],
    [taxed, 11_976],
    [taxed, 11_977],
    [free, 6000],
  ] as const) {
    const one = wish(cents, { units: [{ lineId, quantity: 1 }] });
    expect((await refund(admin, order.id, one)).status).toBe(201);
  }
  await site.app.runJob("refunds");
  expect((await admin.get(`/api/orders/${order.id}`)).body.status).toBe("refunded");
  const { rows } = await sql`
    select coalesce(sum(amount_cents), 0)::integer as cents from journal_lines l join journal_entries e on e.id = l.entry_id
    where e.order_id = ${order.id} and account = 'tax'`.execute(site.db);
  expect(rows).toEqual([{ cents: 0 }]);
  await expectInvariants(site.db);
  await setDelivery(admin, [rate({ priceCents: 0 })], taxes);
});

test("receipts and credit notes say which lines have sales tax, and the register has its sum", async () => {
  const lines = [
    { variantId: hoodies["d"]!, quantity: 1 },
    { variantId: hoodies["b"]!, quantity: 1 },
  ];
  const buyer = await site.as("user");
  const { body: order } = await site.buy(buyer, lines, "approve", ship());
  const textOf = async (path: string) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const { rawPayload } = await site.app.server.inject({ url: `/api/orders/${order.id}/${path}`, headers });
    return readPdf(rawPayload).text;
  };
  const receipt = await textOf("receipt.pdf");
  for (const said of ["No sales tax", "Sales tax $9.76", "$179.76"]) expect(receipt).toContain(said);
  expect((await refund(admin, order.id, wish(17_976))).status).toBe(201);
  for (let round = 0; round < 2; round++) await site.app.runJob("refunds");
  const { body: documents } = await admin.get(`/api/orders/${order.id}/documents`);
  const note = documents.items.find((each: { kind: string }) => each.kind === "credit_note");
  const credit = await textOf(`documents/${note!.id}`);
  for (const said of ["No sales tax", "Sales tax $9.76", "$119.76"]) expect(credit).toContain(said);
  const year = new Date().getUTCFullYear();
  const register = await admin.get(`/api/admin/order-documents.csv?from=${year - 1}-12-01&to=${year + 1}-01-31`);
  const rows = register.text.split("\r\n").filter((row) => row.includes(order.number));
  expect(rows.map((row) => Number(row.split(",").at(-1)))).toEqual([9.76, -9.76]);
});

test("the price is stored with its row, and a save of an older screen without it means none", async () => {
  const { body } = await admin.get("/api/admin/delivery");
  expect(body.taxes.map((row: { freeBelowCents: number | null }) => row.freeBelowCents)).toEqual([11_000, null, null]);
  const saved = await admin.call("PUT", "/api/admin/delivery", { ...body, taxes: [tax()] });
  expect(saved.body.taxes).toMatchObject([{ state: "NY", freeBelowCents: null }]);
  await setDelivery(admin, [rate({ priceCents: 0 })], taxes);
});

test("a row for shipping can't have one", async () => {
  const { body } = await admin.get("/api/admin/delivery");
  const wanted = [...taxes, tax({ category: "shipping", freeBelowCents: 11_000 })];
  const saved = await admin.call("PUT", "/api/admin/delivery", { ...body, taxes: wanted });
  expect(saved.status).toBe(400);
  expect(saved.body.errors).toEqual([
    { path: "taxes.3.freeBelowCents", message: "Tax row 4 is for shipping, which is taxed at any price" },
  ]);
  await expect(
    sql`insert into tax_rates (state, category, rate, free_below_cents) values ('NJ', 'shipping', 1, 1)`.execute(
      site.db,
    ),
  ).rejects.toThrow("tax_rates_check");
});
