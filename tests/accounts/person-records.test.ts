import type { BodyAt } from "#testing/replies.ts";
import type { Answer } from "#testing/site.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkDeletion, checkFactorReset, checkMerge } from "#server/modules/accounts/rules.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { createMember, password as secret } from "./make-member.ts";

let site: Site;
let admin: Client;
let ticketTypeId: number;
let eventId: number;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "the-admin");
  eventId = await site.create.event({ title: "Velvet Riddim" });
  ticketTypeId = await site.create.ticketType({ eventId });
});
afterAll(() => site.close());

const reason = "Asked for it by phone";
const path = <Action extends string = "">(who: { id: number }, action = "" as Action) =>
  `/api/admin/users/${who.id}${action}` as const;
const logOf = async (who: { id: number }) =>
  (await admin.get(`/api/admin/audit?kind=person&id=${who.id}`)).body.items as { action: string; after: unknown }[];

describe("the rules", () => {
  const person = (id: number, role: "guest" | "user" | "admin") => ({ id, role, suspended: false });
  test("the last admin can't be deleted, and admins can't delete or reset themselves", () => {
    expect(checkDeletion(1, person(7, "admin"), 0)?.code).toBe("last_admin");
    expect(checkDeletion(7, person(7, "admin"), 1)?.code).toBe("not_allowed");
    expect(checkDeletion(1, person(7, "user"), 0)).toBeUndefined();
    expect(checkFactorReset(7, person(7, "admin"))?.code).toBe("not_allowed");
    expect(checkFactorReset(1, person(7, "admin"))).toBeUndefined();
  });
  test.each([
    ["user", "guest", undefined],
    ["admin", "guest", undefined],
    ["guest", "guest", "not_allowed"],
    ["user", "user", "not_allowed"],
    ["user", "admin", "not_allowed"],
  ] as const)("merging into a %s, from a %s: %s", (account, guest, code) => {
    expect(checkMerge(person(1, account), person(2, guest))?.code).toBe(code);
  });
});

test("sensitive actions require a recent confirmation, and do nothing without it", async () => {
  const [stale, member, guest] = [await site.as("admin"), await site.as("user"), await site.as("guest")];
  await sql`update sessions set confirmed_at = clock_now() - interval '31 minutes' where user_id = ${stale.id}`.execute(
    site.db,
  );
  const before = await readSnapshot(site.db);
  for (const [action, body] of [
    ["/role", { role: "admin", reason }],
    ["/suspend", { reason }],
    ["/unsuspend", { reason }],
    ["/reset-factors", { reason }],
    ["/reset-link", {}],
    ["/merge", { guestId: guest.id, reason }],
    ["/export", { reason }],
    ["/delete", { reason }],
  ] as const) {
    const answer = await stale.post(path(member, action), body);
    expect([action, answer.status, answer.body.code]).toEqual([action, 403, "confirmation_required"]);
  }
  expect(await readSnapshot(site.db)).toEqual(before);
});

test("a suspended member sees the reason at sign-in, but only with the right password", async () => {
  const member = await createMember(site, "calypso-rose");
  await admin.post(path(member, "/suspend"), { reason: "Sold comps at the gate" });
  const login = (password: string) => site.anon.post("/api/auth/login", { username: "calypso-rose", password });
  expect((await login(secret)).body).toMatchObject({
    code: "suspended",
    message: "This account is suspended: Sold comps at the gate",
  });
  expect((await login("Wrong-password-1")).body.message).not.toContain("comps");
  await admin.post(path(member, "/unsuspend"), { reason });
  expect((await login(secret)).status).toBe(200);
});

test("an admin can sign out one of a person's browsers, or all of them", async () => {
  const member = await createMember(site, "two-phones");
  const signIn = () =>
    site.anon.post(
      "/api/auth/login",
      { username: "two-phones", password: secret },
      { "user-agent": "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36" },
    );
  await signIn();
  await signIn();
  const list = async () => (await admin.get(path(member, "/sessions"))).body.items;
  const sessions = await list();
  expect(sessions.length).toBeGreaterThanOrEqual(2);
  expect(sessions[0]!.device).toBe("Chrome on Android");
  await admin.post(path(member, "/end-sessions"), { sessionId: sessions[0]!.id, reason });
  expect((await list()).map(({ id }) => id)).toEqual(sessions.slice(1).map(({ id }) => id));
  const again = await admin.post(path(member, "/end-sessions"), { sessionId: sessions[0]!.id, reason });
  expect([again.status, again.body.code]).toEqual([404, "not_found"]);
  await admin.post(path(member, "/end-sessions"), { reason });
  expect(await list()).toEqual([]);
  expect((await logOf(member)).map(({ action, after }) => [action, after])).toEqual([
    ["person.sessions_ended", { sessionsEnded: sessions.length - 1 }],
    ["person.sessions_ended", { sessionsEnded: 1 }],
  ]);
});

test("resetting a colleague's lost second factor signs them out, emails them and lets them set up a new one", async () => {
  const colleague = await site.as("moderator");
  await sql`update users set email = 'staff@example.com' where id = ${colleague.id}`.execute(site.db);
  await sql`insert into totp_secrets (user_id, encrypted_secret, confirmed_at) values (${colleague.id}, '\\x00', clock_now())`.execute(
    site.db,
  );
  await sql`insert into recovery_codes (user_id, code_hash) values (${colleague.id}, ${Buffer.alloc(32)})`.execute(
    site.db,
  );
  expect((await admin.get(path(colleague))).body).toMatchObject({ hasSecondFactor: true, canResetFactors: true });
  const { body } = await admin.post(path(colleague, "/reset-factors"), { reason });
  expect(body).toMatchObject({ hasSecondFactor: false, canResetFactors: false, sessionCount: 0 });
  expect((await colleague.get("/api/me")).status).toBe(401);
  const left = await sql`
    select from totp_secrets where user_id = ${colleague.id} union all
    select from recovery_codes where user_id = ${colleague.id}`.execute(site.db);
  expect(left.rows).toHaveLength(0);
  await site.app.runJob("mail");
  const { body: mails } = await admin.get("/api/admin/emails?q=staff@example.com");
  expect(mails.items[0]!.subject).toBe("Your two-factor authentication was reset");
  expect((await logOf(colleague))[0]?.action).toBe("person.factors_reset");
  expect((await admin.post(path(colleague, "/reset-factors"), { reason })).status).toBe(404);
  expect((await admin.post(path(admin, "/reset-factors"), { reason })).body.code).toBe("not_allowed");
});

/** A guest with a paid order, an unpaid one, and a ticket; and a bystander with the same. */
async function withGuests() {
  const [guest, bystander, member] = [await site.as("guest"), await site.as("guest"), await site.as("user")];
  const paid = await site.buy(guest, [{ ticketTypeId, quantity: 2 }]);
  const open = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  await site.buy(bystander, [{ ticketTypeId, quantity: 1 }]);
  return { guest, bystander, member, paid: paid.body, open: open.body };
}

test("a merge moves a guest's orders and tickets to an account and changes nothing else", async () => {
  const { guest, bystander, member, paid, open } = await withGuests();
  const before = await readSnapshot(site.db);
  const plan = await admin.get(`${path(member, "/merge")}?guestId=${guest.id}`);
  expect(plan.body).toMatchObject({
    guest: { id: guest.id },
    moves: [
      { name: "chat", count: 0 },
      { name: "orders", count: 2 },
      { name: "cart", count: 0 },
      { name: "tickets", count: 2 },
    ],
    sessionCount: 1,
  });
  expect(await readSnapshot(site.db)).toEqual(before);

  const state = async () =>
    (
      await sql<{ what: string }>`
        select 'order ' || id || status || total_cents || buyer_email as what from orders
        union all select 'ticket ' || id || version || status || holder_name from tickets
        union all select 'stock ' || id || held || sold from stock
        union all select 'hold ' || holder_id || quantity || status from holds
        union all select 'payment ' || id || status from payments order by 1`.execute(site.db)
    ).rows;
  const unchanged = await state();
  expect((await admin.post(path(member, "/merge"), { guestId: guest.id, reason })).status).toBe(200);
  expect(await state()).toEqual(unchanged);

  const owners = await sql<{ id: number }>`
    select user_id as id from orders where id in (${paid.id}, ${open.id})
    union all select owner_id from tickets where order_id = ${paid.id}`.execute(site.db);
  expect(owners.rows.map(({ id }) => id)).toEqual(Array.from({ length: 4 }, () => member.id));
  expect((await member.get("/api/my-tickets")).body.items).toHaveLength(2);
  expect((await bystander.get("/api/my-tickets")).body.items).toHaveLength(1);
  expect((await guest.get("/api/me")).status).toBe(401);
  // The account can finish what the guest started.
  const payment = await member.post(`/api/orders/${open.id}/payment`);
  await member.post(`${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
  expect((await member.get(`/api/orders/${open.id}`)).body.status).toBe("paid");
  expect((await logOf(member))[0]).toMatchObject({ action: "person.merged", after: { orders: 2, tickets: 2 }, reason });

  const second = await admin.post(path(member, "/merge"), { guestId: guest.id, reason });
  expect(second.status).toBe(404);
});

test("of two merges of one guest at the same moment, one moves everything and the other finds nobody", async () => {
  const { guest, member } = await withGuests();
  const other = await site.as("user");
  const answers = await Promise.all(
    [member, other].map((into) => admin.post(path(into, "/merge"), { guestId: guest.id, reason })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const winner = answers[0]!.status === 200 ? member : other;
  expect((await winner.get("/api/my-tickets")).body.items).toHaveLength(2);
});

test("only a guest can be merged, and only into an account", async () => {
  const { guest, bystander, member } = await withGuests();
  const before = await readSnapshot(site.db);
  for (const [into, from] of [
    [bystander, guest],
    [member, admin],
    [admin, member],
  ] as const) {
    const answer = await admin.post(path(into, "/merge"), { guestId: from.id, reason });
    expect([answer.status, answer.body.code]).toEqual([403, "not_allowed"]);
  }
  expect(await readSnapshot(site.db)).toEqual(before);
});

test("search finds people by order number, order email, and ticket code or number", async () => {
  const { guest, paid } = await withGuests();
  const names = async (q: string, role = "everyone") => {
    const { body } = await admin.get(`/api/admin/users?role=${role}&q=${encodeURIComponent(q)}`);
    return body.items.map(({ id }: { id: number }) => id);
  };
  expect(await names(paid.number)).toEqual([guest.id]);
  expect(await names(paid.number.toLowerCase(), "accounts")).toEqual([guest.id]);
  const ticket = paid.tickets[0]!;
  expect(await names(ticket.code)).toEqual([guest.id]);
  expect(await names(`#${ticket.id}`)).toEqual([guest.id]);
  expect(await names(`${ticket.code.slice(0, -1)}${ticket.code.endsWith("A") ? "B" : "A"}`)).toEqual([]);
  expect(await names("ada@example.com")).toContain(guest.id);
});

test("a timeline shows what happened to a person, newest first, in pages, and nothing about others", async () => {
  const { guest, paid } = await withGuests();
  const door = await site.as("moderator");
  const scan = { eventId, deviceId: "door-device-1", gate: "North" };
  await door.post("/api/scans", { ...scan, code: paid.tickets[0]!.code, scanId: randomUUID() });
  await admin.post(path(guest, "/suspend"), { reason });
  await admin.post(path(guest, "/unsuspend"), { reason });
  const { body } = await admin.get(path(guest, "/timeline"));
  const titles = body.items.map(({ kind, title }) => `${kind}: ${title}`);
  expect(titles).toEqual(
    expect.arrayContaining([
      "staff: the-admin",
      "admission: Checked in: Velvet Riddim",
      "order: Bought 2 × General",
      "order: Ordered 1 × General",
      "account: Started as a guest",
    ]),
  );
  expect(titles.filter((title: string) => title.startsWith("admission"))).toHaveLength(1);
  const instants = body.items.map(({ at }) => at);
  expect(instants).toEqual(instants.toSorted().toReversed());
  expect(body.items[0]!.audit).toMatchObject({ action: "person.unsuspended", reason });
  const only = await admin.get(`${path(guest, "/timeline")}?kind=order`);
  expect(only.body.items).toHaveLength(2);
});

test("no entry is lost or repeated between pages, even if many share an instant", async () => {
  const member = await site.as("user");
  for (let index = 0; index < 30; index++) {
    await sql`
      insert into audit_log (at, staff_id, staff_name, action, target_kind, target_id)
      select date_trunc('second', clock_now()), ${admin.id}, 'The Admin', 'person.suspended', 'person', ${String(member.id)}
      from generate_series(1, 4)`.execute(site.db);
    await sql`
      insert into sessions (token_hash, user_id, expires_at, created_at)
      values (${Buffer.from(randomUUID().replaceAll("-", ""))}, ${member.id}, clock_now() + interval '1 day',
        date_trunc('second', clock_now()))`.execute(site.db);
  }
  const keys: string[] = [];
  type Timeline = BodyAt<"GET", `/api/admin/users/${number}/timeline`>;
  for (let next: string | null = ""; next !== null;) {
    const { body }: Answer<Timeline> = await admin.get(
      `${path(member, "/timeline")}${next && `?before=${encodeURIComponent(next)}`}`,
    );
    keys.push(...body.items.map(({ key }) => key));
    next = body.next;
  }
  // 120 staff entries, 30 sessions made here, the test's own session, and the account's creation.
  expect(keys).toHaveLength(152);
  expect(new Set(keys).size).toBe(152);
});

test("a person's data export contains only their data, without secrets, and is logged", async () => {
  const { guest, paid } = await withGuests();
  const { body, text } = await admin.post(path(guest, "/export"), { reason });
  expect(body.orders).toHaveLength(2);
  expect(body.tickets).toHaveLength(2);
  expect(body.account).toMatchObject({ id: guest.id });
  expect(text).not.toContain(paid.tickets[0]!.code);
  expect((await logOf(guest))[0]).toMatchObject({ action: "person.exported", reason });
});

test("an admin deletes a person by the same rules as self-deletion, and the log keeps who did it and why", async () => {
  const { guest, member } = await withGuests();
  const refused = await admin.post(path(guest, "/delete"), { reason });
  expect([refused.status, refused.body.code]).toEqual([409, "tickets_ahead"]);
  expect((await admin.get(path(guest, "/deletion"))).body.openMatters).toMatchObject([{ kind: "tickets", count: 2 }]);
  expect(await logOf(guest)).toEqual([]);
  expect((await admin.post(path(guest, "/delete"), { reason, giveUpTickets: true })).status).toBe(200);
  expect((await admin.get(path(guest))).status).toBe(404);
  expect((await guest.get("/api/me")).status).toBe(401);
  expect((await logOf(guest))[0]).toMatchObject({ action: "person.deleted", reason });
  expect((await admin.post(path(member, "/delete"), { reason })).status).toBe(200);
  expect((await admin.post(path(admin, "/delete"), { reason })).body.code).toBe("not_allowed");
  expect((await admin.get("/api/me")).status).toBe(200);
});
