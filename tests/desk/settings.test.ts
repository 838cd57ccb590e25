import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings, withSenderName } from "#server/modules/settings/rules.ts";
import { readHeader, startMailServer } from "#tests/kit/mail-server.ts";
import { takeSnapshot } from "#tests/kit/snapshot.ts";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

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
const times = { startsAt: "2027-02-20T03:00:00.000Z", endsAt: "2027-02-20T09:00:00.000Z", timeZone: "America/Jamaica" };

test.each([
  ["mail@example.com", null, "mail@example.com"],
  ["mail@example.com", "The House", { name: "The House", address: "mail@example.com" }],
  ['"Old, Name" <mail@example.com>', "The House", { name: "The House", address: "mail@example.com" }],
])("%s with the name %s is %o", (from, name, expected) => {
  expect(withSenderName(from, name)).toEqual(expected);
});

test("a kept value that no longer fits counts as not set", () => {
  expect(readSettings({ defaultCurrency: "ZZZ", contactEmail: 7, mailSenderName: "The House" })).toMatchObject({
    defaultCurrency: "USD",
    contactEmail: null,
    mailSenderName: "The House",
  });
});

test("what an admin sets is said by every page's facts from the next request on, and the log tells from what to what", async () => {
  expect((await site.anon.get("/api/house")).body).toEqual({ contactEmail: null, links: [] });
  const changed = await admin.post(path, {
    contactEmail: "House@Example.com",
    whatsapp: "https://wa.me/18765550100",
    instagram: "https://www.instagram.com/example.house",
  });
  expect(changed.body.settings.contactEmail).toBe("house@example.com");
  const house = {
    contactEmail: "house@example.com",
    links: [
      { name: "instagram", url: "https://www.instagram.com/example.house" },
      { name: "whatsapp", url: "https://wa.me/18765550100" },
    ],
  };
  expect((await site.anon.get("/api/house")).body).toEqual(house);
  await admin.post(path, { contactEmail: "house@example.com", instagram: null });
  const { items } = (await admin.get("/api/admin/audit?kind=setting")).body;
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({
    action: "settings.changed",
    staff: { id: admin.id },
    before: { instagram: "https://www.instagram.com/example.house" },
    after: { instagram: null },
  });
});

test.each([
  [{ instagram: "https://evil.example.com/instagram.com/" }, "instagram"],
  [{ instagram: "http://instagram.com/house" }, "instagram"],
  [{ youtube: "javascript:alert(1)" }, "youtube"],
  [{ contactEmail: "not an address" }, "contactEmail"],
  [{ mailSenderName: "House\r\nBcc: all@example.com" }, "mailSenderName"],
  [{ defaultTimeZone: "Mars/Olympus" }, "defaultTimeZone"],
  [{ defaultCurrency: "DOGE" }, "defaultCurrency"],
  [{ unknown: 1 }, ""],
])("%o is refused, names the place, and changes nothing", async (body, place) => {
  const before = await takeSnapshot(site.db);
  const answer = await admin.post(path, body);
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, place]);
  expect(await takeSnapshot(site.db)).toEqual(before);
});

test("the environment is shown without its secrets", async () => {
  const { text, body } = await admin.get(path);
  expect(body.environment).toContainEqual({ name: "Pictures", value: "in a bucket", note: null });
  expect(text).not.toMatch(/very-secret|AKIA/);
});

test("a new night starts with the currency that was set, and those that are there keep theirs", async () => {
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

test("mails come from the name that was set, from the next mail on", async () => {
  const mails = await startMailServer();
  const other = await createSite({ settings: { SMTP_URL: mails.url, MAIL_FROM: "tickets@example.com" } });
  try {
    const boss = await other.as("admin");
    await boss.post(path, { mailSenderName: "The Velvet House" });
    const ticketTypeId = await other.make.ticketType();
    await other.buy(await other.as("guest"), [{ ticketTypeId, quantity: 1 }]);
    await other.app.sweep("mail");
    const [mail] = mails.taken;
    expect(readHeader(mail!, "from")).toBe("The Velvet House <tickets@example.com>");
  } finally {
    await other.close();
    await mails.close();
  }
});
