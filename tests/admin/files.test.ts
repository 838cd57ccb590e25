import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { csvPageSize } from "#server/platform/csv.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;

const hostile = ["=1+1", "+1+1", "-1-1", "@SUM(A1)", "\t=1", " =1", "|calc", "%0A=1"];

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title: "Velvet Riddim" }) });
  const guest = { name: "Selector Duke", email: "duke@example.com" };
  await site.as("user", "member");
  for (let count = 0; count < hostile.length; count++) {
    await admin.post("/api/admin/comps", { ticketTypeId, quantity: 1, guest, reason: "Plays" });
  }
  await site.app.runJob("mail");
});
afterAll(() => site.close());

/** Writes text that any person could have entered, bypassing all forms: the file must not trust it. */
const poison: Record<string, (text: string) => Promise<unknown>> = {
  users: (text) => sql`update users set display_name = ${text} where role = 'user'`.execute(site.db),
  orders: (text) => sql`update orders set buyer_name = ${text}`.execute(site.db),
  emails: (text) => sql`update emails set to_name = ${text}, subject = ${text}`.execute(site.db),
  comps: (text) => sql`update comps set reason = ${text}`.execute(site.db),
};
const names: Record<string, string> = { users: "customers", orders: "orders", emails: "emails", comps: "comps" };

test.for(Object.keys(poison).flatMap((list) => hostile.map((text) => [list, text] as const)))(
  "the %s file contains %j as text that no spreadsheet runs",
  async ([list, text]) => {
    await poison[list]!(text);
    const answer = await admin.get(`/api/admin/${list}.csv`);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toBe(`attachment; filename="${names[list]}.csv"`);
    expect(answer.text.startsWith("\ufeff")).toBe(true);
    expect(answer.text).toContain(`"'${text}"`);
    expect(answer.text).not.toContain(`"${text}"`);
  },
);

test.for([
  ["users", "role=everyone&q=nobody-at-all", 0],
  ["users", "role=admin", 1],
  ["orders", "status=paid", hostile.length],
  ["orders", "status=canceled", 0],
  ["emails", "status=not_sent", hostile.length],
  ["emails", "status=failed", 0],
  ["comps", "status=given", hostile.length],
  ["comps", "status=revoked", 0],
] as const)("the %s?%s file has the same rows as the list with these filters", async ([list, query, count]) => {
  const { body } = await admin.get(`/api/admin/${list}?${query}`);
  const { text } = await admin.get(`/api/admin/${list}.csv?${query}`);
  expect([body.total, text.trim().split("\r\n").length - 1]).toEqual([count, count]);
});

test("a file spans many pages and neither repeats nor loses a row", async () => {
  const many = csvPageSize * 2 + 7;
  await sql`
    insert into users (username, display_name, role)
    select 'crowd-' || n, 'Crowd', 'user' from generate_series(1, ${many}::integer) n`.execute(site.db);
  const { text } = await admin.get("/api/admin/users.csv?role=user&q=crowd&sort=username");
  const usernames = text.match(/crowd-\d+/g) ?? [];
  expect([usernames.length, new Set(usernames).size]).toEqual([many, many]);
  expect(text.match(/\ufeff/g)).toHaveLength(1);
});

test("a file with an unsupported sort order is refused before anything is sent", async () => {
  const answer = await admin.get("/api/admin/orders.csv?sort=buyer");
  expect([answer.status, answer.body.code]).toEqual([400, "invalid_input"]);
  expect(answer.headers["content-disposition"]).toBeUndefined();
});

test("an event's files are named after it, in its time zone, and list attendees by last name", async () => {
  const startsAt = new Date("2031-03-02T04:30:00Z");
  const endsAt = new Date("2031-03-02T09:00:00Z");
  const eventId = await site.create.event({
    title: "Güd Vibes, Only",
    startsAt,
    endsAt,
    timeZone: "America/Los_Angeles",
  });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const people = ["Zoë Adams", "Ana de la Cruz", "Sammy Davis Jr.", "Ada Zola", "Beyoncé"];
  for (const name of people) {
    const guest = { name, email: "guest@example.com" };
    await admin.post("/api/admin/comps", { ticketTypeId, quantity: 1, guest, reason: "Plays" });
  }
  await sql`
    update tickets set created_at = '2031-01-01T06:00:00Z' where event_id = ${eventId}`.execute(site.db);
  const attendees = await admin.get(`/api/admin/tickets.csv?eventId=${eventId}`);
  expect(attendees.headers["content-disposition"]).toMatch(/filename="[a-z-]+-2031-03-01-attendees\.csv"$/);
  const [header, ...rows] = attendees.text.trim().split("\r\n");
  expect(header).toContain('"Holder","Last name"');
  expect(rows.map((row) => people.find((name) => row.includes(`"${name}"`)))).toEqual([
    "Zoë Adams",
    "Beyoncé",
    "Sammy Davis Jr.",
    "Ana de la Cruz",
    "Ada Zola",
  ]);
  for (const row of rows) expect(row).toContain('"2030-12-31 22:00:00","America/Los_Angeles"');
  const reversed = await admin.get(`/api/admin/tickets.csv?eventId=${eventId}&sort=-name`);
  expect(reversed.text.indexOf("Zola")).toBeLessThan(reversed.text.indexOf("Adams"));
  const orders = await admin.get(`/api/admin/orders.csv?eventId=${eventId}`);
  expect(orders.headers["content-disposition"]).toMatch(/-2031-03-01-orders\.csv"$/);
  expect(orders.text).toContain('"America/Los_Angeles"');
  const doorList = await admin.get(`/api/admin/events/${eventId}/door-list.pdf`);
  expect(doorList.headers["content-disposition"]).toMatch(/-2031-03-01-door-list\.pdf"$/);
  expect((await admin.get("/api/admin/orders.csv")).headers["content-disposition"]).toBe(
    'attachment; filename="orders.csv"',
  );
});
