import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Paper } from "#contract/papers.ts";
import { brokenInvariants } from "#tests/kit/invariants.ts";
import { openSites } from "#tests/kit/open-sites.ts";
import { readPdf } from "#tests/kit/pdf-reader.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import type { Client, Site, SiteOptions } from "#tests/kit/site.ts";

const openSite = openSites();

const wrong = { name: "Bright Night Ltd", address: "1 Shore Road\nBrooklyn, NY 11231" };
const right = { name: "Bright Nights Ltd", address: "1 Shore Road\nBrooklyn, NY 11231", taxId: "12-3456789" };
const reason = "The buyer wrote: an s is missing";

/** A paid order with an invoice that is made out wrongly. */
async function open(options: SiteOptions = {}) {
  const site = await openSite(options);
  const ticketTypeId = await site.make.ticketType({ priceCents: 4500 });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  const { body: invoice } = await buyer.post<Paper>(`/api/orders/${order.id}/invoice`, wrong);
  return { site, admin: await site.as("admin"), buyer, order, invoice };
}

const correct = (who: Client, orderId: string, paperId: number, more: object = {}) =>
  who.post<Paper & { code?: string }>(`/api/admin/orders/${orderId}/invoice/correction`, {
    ...right,
    paperId,
    reason,
    ...more,
  });
const own = (who: Client, orderId: string, paperId: number, more: object = {}) =>
  who.post<Paper & { code?: string }>(`/api/orders/${orderId}/invoice/correction`, { ...right, paperId, ...more });
const papersOf = async (who: Client, orderId: string) =>
  (await who.get<{ items: Paper[] }>(`/api/orders/${orderId}/papers`)).body.items;

async function textOf(site: Site, who: Client, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${who.token}` };
  return readPdf((await site.app.server.inject({ url: path, headers })).rawPayload).text;
}

test("a correction cancels the invoice and makes it out anew: both linked, numbered, mailed, logged, the first unchanged", async () => {
  const { site, admin, buyer, order, invoice } = await open();
  await admin.post("/api/admin/settings", { taxRateThousandths: 8875 });
  const rowOf = async (id: number) =>
    (await sql`select to_jsonb(p) as row from papers p where id = ${id}`.execute(site.db)).rows[0];
  const before = await rowOf(invoice.id);
  const made = await correct(admin, order.id, invoice.id);
  expect(made.status, made.text).toBe(200);
  expect(made.body).toMatchObject({ kind: "invoice", corrects: invoice.number, isCancelled: false, billing: right });
  expect(await rowOf(invoice.id)).toEqual(before);
  const papers = await papersOf(buyer, order.id);
  const [year] = [invoice.number.split("-")[1]];
  expect(papers.map(({ kind, number, corrects, isCancelled }) => [kind, number, corrects, isCancelled])).toEqual([
    ["receipt", `R-${year}-000001`, null, false],
    ["invoice", `INV-${year}-000001`, null, true],
    ["cancellation", `INC-${year}-000001`, invoice.number, false],
    ["invoice", `INV-${year}-000002`, invoice.number, false],
  ]);
  const base = `/api/orders/${order.id}`;
  const cancellation = papers[2]!;
  const cancelled = await textOf(site, buyer, `${base}/papers/${cancellation.id}`);
  for (const said of ["CANCELLATION", "Bright Night Ltd", invoice.number, "Total cancelled", "no money moved"]) {
    expect(cancelled).toContain(said);
  }
  const anew = await textOf(site, buyer, `${base}/invoice.pdf`);
  for (const said of ["Bright Nights Ltd", "Tax ID 12-3456789", `INV-${year}-000002`, invoice.number, "$90.00"]) {
    expect(anew).toContain(said);
  }
  // The rate that was set meanwhile is none of this sale's.
  expect(anew).not.toContain("8.875");
  const old = await textOf(site, buyer, `${base}/papers/${invoice.id}`);
  expect(old).toContain("this invoice was cancelled");
  expect(old).toContain(cancellation.number);
  expect(old).toContain(`INV-${year}-000002`);

  await site.app.sweep("mail");
  const { rows: mails } = await sql<{ to: string; text: string }>`
    select to_address as to, body_text as text from emails where kind = 'invoice_corrected'`.execute(site.db);
  expect(mails).toMatchObject([{ to: "ada@example.com" }]);
  for (const id of [made.body.id, cancellation.id]) expect(mails[0]!.text).toContain(`${base}/papers/${id}?key=`);
  const { body: audit } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(audit.items).toMatchObject([
    {
      action: "order.invoice_corrected",
      reason,
      before: { invoice: invoice.number },
      after: { invoice: made.body.number, changed: ["name", "taxId"] },
    },
  ]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("both papers are in the accountant's register, and sum to nothing with the invoice that was wrong", async () => {
  const { admin, order, invoice } = await open();
  await correct(admin, order.id, invoice.id);
  // The year in which the house issued them, which begins some hours after that of the servers' clock.
  const [, year] = invoice.number.split("-");
  const { text } = await admin.get(`/api/admin/papers.csv?from=${year}-01-01&to=${year}-12-31`);
  const rows = text
    .replace(/^\ufeff/, "")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(",").map((cell) => cell.replace(/^"|"$/g, "")));
  expect(rows[0]!.join()).toBe("Issued,Kind,Number,About,Order,Made out to,Tax ID,Total,Tax in it,Currency");
  expect(rows.slice(1).map((row) => [row[1], row[3], row[5], row[7]])).toEqual([
    ["receipt", "", "Ada Buyer", "90"],
    ["invoice", "", "Bright Night Ltd", "90"],
    ["cancellation", invoice.number, "Bright Night Ltd", "-90"],
    ["invoice", invoice.number, "Bright Nights Ltd", "90"],
  ]);
});

test("asked again with the same details it is the same correction; nothing new, or an invoice corrected since, is refused", async () => {
  const { site, admin, order, invoice } = await open();
  expect((await correct(admin, order.id, invoice.id, { ...wrong, taxId: undefined })).body.code).toBe("already_exists");
  const made = await correct(admin, order.id, invoice.id);
  const again = await correct(admin, order.id, invoice.id);
  expect([again.status, again.body]).toEqual([200, made.body]);
  expect((await correct(admin, order.id, invoice.id, { name: "Others" })).body.code).toBe("edited_meanwhile");
  expect((await correct(admin, order.id, made.body.id)).body.code).toBe("already_exists");
  expect((await correct(admin, order.id, 999_999)).body.code).toBe("not_found");
  const receipt = (await papersOf(admin, order.id))[0]!;
  expect((await correct(admin, order.id, receipt.id)).body.code).toBe("not_found");
  const third = await correct(admin, order.id, made.body.id, { name: "Bright Nights Inc" });
  expect(third.body.corrects).toBe(made.body.number);
  expect(await papersOf(admin, order.id)).toHaveLength(6);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("buyers correct their invoice once by themselves, afterwards staff do; strangers and staff on that way do not", async () => {
  const { site, admin, buyer, order, invoice } = await open();
  expect((await own(await site.as("user", "stranger"), order.id, invoice.id)).status).toBe(404);
  expect((await own(admin, order.id, invoice.id)).status).toBe(404);
  const made = await own(buyer, order.id, invoice.id);
  expect([made.status, made.body.billing]).toEqual([200, right]);
  expect((await own(buyer, order.id, made.body.id, { name: "Another" })).body.code).toBe("already_exists");
  expect((await correct(admin, order.id, made.body.id, { name: "Another" })).status).toBe(200);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

/** Two desks on two nodes correct one invoice, twenty times each, all with other details. */
async function rush(options: SiteOptions = {}, prepare: (site: Site) => Promise<unknown> = async () => {}) {
  const { site, admin, order, invoice } = await open(options);
  const second = await openSite({ ...options, database: site.database });
  const desks = [admin, second.clientOf(admin)];
  await prepare(site);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      correct(desks[index % 2]!, order.id, invoice.id, { name: `Bright Nights ${index}` }),
    ),
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from papers where kind = 'invoice' and corrects is not null`.execute(site.db);
  return { site, answers, corrections: rows[0]!.count };
}

test("forty corrections of one invoice at once, each with other details, are one", async () => {
  const { site, answers, corrections } = await rush();
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(["edited_meanwhile"]),
  );
  expect(corrections).toBe(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("negative control: without the turn at the numbers and the index the same rush corrects it more than once", async () => {
  const rewriteSql = sabotage([/^[\s\S]*numbers of papers[\s\S]*$/, "select pg_sleep(0.2)"]);
  const dropIndex = ({ db }: Site) => sql`drop index papers_one_correction`.execute(db);
  const { corrections } = await rush({ rewriteSql }, dropIndex);
  expect(corrections).toBeGreaterThan(1);
});

test("without the turn at the numbers the index alone still lets one through", async () => {
  const rewriteSql = sabotage([/^[\s\S]*numbers of papers[\s\S]*$/, "select pg_sleep(0.2)"]);
  expect((await rush({ rewriteSql })).corrections).toBe(1);
});

test("papers from which their person was taken off tell nobody's details", async () => {
  const { site, admin, order, invoice } = await open();
  await correct(admin, order.id, invoice.id);
  await sql`update papers set addressee = null where order_id = ${order.id}`.execute(site.db);
  expect((await papersOf(admin, order.id)).map(({ billing }) => billing)).toEqual([null, null, null, null]);
});

test("money that goes back later is credited to whom the invoice is made out by then, and names it", async () => {
  const { site, admin, order, invoice } = await open();
  await correct(admin, order.id, invoice.id);
  const refund = { ticketIds: [order.tickets[0]!.id], withFee: true, returnsStock: true, amountCents: 4500, reason };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, refund)).status).toBe(201);
  await site.app.sweep("refunds");
  const papers = await papersOf(admin, order.id);
  const [standing, note] = [papers[3]!, papers[4]!];
  expect([standing.kind, note.kind, note.totalCents]).toEqual(["invoice", "credit_note", 4500]);
  const text = await textOf(site, admin, `/api/orders/${order.id}/papers/${note.id}`);
  for (const said of ["CREDIT NOTE", right.name, right.taxId, "For invoice", standing.number, papers[0]!.number]) {
    expect(text).toContain(said);
  }
  expect(text).not.toContain(invoice.number);
  expect(text).not.toContain(wrong.name);
});
