import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage } from "#testing/sabotage.ts";
import type { Client, Site, SiteOptions } from "#testing/site.ts";

const openSite = openSites();

const wrong = { name: "Bright Night Ltd", address: "1 Shore Road\nBrooklyn, NY 11231" };
const right = { name: "Bright Nights Ltd", address: "1 Shore Road\nBrooklyn, NY 11231", taxId: "12-3456789" };
const reason = "The buyer wrote that an s is missing";

/** A paid order with an invoice that has the wrong name. */
async function open(options: SiteOptions = {}) {
  const site = await openSite(options);
  const ticketTypeId = await site.create.ticketType({ priceCents: 4500 });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  const { body: invoice } = await buyer.post(`/api/orders/${order.id}/invoice`, wrong);
  return { site, admin: await site.as("admin"), buyer, order, invoice };
}

const correct = (who: Client, orderId: string, documentId: number, more: object = {}) =>
  who.post(`/api/admin/orders/${orderId}/invoice/correction`, {
    ...right,
    documentId,
    reason,
    ...more,
  });
const own = (who: Client, orderId: string, documentId: number, more: object = {}) =>
  who.post(`/api/orders/${orderId}/invoice/correction`, {
    ...right,
    documentId,
    ...more,
  });
const documentsOf = async (who: Client, orderId: string) =>
  (await who.get(`/api/orders/${orderId}/documents`)).body.items;

async function textOf(site: Site, who: Client, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${who.token}` };
  return readPdf((await site.app.server.inject({ url: path, headers })).rawPayload).text;
}

test("a correction cancels the invoice and issues a new one: both linked, numbered, emailed and logged, the first unchanged", async () => {
  const { site, admin, buyer, order, invoice } = await open();
  await admin.post("/api/admin/settings", { taxRateThousandths: 8875 });
  const rowOf = async (id: number) =>
    (await sql`select to_jsonb(p) as row from order_documents p where id = ${id}`.execute(site.db)).rows[0];
  const before = await rowOf(invoice.id);
  const made = await correct(admin, order.id, invoice.id);
  expect(made.status, made.text).toBe(200);
  expect(made.body).toMatchObject({ kind: "invoice", corrects: invoice.number, isCanceled: false, billing: right });
  expect(await rowOf(invoice.id)).toEqual(before);
  const documents = await documentsOf(buyer, order.id);
  const [year] = [invoice.number.split("-")[1]];
  expect(documents.map(({ kind, number, corrects, isCanceled }) => [kind, number, corrects, isCanceled])).toEqual([
    ["receipt", `R-${year}-000001`, null, false],
    ["invoice", `INV-${year}-000001`, null, true],
    ["cancellation", `INC-${year}-000001`, invoice.number, false],
    ["invoice", `INV-${year}-000002`, invoice.number, false],
  ]);
  const base = `/api/orders/${order.id}`;
  const cancellation = documents[2]!;
  const canceled = await textOf(site, buyer, `${base}/documents/${cancellation.id}`);
  for (const said of ["CANCELLATION", "Bright Night Ltd", invoice.number, "Total canceled", "No money moved"]) {
    expect(canceled).toContain(said);
  }
  const reissued = await textOf(site, buyer, `${base}/invoice.pdf`);
  for (const said of ["Bright Nights Ltd", "Tax ID 12-3456789", `INV-${year}-000002`, invoice.number, "$90.00"]) {
    expect(reissued).toContain(said);
  }
  // The tax rate set in the meantime doesn't apply to this sale.
  expect(reissued).not.toContain("8.875");
  const old = await textOf(site, buyer, `${base}/documents/${invoice.id}`);
  expect(old).toContain("This invoice was canceled");
  expect(old).toContain(cancellation.number);
  expect(old).toContain(`INV-${year}-000002`);

  await site.app.runJob("mail");
  const { rows: mails } = await sql<{ to: string; text: string }>`
    select to_address as to, body_text as text from emails where kind = 'invoice_corrected'`.execute(site.db);
  expect(mails).toMatchObject([{ to: "ada@example.com" }]);
  for (const id of [made.body.id, cancellation.id]) expect(mails[0]!.text).toContain(`${base}/documents/${id}?key=`);
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

test("both documents are in the accountant's register, and the cancellation offsets the wrong invoice", async () => {
  const { admin, order, invoice } = await open();
  await correct(admin, order.id, invoice.id);
  // The organizer's year when they were issued; it starts some hours after the year of the server's clock.
  const [, year] = invoice.number.split("-");
  const { text } = await admin.get(`/api/admin/order-documents.csv?from=${year}-01-01&to=${year}-12-31`);
  const rows = text
    .replace(/^\ufeff/, "")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(",").map((cell) => cell.replace(/^"|"$/g, "")));
  expect(rows[0]!.join()).toBe(
    "Issued,Type,Number,Applies to,Order,Billed to,Tax ID,Total,Tax included,Currency,Sales tax",
  );
  expect(rows.slice(1).map((row) => [row[1], row[3], row[5], row[7]])).toEqual([
    ["receipt", "", "Ada Buyer", "90"],
    ["invoice", "", "Bright Night Ltd", "90"],
    ["cancellation", invoice.number, "Bright Night Ltd", "-90"],
    ["invoice", invoice.number, "Bright Nights Ltd", "90"],
  ]);
});

test("repeating a correction returns the same one; unchanged details or an invoice corrected since are rejected", async () => {
  const { site, admin, order, invoice } = await open();
  expect((await correct(admin, order.id, invoice.id, { ...wrong, taxId: undefined })).body.code).toBe("already_exists");
  const made = await correct(admin, order.id, invoice.id);
  const again = await correct(admin, order.id, invoice.id);
  expect([again.status, again.body]).toEqual([200, made.body]);
  expect((await correct(admin, order.id, invoice.id, { name: "Others" })).body.code).toBe("edited_meanwhile");
  expect((await correct(admin, order.id, made.body.id)).body.code).toBe("already_exists");
  expect((await correct(admin, order.id, 999_999)).body.code).toBe("not_found");
  const receipt = (await documentsOf(admin, order.id))[0]!;
  expect((await correct(admin, order.id, receipt.id)).body.code).toBe("not_found");
  const third = await correct(admin, order.id, made.body.id, { name: "Bright Nights Inc" });
  expect(third.body.corrects).toBe(made.body.number);
  expect(await documentsOf(admin, order.id)).toHaveLength(6);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("buyers can correct their invoice once, after that only staff can; strangers can't, nor staff on the buyer's route", async () => {
  const { site, admin, buyer, order, invoice } = await open();
  expect((await own(await site.as("user", "stranger"), order.id, invoice.id)).status).toBe(404);
  expect((await own(admin, order.id, invoice.id)).status).toBe(404);
  const made = await own(buyer, order.id, invoice.id);
  expect([made.status, made.body.billing]).toEqual([200, right]);
  expect((await own(buyer, order.id, made.body.id, { name: "Another" })).body.code).toBe("already_exists");
  expect((await correct(admin, order.id, made.body.id, { name: "Another" })).status).toBe(200);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

/** Two admin sessions on two nodes correct one invoice, twenty times each, with different details each time. */
async function rush(options: SiteOptions = {}, prepare: (site: Site) => Promise<unknown> = async () => {}) {
  const { site, admin, order, invoice } = await open(options);
  const second = await openSite({ ...options, database: site.database });
  const admins = [admin, second.clientOf(admin)];
  await prepare(site);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      correct(admins[index % 2]!, order.id, invoice.id, { name: `Bright Nights ${index}` }),
    ),
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_documents where kind = 'invoice' and corrects is not null`.execute(
    site.db,
  );
  return { site, answers, corrections: rows[0]!.count };
}

test("of forty corrections of one invoice at once, each with different details, one succeeds", async () => {
  const { site, answers, corrections } = await rush();
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(["edited_meanwhile"]),
  );
  expect(corrections).toBe(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

/** Removes the numbering lock; two corrections have read the order's invoices before either stores anything. */
const withoutLock = () =>
  sabotage(
    [/^[\s\S]*numbers of order documents[\s\S]*$/, "select 1"],
    [
      /(insert into order_documents \(kind, order_id, corrects, addressee\)\s+)values \((.*)\)/,
      `$1select $2 where ${haveRead()}`,
    ],
  );

test("negative control: without the numbering lock and the index the same rush corrects it more than once", async () => {
  const dropIndex = ({ db }: Site) => sql`drop index order_documents_one_correction`.execute(db);
  const { corrections } = await rush({ rewriteSql: withoutLock() }, dropIndex);
  expect(corrections).toBeGreaterThan(1);
});

test("without the numbering lock the index alone still lets only one through", async () => {
  expect((await rush({ rewriteSql: withoutLock() })).corrections).toBe(1);
});

test("documents whose addressee was removed show no personal details", async () => {
  const { site, admin, order, invoice } = await open();
  await correct(admin, order.id, invoice.id);
  await sql`update order_documents set addressee = null where order_id = ${order.id}`.execute(site.db);
  expect((await documentsOf(admin, order.id)).map(({ billing }) => billing)).toEqual([null, null, null, null]);
});

test("a later refund is credited to the addressee of the current invoice and names that invoice", async () => {
  const { site, admin, order, invoice } = await open();
  await correct(admin, order.id, invoice.id);
  const refund = { ticketIds: [order.tickets[0]!.id], withFee: true, returnsStock: true, amountCents: 4500, reason };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, refund)).status).toBe(201);
  await site.app.runJob("refunds");
  const documents = await documentsOf(admin, order.id);
  const [replacement, note] = [documents[3]!, documents[4]!];
  expect([replacement.kind, note.kind, note.totalCents]).toEqual(["invoice", "credit_note", 4500]);
  const text = await textOf(site, admin, `/api/orders/${order.id}/documents/${note.id}`);
  for (const said of [
    "CREDIT NOTE",
    right.name,
    right.taxId,
    "For invoice",
    replacement.number,
    documents[0]!.number,
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toContain(invoice.number);
  expect(text).not.toContain(wrong.name);
});
