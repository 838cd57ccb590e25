import { afterAll, beforeAll, expect, test } from "vitest";
import { findParts, readHeader, startMailServer } from "#testing/mail-server.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let server: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;
let admin: Client;
beforeAll(async () => {
  server = await startMailServer();
  site = await createSite({ settings: { SMTP_URL: server.url } });
  admin = await site.as("admin");
});
afterAll(async () => {
  await site.close();
  await server.close();
});

const url = "/api/admin/email-texts/order_confirmation";
const draft = { subject: "You're going to {{event}}", intro: "Bring {{name|a friend}}.", buttonLabel: "Open tickets" };

/** Buys a ticket and returns the email about it. */
async function buy() {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await site.app.runJob("mail");
  return server.taken.at(-1)!;
}

test("a saved text is in the next email, and a reset brings back ours; the history has both", async () => {
  const saved = await admin.call("PUT", url, { ...draft, version: 1 });
  expect(saved.body).toMatchObject({ version: 2, isEdited: true, text: draft });
  const mail = await buy();
  expect(readHeader(mail, "subject")).toBe("You're going to Velvet Riddim");
  const html = findParts(mail, "text/html")[0]!.content.toString();
  for (const part of ["Bring Ada Buyer.", "Open tickets"]) expect(html).toContain(part);
  const reset = await admin.post(`${url}/reset`, { version: 2 });
  expect(reset.body).toMatchObject({ version: 3, isEdited: false, text: reset.body.defaultText });
  expect(reset.body.history).toMatchObject([
    { version: 3, text: null, savedBy: { id: admin.id } },
    { version: 2, text: draft },
  ]);
  expect(readHeader(await buy(), "subject")).toBe("Your ticket for Velvet Riddim");
  const { items } = (await admin.get("/api/admin/audit?kind=email_text")).body;
  expect(items.map(({ action }: { action: string }) => action)).toEqual(["email_text.reset", "email_text.changed"]);
});

test("a text with unknown variables or a line break in its subject is refused, and a stale version too", async () => {
  const saveText = (body: object) => admin.call("PUT", url, { ...draft, version: 3, ...body });
  const unknown = await saveText({ intro: "{{password}}" });
  expect([unknown.status, unknown.body.errors![0]!.path]).toEqual([400, "intro"]);
  expect((await saveText({ subject: "Hi\r\nBcc: all@evil.example" })).status).toBe(400);
  for (const version of [2, 4]) expect((await saveText({ version })).body.code).toBe("edited_meanwhile");
  expect((await admin.get(url)).body.version).toBe(3);
});

test("of two who save the same version at once, one is refused", async () => {
  const saves = ["One", "Two"].map((intro) => admin.call("PUT", url, { ...draft, intro, version: 3 }));
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
});

test("a preview shows a draft with the latest order or an example, and says what is wrong with it", async () => {
  const preview = (query: string) => admin.get(`${url}/preview?${query}`);
  const latest = (await preview("subject=See+you+at+{{event}}")).body;
  expect(latest).toMatchObject({ subject: "See you at Velvet Riddim", shows: "Velvet Riddim", problems: [] });
  expect(latest.attachments).toContainEqual(expect.stringMatching(/^tickets-SG-.*\.pdf$/));
  expect((await preview("data=example&intro={{nope}}")).body).toMatchObject({
    shows: null,
    problems: [{ path: "intro", message: "This email has no variable {{nope}}" }],
  });
  const html = await admin.get(`${url}/preview.html?data=example&theme=dark`);
  expect(html.headers["content-security-policy"]).toMatch(/sandbox .*default-src 'none'/);
});

test("a test email is an example with no valid ticket, and leaves once per Idempotency-Key", async () => {
  const before = server.taken.length;
  const body = { ...draft, email: "me@example.com" };
  const headers = { "idempotency-key": "one-test-of-a-text" };
  for (let time = 0; time < 2; time++) await admin.call("POST", `${url}/test`, body, headers);
  await site.app.runJob("mail");
  expect(server.taken.length - before).toBe(1);
  const mail = server.taken.at(-1)!;
  expect(readHeader(mail, "subject")).toMatch(/^\[Test\] You're going to /);
  expect(findParts(mail, "text/plain")[0]!.content.toString()).toContain("EXAMPLE-01-NOT-VALID-FOR-ENTRY");
  for (const type of ["application/pdf", "text/calendar"]) expect(findParts(mail, type)).toEqual([]);
});

test("only admins read, change or test a text", async () => {
  const calls: [string, string, object?][] = [
    ["GET", "/api/admin/email-texts"],
    ["GET", url],
    ["PUT", url, { ...draft, intro: "Hacked", version: 4 }],
    ["POST", `${url}/reset`, { version: 4 }],
    ["GET", `${url}/preview?data=example`],
    ["GET", `${url}/preview.html?data=example`],
    ["POST", `${url}/test`, { ...draft, email: "me@example.com" }],
  ];
  const people = { anon: site.anon, user: await site.as("user"), moderator: await site.as("moderator") };
  const before = server.taken.length;
  for (const [name, person] of Object.entries(people)) {
    for (const [method, path, body] of calls) {
      const { status } = await person.call(method, path, body, { "idempotency-key": `${name}-${method}` });
      expect([name, method, path, status]).toEqual([name, method, path, name === "anon" ? 401 : 403]);
    }
  }
  await site.app.runJob("mail");
  expect(server.taken).toHaveLength(before);
  expect((await admin.get(url)).body.text.intro).not.toBe("Hacked");
});

test("a confirmation brings its tickets, receipt and calendar as files", async () => {
  const mail = await buy();
  for (const type of ["application/pdf", "text/calendar"]) expect(findParts(mail, type).length).toBeGreaterThan(0);
  expect(findParts(mail, "application/pdf")[0]!.content.subarray(0, 5).toString()).toBe("%PDF-");
});
