import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { pastNoon } from "./midday.ts";

const { clockOffset, now } = pastNoon();
let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite({ clockOffset });
  admin = await site.as("admin");
});
afterAll(() => site.close());

/** Lines of the file as records. Works only for cells without line breaks. */
async function readLedgerExport(from: string, to: string): Promise<Record<string, string>[]> {
  const { status, text } = await admin.get(`/api/admin/ledger.csv?from=${from}&to=${to}`);
  expect([status, text.slice(0, 1)]).toEqual([200, "\ufeff"]);
  const rows = text
    .slice(1)
    .trim()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain!),
    );
  const [header, ...lines] = rows;
  return lines.map((cells) => Object.fromEntries(header!.map((name, index) => [name, cells[index]!])));
}

const dayIn = (timeZone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now());
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

test("every journal line of the period is a row with its document, and the rows sum to zero", async () => {
  const ticketTypeId = await site.create.ticketType({ priceCents: 2507, feeCents: 207, name: "General" });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 3 }]);
  const { body: refund } = await admin.post(`/api/admin/orders/${order.id}/refunds`, {
    ticketIds: [order.tickets[0]!.id],
    withFee: true,
    returnsStock: true,
    amountCents: 2507,
    reason: "Asked for it",
  });
  expect(refund).toMatchObject({ amountCents: 2507 });
  await site.app.runJob("refunds");

  const today = dayIn("America/New_York");
  const lines = await readLedgerExport(today, today);
  const cents = (rows: typeof lines) => rows.reduce((sum, { Amount }) => sum + Math.round(Number(Amount) * 100), 0);
  expect(cents(lines)).toBe(0);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from journal_lines`.execute(site.db);
  expect(lines).toHaveLength(rows[0]!.count);
  const of = (account: string, what: string) =>
    lines.filter((line) => line["Account"] === account && line["Type"] === what);
  expect(cents(of("provider", "capture"))).toBe(7521);
  expect(cents(of("fees", "sale"))).toBe(-621);
  expect(cents(of("sales", "refund"))).toBe(2300);
  expect(cents(of("provider", "money_back"))).toBe(-2507);
  expect(of("sales", "sale")[0]).toMatchObject({
    Date: today,
    Order: order.number,
    Item: "General",
    Currency: "USD",
    Amount: "-69",
    Document: expect.stringMatching(/^R-\d{4}-000001$/),
  });
  for (const line of [...of("sales", "refund"), ...of("provider", "money_back")]) {
    expect(line["Document"]).toMatch(/^CN-\d{4}-000001$/);
  }
  const entries = Map.groupBy(lines, (line) => line["Entry"]!);
  for (const own of entries.values()) expect(cents(own)).toBe(0);
});

test("days follow the organizer's time zone", async () => {
  const today = dayIn("America/New_York");
  const yesterday = dayBefore(today);
  expect((await readLedgerExport(today, today)).length).toBeGreaterThan(0);
  expect(await readLedgerExport(yesterday, yesterday)).toEqual([]);
  await admin.post("/api/admin/settings", { defaultTimeZone: "Pacific/Kiritimati" });
  const theirs = dayIn("Pacific/Kiritimati");
  expect((await readLedgerExport(theirs, theirs)).every((line) => line["Date"] === theirs)).toBe(true);
  await admin.post("/api/admin/settings", { defaultTimeZone: "America/New_York" });
});

test.each([
  "from=2026-02-30&to=2026-03-01",
  "from=2026-03-02&to=2026-03-01",
  "from=2026-03-01",
  "from=0000-01-01&to=2026-01-01",
  "from=2026-01-01&to=9999-12-31",
])("a period of %s is rejected", async (query) => {
  const { status, body } = await admin.get(`/api/admin/ledger.csv?${query}`);
  expect([status, body.code]).toEqual([400, "invalid_input"]);
});
