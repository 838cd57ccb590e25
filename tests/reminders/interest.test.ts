import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => sql`truncate interests, emails`.execute(site.db));

const email = "marva@example.com";
const ask = (more: object = {}) => site.anon.call("POST", "/api/interest", { topic: "shop", email, ...more });
const wishes = async () => (await sql<any>`select * from interests order by topic`.execute(site.db)).rows;

/** The mails so far, and the links in the last one. */
async function mails() {
  await site.app.runJob("mail");
  const { rows } = await sql<{ to_address: string; subject: string; body_text: string }>`
    select to_address, subject, body_text from emails order by id`.execute(site.db);
  const last = rows.at(-1)?.body_text ?? "";
  const link = (step: string) => new URL(new RegExp(`http\\S+[?]${step}=\\S+`).exec(last)?.[0] ?? "http://none/");
  return { rows, confirm: link("confirm"), leave: link("leave") };
}

const confirm = ({ searchParams }: URL) =>
  site.anon.call("POST", "/api/interest/confirm", { id: searchParams.get("confirm"), key: searchParams.get("key") });
const oneClick = ({ searchParams }: URL) =>
  `/api/interest/${searchParams.get("leave")}/unsubscribe?key=${searchParams.get("key")}`;

test("a signup sends one mail, and only its link puts the address on the list", async () => {
  expect((await ask({ email: "Marva@Example.com" })).status).toBe(202);
  const { rows, confirm: link } = await mails();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ to_address: email, subject: "Want an email when the shop opens?" });
  expect(link.pathname).toBe("/shop");
  expect((await wishes())[0].status).toBe("asked");
  expect((await confirm(link)).body).toEqual({ topic: "shop" });
  expect((await confirm(link)).status).toBe(200);
  expect((await wishes())[0].status).toBe("confirmed");
});

test("the reply is the same whether or not the address is known, and a second signup doesn't send another mail at once", async () => {
  const first = await ask();
  const again = await ask();
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  const { confirm: link } = await mails();
  await confirm(link);
  expect((await ask()).body).toEqual(first.body);
  expect((await mails()).rows).toHaveLength(1);
});

test("many signups at once for one address send one mail, and never more than five without a confirmation", async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect((await mails()).rows).toHaveLength(1);
  for (let round = 0; round < 8; round++) {
    await sql`update interests set mailed_at = mailed_at - interval '11 minutes'`.execute(site.db);
    await ask();
  }
  expect((await mails()).rows).toHaveLength(5);
});

test("a mail program unsubscribes with one POST: no cookie, no script, either body format", async () => {
  for (const [topic, type, payload] of [
    ["shop", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "live",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ] as const) {
    await ask({ topic, email: `${topic}@example.com` });
    const { confirm: yes, leave } = await mails();
    await confirm(yes);
    const headers = { "content-type": type, origin: "https://mail.example", "sec-fetch-site": "cross-site" };
    const answer = await site.app.server.inject({ method: "POST", url: oneClick(leave), headers, payload });
    expect([answer.statusCode, answer.json()]).toEqual([200, { topic }]);
    // A second POST is harmless, and an old confirmation link doesn't bring the address back.
    expect((await site.anon.call("POST", oneClick(leave))).status).toBe(200);
    expect((await confirm(yes)).status).toBe(404);
  }
  expect((await wishes()).map(({ status }) => status)).toEqual(["left", "left"]);
});

test("opening the one-click URL doesn't unsubscribe: it leads to the page that asks", async () => {
  await ask();
  const { leave } = await mails();
  const answer = await site.anon.get(oneClick(leave));
  expect([answer.status, answer.headers.location]).toEqual([303, `${leave.pathname}${leave.search}`]);
  expect((await wishes())[0].status).toBe("asked");
});

test("without scripts, the page's form leads back to the page", async () => {
  await ask();
  const { leave } = await mails();
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "text/html,*/*" };
  const answer = await site.app.server.inject({ method: "POST", url: oneClick(leave), headers, payload: "" });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/shop?left=1"]);
});

test("a key works only for its own step of its own signup", async () => {
  await ask();
  const { confirm: yes, leave } = await mails();
  const id = yes.searchParams.get("confirm");
  const wrong = await site.anon.call("POST", "/api/interest/confirm", { id, key: leave.searchParams.get("key") });
  const other = await site.anon.call("POST", `/api/interest/${id}/unsubscribe?key=${yes.searchParams.get("key")}`);
  const stranger = await site.anon.call(
    "POST",
    "/api/interest/0199b2f0-0000-7000-8000-000000000000/unsubscribe?key=abcdefghijklmnopqrstuv",
  );
  expect([wrong.status, other.status, stranger.status]).toEqual([404, 404, 404]);
  expect((await wishes())[0].status).toBe("asked");
});

test.each([
  ["no address", { email: "" }],
  ["an incomplete address", { email: "marva@" }],
  ["an unknown topic", { topic: "tickets" }],
  ["an extra field", { name: "Marva" }],
])("a signup with %s is refused and stores nothing", async (_name, more) => {
  expect((await ask(more)).status).toBe(400);
  expect(await wishes()).toEqual([]);
});

test("an unconfirmed signup is deleted after a month, a confirmed one stays", async () => {
  await ask();
  await confirm((await mails()).confirm);
  await ask({ topic: "live", email: "other@example.com" });
  await sql`update interests set asked_at = asked_at - interval '31 days'`.execute(site.db);
  await site.app.runJob("unconfirmed-interests");
  expect((await wishes()).map(({ topic }) => topic)).toEqual(["shop"]);
});
