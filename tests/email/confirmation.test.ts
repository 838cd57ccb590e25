import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { findParts, readHeader, startMailServer, type ReceivedMail } from "#testing/mail-server.ts";
import { readQrCodes } from "#testing/qr-reader.ts";

let server: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;

beforeAll(async () => {
  server = await startMailServer();
  site = await createSite({ settings: { SMTP_URL: server.url, MAIL_FROM: "Savage Gentlemen <tickets@sg.example>" } });
});
afterAll(async () => {
  await site.close();
  await server.close();
});

/** Buys under this name and returns the order and the mail that it caused. */
async function buyAs(
  buyer: { name: string; email: string },
  quantity: number,
  event: Parameters<Site["create"]["event"]>[0] = {},
) {
  const guest = await site.as("guest");
  const eventId = await site.create.event(event);
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Balcony <b>&</b>" });
  const order = await pay(guest, [{ ticketTypeId, quantity }], buyer);
  const before = server.taken.length;
  await site.app.runJob("mail");
  return { order, mails: server.taken.slice(before) };
}

async function pay(
  guest: Client,
  lines: { ticketTypeId: number; quantity: number }[],
  buyer: { name: string; email: string },
) {
  const { body: placed } = await guest.post("/api/orders", draft(lines, { buyer }));
  const payment = await guest.post(`/api/orders/${placed.id}/payment`);
  await guest.post(`${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
  return (await guest.get(`/api/orders/${placed.id}`)).body;
}

async function pictures(mail: ReceivedMail) {
  const images = findParts(mail, "image/png");
  const codes = await Promise.all(images.map(async ({ content }) => (await readQrCodes(content)).join()));
  return images.map(({ headers }, index) => ({ cid: /<(.+)>/.exec(headers["content-id"]!)![1]!, code: codes[index]! }));
}

const ada = { name: "Ada Buyer", email: "ada@example.com" };

test("a paid order of seven tickets gets one mail with all seven, each as a QR code that reads correctly", async () => {
  const { order, mails } = await buyAs(ada, 7, { title: "Jouvert at Midnight" });
  expect(order.tickets).toHaveLength(7);
  expect(mails).toHaveLength(1);
  const [mail] = mails as [ReceivedMail];
  expect(mail.to).toEqual(["ada@example.com"]);
  expect(readHeader(mail, "subject")).toBe("Your 7 tickets for Jouvert at Midnight");
  expect(readHeader(mail, "from")).toBe("Savage Gentlemen <tickets@sg.example>");

  const shown = await pictures(mail);
  expect(shown.map(({ code }) => code)).toEqual(order.tickets.map((ticket) => ticket.code));
  const [html, text] = [
    findParts(mail, "text/html")[0]!.content.toString(),
    findParts(mail, "text/plain")[0]!.content.toString(),
  ];
  for (const [index, ticket] of order.tickets.entries()) {
    expect(html).toContain(`src="cid:${shown[index]!.cid}"`);
    expect(html).toContain(ticket.code);
    expect(text).toContain(ticket.code);
  }
  // Every attached image must be shown, and every shown image attached.
  expect(html.match(/src="cid:/g)).toHaveLength(7);
  expect(text).toContain("Total: $175.00");
  // A link's key can contain any letters.
  const withoutKey = (said: string) => said.replaceAll(/\bkey=[\w-]+/g, "");
  expect(withoutKey(html)).not.toMatch(/undefined|null|NaN|\[object/);
  expect(withoutKey(text)).not.toMatch(/undefined|null|NaN|\[object|<p|<a /);
});

test("if an order is refunded before its mail is sent, the mail is about the order, without tickets or a promise of them", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title: "Late Mail Limbo" }) });
  const order = await pay(await site.as("guest"), [{ ticketTypeId, quantity: 2 }], ada);
  const admin = await site.as("admin");
  const wish = { withFee: true, returnsStock: true, amountCents: order.totalCents, reason: "Asked for it by phone" };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, wish)).status).toBe(201);
  const before = server.taken.length;
  await site.app.runJob("mail");
  const mail = server.taken.slice(before).find((taken) => readHeader(taken, "subject").includes("Late Mail Limbo"))!;
  expect(readHeader(mail, "subject")).toBe(`Your order ${order.number} for Late Mail Limbo`);
  const text = findParts(mail, "text/plain")[0]!.content.toString();
  expect(text).toContain("Thank you, Ada Buyer.");
  expect(text).not.toMatch(/You're in|Your tickets/);
});

test("the link in the mail opens the order with its tickets, without a session", async () => {
  const { order, mails } = await buyAs(ada, 2);
  const text = findParts(mails[0]!, "text/plain")[0]!.content.toString();
  const html = findParts(mails[0]!, "text/html")[0]!.content.toString();
  const link = new URL(/https?:\S+payment-success\S+/.exec(text)![0]);
  expect(html).toContain(link.href.replaceAll("&", "&amp;"));
  const { status, body } = await site.anon.get(
    `/api/orders/${link.searchParams.get("order")}?key=${link.searchParams.get("key")}`,
  );
  expect(status).toBe(200);
  expect(body.tickets.map((ticket) => ticket.code)).toEqual(order.tickets.map((ticket) => ticket.code));
});

test("the mail is sent once, however often the order is reported as paid", async () => {
  const { order } = await buyAs(ada, 1);
  const { body: session } = await site.anon.get(`/api/orders/${order.id}`);
  expect(session.code).toBe("not_found");
  await site.app.runJob("payments");
  await site.app.runJob("webhooks");
  await site.app.runJob("mail");
  const { rows } = await sql`select status, attempts from emails where topic ->> 'orderId' = ${order.id}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ status: "sent", attempts: 1 }]);
  expect(server.taken.filter((mail) => mail.raw.includes(order.number))).toHaveLength(1);
});

/** Names that people enter, and what their email shows of them. */
const names: [string, string][] = [
  [`Ada" <eve@evil.example>, "Bob`, "Ada Bob"],
  ["Ada <eve@evil.example>", "Ada"],
  ["eve@evil.example, ada", "ada"],
  ["=?UTF-8?B?ZXZlQGV2aWwuZXhhbXBsZQ==?=", "UTF-8 B ZXZlQGV2aWwuZXhhbXBsZQ"],
  ["Ada%0d%0aBcc: eve@evil.example", "Ada 0d 0aBcc"],
  ["Ada\\r\\nBcc: eve@evil.example", ""],
  ["{{1234*4321}} ${1234*4321} <%= 1234*4321 %> #{1234*4321} {%raw%}", "raw"],
  [`<script>alert(1)</script><img src=x onerror=alert(1)>`, "src x onerror alert 1"],
  [`" onmouseover="alert(1)`, "onmouseover alert 1"],
  ["Zoë 🎭 Ñandú 王", "Zoë Ñandú 王"],
  ["x".repeat(120), "x".repeat(60)],
  [
    "URGENT your card was charged, call 18005551234 or see http://evil.example/pay",
    "URGENT your card was charged call or see",
  ],
];

test("names that look like headers, addresses, templates or markup are names or nothing", async () => {
  for (const [name, shown] of names) {
    const { order, mails } = await buyAs({ name, email: "ada@example.com" }, 1, {
      title: "<b>Night</b> & {{1234*4321}}",
    });
    expect(order.status).toBe("paid");
    expect(mails).toHaveLength(1);
    const [mail] = mails as [ReceivedMail];
    expect(mail.to).toEqual(["ada@example.com"]);
    const known = [
      "from",
      "to",
      "subject",
      "message-id",
      "date",
      "mime-version",
      "content-type",
      "content-transfer-encoding",
    ];
    expect(Object.keys(mail.headers).filter((header) => !known.includes(header))).toEqual([]);
    for (const header of ["to", "from", "subject", "message-id"]) expect(mail.headers[header]).not.toContain("\n");
    expect(readHeader(mail, "to").match(/([^<>\s]+)>?$/)?.[1]).toBe("ada@example.com");
    const html = findParts(mail, "text/html")[0]!.content.toString();
    expect(html).not.toMatch(/<script|<img src=x|onmouseover="alert/);
    expect(mail.raw).not.toContain(String(1234 * 4321));
    // A name adds no link: all of them lead to our own site.
    const links = Array.from(html.matchAll(/<a\s[^>]*?href="([^"]*)"/g), ([, href]) => href!);
    expect(links).toHaveLength(html.match(/<a\s/g)!.length);
    expect(links.filter((href) => !href.startsWith(site.app.deps.config.baseUrl))).toEqual([]);
    expect(html).toContain("Balcony &lt;b&gt;&amp;&lt;/b&gt;");
    const greeting = shown === "" ? "You're in." : `You're in, ${shown}.`;
    expect(html).toContain(`>${greeting.replace("'", "&#39;")}</h1>`);
    expect(findParts(mail, "text/plain")[0]!.content.toString().split(/\r?\n/)[0]).toBe(greeting);
    expect(
      readHeader(mail, "to")
        .replace(/<ada@example.com>$/, "")
        .replaceAll('"', "")
        .trim(),
    ).toBe(shown === "" ? "ada@example.com" : shown);
  }
});

test("an address that contains a second one or a header can't place an order", async () => {
  const ticketTypeId = await site.create.ticketType();
  const guest = await site.as("guest");
  for (const email of [
    "ada@example.com,eve@evil.example",
    "ada@example.com\r\nBcc: eve@evil.example",
    "<eve@evil.example>",
    "ada@example.com>",
    '"a b"@example.com',
  ]) {
    const answer = await guest.post(
      "/api/orders",
      draft([{ ticketTypeId, quantity: 1 }], { buyer: { name: "Ada", email } }),
    );
    expect([email, answer.status]).toEqual([email, 400]);
  }
});

test("without an email server, the mail is stored for staff to read and isn't retried", async () => {
  const quiet = await createSite();
  try {
    const ticketTypeId = await quiet.create.ticketType();
    const { body: order } = await quiet.buy(await quiet.as("guest"), [{ ticketTypeId, quantity: 2 }]);
    await quiet.app.runJob("mail");
    await quiet.app.runJob("mail");
    const { rows } = await sql<{ status: string; attempts: number; subject: string; html: string; body_text: string }>`
      select status, attempts, subject, html, body_text from emails`.execute(quiet.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ status: "not_sent", attempts: 1, subject: expect.stringContaining("2 tickets") });
    for (const ticket of order.tickets) expect(rows[0]!.body_text).toContain(ticket.code);
    expect(rows[0]!.html).toContain("View your tickets");
  } finally {
    await quiet.close();
  }
});
