import { afterAll, beforeAll, expect, test } from "vitest";
import { withSenderName } from "#server/modules/email/rules.ts";
import { readSettings } from "#server/modules/settings/rules.ts";
import { readHeader, startMailServer } from "#testing/mail-server.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite({
    settings: {
      S3_ENDPOINT: "https://s3.example.com",
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY: "AKIA-key",
      S3_SECRET_KEY: "very-secret",
    },
  });
  admin = await site.as("admin");
});
afterAll(() => site.close());

const path = "/api/admin/settings";
const times = { startsAt: "2037-02-20T03:00:00.000Z", endsAt: "2037-02-20T09:00:00.000Z", timeZone: "America/Jamaica" };

test.each([
  ["mail@example.com", null, "mail@example.com"],
  ["mail@example.com", "Admin", { name: "Admin", address: "mail@example.com" }],
  ['"Old, Name" <mail@example.com>', "Admin", { name: "Admin", address: "mail@example.com" }],
])("%s with the name %s is %o", (from, name, expected) => {
  expect(withSenderName(from, name)).toEqual(expected);
});

test("a stored value that is no longer valid counts as not set", () => {
  expect(readSettings({ defaultCurrency: "ZZZ", contactEmail: 7, mailSenderName: "Admin" })).toMatchObject({
    defaultCurrency: "USD",
    contactEmail: null,
    mailSenderName: "Admin",
  });
});

test("a changed setting applies from the next request, and the log records the old and new values", async () => {
  expect((await site.anon.get("/api/site")).body).toEqual({
    contactEmail: null,
    links: [],
    info: [],
    isLive: false,
    paymentMethods: [],
    timeZone: "America/New_York",
  });
  const changed = await admin.post(path, {
    contactEmail: "Hello@Example.com",
    whatsapp: "https://wa.me/18765550100",
    instagram: "https://www.instagram.com/example.brand",
  });
  expect(changed.body.settings.contactEmail).toBe("hello@example.com");
  const contact = {
    contactEmail: "hello@example.com",
    links: [
      { name: "instagram", url: "https://www.instagram.com/example.brand" },
      { name: "whatsapp", url: "https://wa.me/18765550100" },
    ],
    info: ["contact"],
    isLive: false,
    paymentMethods: [],
    timeZone: "America/New_York",
  };
  expect((await site.anon.get("/api/site")).body).toEqual(contact);
  await admin.post(path, { contactEmail: "hello@example.com", instagram: null });
  const { items } = (await admin.get("/api/admin/audit?kind=setting")).body;
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({
    action: "settings.changed",
    staff: { id: admin.id },
    before: { instagram: "https://www.instagram.com/example.brand" },
    after: { instagram: null },
  });
});

test.each([
  [{ instagram: "https://evil.example.com/instagram.com/" }, "instagram"],
  [{ instagram: "http://instagram.com/brand" }, "instagram"],
  [{ youtube: "javascript:alert(1)" }, "youtube"],
  [{ contactEmail: "not an address" }, "contactEmail"],
  [{ mailSenderName: "Brand\r\nBcc: all@example.com" }, "mailSenderName"],
  [{ defaultTimeZone: "Mars/Olympus" }, "defaultTimeZone"],
  [{ defaultCurrency: "DOGE" }, "defaultCurrency"],
  [{ trustedNetworks: ["203.0.113.7/33"] }, "trustedNetworks"],
  [{ unknown: 1 }, ""],
])("%o is refused, the error names the field, and nothing changes", async (body, place) => {
  const before = await readSnapshot(site.db);
  const answer = await admin.post(path, body);
  expect([answer.status, answer.body.errors![0]!.path]).toEqual([400, place]);
  expect(await readSnapshot(site.db)).toEqual(before);
});

test("the environment is shown without its secrets", async () => {
  const { text, body } = await admin.get(path);
  expect(body.environment).toContainEqual({ name: "Images", value: "storage bucket", note: null });
  expect(text).not.toMatch(/very-secret|AKIA/);
});

test("a new event starts with the configured currency, and existing events keep theirs", async () => {
  const { body: venue } = await admin.post("/api/admin/venues", {
    name: "The Yard",
    city: "Kingston",
    region: "KGN",
    country: "JM",
  });
  const begin = async (title: string) =>
    (await admin.post("/api/admin/events", { ...times, title, venueId: venue.id })).body;
  const first = await begin("Before");
  await admin.post(path, { defaultCurrency: "JMD" });
  const second = await begin("After");
  expect([first.currency, second.currency]).toEqual(["USD", "JMD"]);
  expect((await admin.get(`/api/admin/events/${first.id}`)).body.currency).toBe("USD");
});

test("mail uses the new sender name from the next mail on", async () => {
  const mails = await startMailServer();
  const other = await createSite({ settings: { SMTP_URL: mails.url, MAIL_FROM: "tickets@example.com" } });
  try {
    const boss = await other.as("admin");
    await boss.post(path, { mailSenderName: "Velvet Events" });
    const ticketTypeId = await other.create.ticketType();
    await other.buy(await other.as("guest"), [{ ticketTypeId, quantity: 1 }]);
    await other.app.runJob("mail");
    const [mail] = mails.taken;
    expect(readHeader(mail!, "from")).toBe("Velvet Events <tickets@example.com>");
  } finally {
    await other.close();
    await mails.close();
  }
});
