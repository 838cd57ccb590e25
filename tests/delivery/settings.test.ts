import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { rate, setDelivery, tax } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => setDelivery(admin, [], []));

const read = async () => (await admin.get("/api/admin/delivery")).body;
const save = (wish: object) => admin.call("PUT", "/api/admin/delivery", wish);

test("both tables are saved as a whole, in order, and rates keep their ids", async () => {
  const first = await setDelivery(
    admin,
    [rate({ belowGrams: 1000 }), rate({ fromGrams: 1000, priceCents: 1200 })],
    [tax({ zipFrom: "10001", zipTo: "11697" }), tax({ rate: 4000 }), tax({ category: "clothing", rate: 0 })],
  );
  expect(first.taxes.map((row) => [row.zipFrom, row.category, row.rate])).toEqual([
    [null, null, 4000],
    [null, "clothing", 0],
    ["10001", null, 8875],
  ]);
  const [light, heavy] = first.rates;
  const second = await save({ ...first, rates: [heavy, { ...light, priceCents: 800 }] });
  expect(second.status).toBe(200);
  expect(second.body.rates).toEqual([heavy, { ...light, priceCents: 800 }]);
  expect(second.body.version).toBe(first.version + 1);
  expect(await read()).toEqual(second.body);
  const { items } = (await admin.get("/api/admin/audit?action=settings.changed")).body;
  expect(items.length).toBeGreaterThan(0);
});

test.each([
  [
    "a gap",
    { rates: [rate({ states: ["NY"], belowGrams: 2000 }), rate({ states: ["NY"], fromGrams: 3000 })] },
    "rates.1.fromGrams",
    "Rates for NY leave a gap between 2,000 and 3,000 g",
  ],
  [
    "overlapping tax rows",
    { taxes: [tax(), tax({ rate: 1 })] },
    "taxes.1",
    "Tax rows 1 and 2 overlap: both are for everything in NY",
  ],
  ["an unknown state", { rates: [rate({ states: ["ZZ"] })] }, "rates.0.states.0", "Choose a state"],
  ["a name of every object", { taxes: [tax({ state: "toString" })] }, "taxes.0.state", "Choose a state"],
])("%s is refused at its row, and nothing is saved", async (_, wish, path, message) => {
  const before = await setDelivery(admin, [rate()], [tax({ state: "NJ" })]);
  const answer = await save({ ...before, ...wish });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([{ path, message }]);
  expect(await read()).toEqual(before);
});

test("of two admins who save at once, the second is told", async () => {
  const { version } = await read();
  const answers = await Promise.all([
    save({ version, rates: [rate()], taxes: [] }),
    save({ version, rates: [rate({ priceCents: 1 })], taxes: [] }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const saved = answers.find(({ status }) => status === 200)!;
  expect(await read()).toEqual(saved.body);
});

test("a rate that someone deleted comes back as a new one", async () => {
  const { version, rates } = await setDelivery(admin, [rate()]);
  const again = await save({ version, rates: [{ ...rates[0]!, id: rates[0]!.id + 500 }], taxes: [] });
  expect(again.body.rates).toMatchObject([{ name: "Ground" }]);
});
