import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { brokenInvariants } from "#testing/invariants.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { openSites } from "#testing/open-sites.ts";
import { draft, type Client, type Site } from "#testing/site.ts";

const openSite = openSites();
async function open() {
  const site = await openSite({ settings: { RATE_LIMITS: "on" } });
  await installMovingClock(site.database);
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, maxPerPerson: 2 });
  const buyer = await site.as("guest");
  return { site, buyer, ticketTypeId };
}
async function openPaid() {
  const scene = await open();
  const { body: order } = await scene.site.buy(scene.buyer, [{ ticketTypeId: scene.ticketTypeId, quantity: 2 }]);
  return { ...scene, order };
}

const key = () => ({ "idempotency-key": randomUUID() });
const change = (
  who: Client,
  { id }: Order,
  email: string,
  { code, link = "" }: { code?: string; link?: string } = {},
) => who.post(`/api/orders/${id}/email${link}`, { email, ...(code ? { code } : {}) }, key());
const stop = (site: Site, token: string) => site.anon.post("/api/orders/email-stop", { token });

interface Sent {
  to: string;
  kind: string;
  text: string | null;
}
async function mailsOf(site: Site): Promise<Sent[]> {
  await site.app.runJob("mail");
  const { rows } = await sql<Sent>`select to_address as to, kind, body_text as text from emails order by id`.execute(
    site.db,
  );
  return rows;
}
const linkIn = ({ text }: Sent) => `?key=${/key=([\w-]+)/.exec(text!)![1]}`;

/** The secrets of emails are in no stored copy: they are derived here as the emails derive them. */
async function secretsOf(site: Site, { id }: Order) {
  const orders = await import("#server/modules/orders/buyer-email/own-change.ts");
  const { rows } = await sql<{ version: number; slot: number }>`
    select link_version as version, floor(extract(epoch from clock_now()) / 600)::integer as slot from orders
    where id = ${id}::uuid`.execute(site.db);
  const { version, slot } = rows[0]!;
  return {
    token: await orders.findStopToken(site.app.deps, id, version),
    code: (await orders.findEmailCode(site.app.deps, id, version, slot))!,
  };
}

test("the session that bought changes the email: tickets go there, old links die, the old address is told and stops it once", async () => {
  const { site, buyer, order } = await openPaid();
  const [first] = await mailsOf(site);
  const stranger = await site.as("guest");
  const path = `/api/orders/${order.id}` as const;
  expect((await stranger.get(path + linkIn(first!))).status).toBe(200);

  expect((await change(buyer, order, " Ada.New@Example.com ")).body).toEqual({ email: "ada.new@example.com" });
  const mails = await mailsOf(site);
  expect(mails.slice(1).map(({ to, kind }) => [to, kind])).toEqual([
    ["ada.new@example.com", "order_confirmation"],
    ["ada@example.com", "order_email_changed"],
  ]);
  expect((await stranger.get(path + linkIn(first!))).status).toBe(404);
  expect((await stranger.get(path + linkIn(mails[1]!))).status).toBe(200);
  // The old address isn't told the new one, and no stored copy has the link's secret.
  expect(mails[2]!.text).not.toContain("ada.new");
  const { token } = await secretsOf(site, order);
  expect(mails[2]!.text).toMatch(/stop-email=/);
  expect(mails[2]!.text).not.toContain(token!);

  const answers = await Promise.all([stop(site, token!), stop(site, token!)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  const after = (await buyer.get<Order>(path)).body;
  expect(after.buyer.email).toBe("ada@example.com");
  expect(after.tickets.map(({ code }) => code)).not.toEqual(order.tickets.map(({ code }) => code));
  expect((await stranger.get(path + linkIn(mails[1]!))).status).toBe(404);
  expect((await mailsOf(site)).at(-1)).toMatchObject({ to: "ada@example.com", kind: "order_confirmation" });
  // From now on staff decide.
  expect((await change(buyer, order, "third@example.com")).body.code).toBe("order_closed");
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a change can be stopped for 24 hours, by the first address of the day, and not once staff changed it", async () => {
  const late = await openPaid();
  await change(late.buyer, late.order, "new@example.com");
  const { token } = await secretsOf(late.site, late.order);
  await moveClock(late.site.database, 24 * 3600 + 1);
  expect((await stop(late.site, token!)).status).toBe(410);

  const { site, buyer, order } = await openPaid();
  await change(buyer, order, "typo@example.com");
  const former = (await secretsOf(site, order)).token!;
  await change(buyer, order, "new@example.com");
  expect((await stop(site, former)).status).toBe(410);
  const alerts = (await mailsOf(site)).filter(({ kind }) => kind === "order_email_changed");
  expect(alerts.map(({ to }) => to)).toEqual(["ada@example.com", "ada@example.com"]);
  const second = (await secretsOf(site, order)).token!;
  const admin = await site.as("admin");
  const staff = { email: "staff@example.com", newCodes: false, reason: "They called us" };
  expect((await admin.post(`/api/admin/orders/${order.id}/email`, staff, key())).status).toBe(201);
  expect((await stop(site, second)).status).toBe(410);
  expect((await secretsOf(site, order)).token).toBeUndefined();
});

test("after three changes staff decide, and going back to the first address leaves nothing to stop", async () => {
  const { site, buyer, order } = await openPaid();
  await change(buyer, order, "b@example.com");
  await change(buyer, order, "ada@example.com");
  expect((await secretsOf(site, order)).token).toBeUndefined();
  expect((await change(buyer, order, "c@example.com")).status).toBe(201);
  expect((await change(buyer, order, "d@example.com")).body.code).toBe("order_closed");
  expect((await change(buyer, order, "c@example.com")).body.code).toBe("order_closed");
});

test("with only the link, a code that was emailed to the old address is needed, and nobody else can change anything", async () => {
  const { site, order } = await openPaid();
  const [first] = await mailsOf(site);
  const link = linkIn(first!);
  const reader = await site.as("guest");
  expect((await change(reader, order, "x@example.com")).status).toBe(404);
  expect((await reader.post(`/api/orders/${order.id}/email-code`)).status).toBe(404);
  expect((await change(reader, order, "x@example.com", { link })).body.code).toBe("code_invalid");
  for (let times = 0; times < 2; times++)
    expect((await reader.post(`/api/orders/${order.id}/email-code${link}`)).status).toBe(202);
  const codes = (await mailsOf(site)).filter(({ kind }) => kind === "order_email_code");
  expect(codes.map(({ to }) => to)).toEqual(["ada@example.com"]);
  const { code } = await secretsOf(site, order);
  expect(codes[0]!.text).not.toContain(code);
  const wrong = code === "00000000" ? "00000001" : "00000000";
  expect((await change(reader, order, "x@example.com", { link, code: wrong })).body.code).toBe("code_invalid");
  expect((await change(reader, order, "x@example.com", { link, code })).status).toBe(201);
  // It is over with the change, as is the link.
  expect((await change(reader, order, "y@example.com", { link, code })).status).toBe(404);
});

test("a code is over after twenty minutes, and can be guessed five times in ten", async () => {
  const { site, order } = await openPaid();
  const link = linkIn((await mailsOf(site))[0]!);
  const reader = await site.as("guest");
  const { code } = await secretsOf(site, order);
  await moveClock(site.database, 1200);
  const statuses: number[] = [];
  for (let times = 0; times < 6; times++)
    statuses.push((await change(reader, order, "x@example.com", { link, code })).status);
  expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
});

test("on hold the email changes without a word to anyone, and the tickets go to the new one once paid", async () => {
  const { site, buyer, ticketTypeId } = await open();
  const placed = (await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]), key())).body;
  for (const email of ["a@example.com", "b@example.com", "c@example.com", "new@example.com"])
    expect((await change(buyer, placed, email)).status).toBe(201);
  expect((await change(await site.as("guest"), placed, "x@example.com")).status).toBe(404);
  expect(await mailsOf(site)).toEqual([]);
  const { pay } = await import("#tests/promotions/kit.ts");
  await pay(buyer, placed.id);
  expect((await mailsOf(site)).map(({ to, kind }) => [to, kind])).toEqual([["new@example.com", "order_confirmation"]]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("nobody gets more tickets under an address than one person can have by changing an order to it", async () => {
  const { site, buyer, order, ticketTypeId } = await openPaid();
  const other = await site.as("guest");
  const who = { name: "Cy", email: "cy@example.com" };
  const placed = (await other.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { buyer: who }), key())).body;
  expect((await change(other, placed, "ada@example.com")).body.code).toBe("over_limit");
  expect((await change(buyer, order, "cy+more@example.com")).body.code).toBe("over_limit");
  expect((await change(buyer, order, "ada+tickets@example.com")).status).toBe(201);
});

test("the same key changes once, whoever asks at the same moment", async () => {
  const { site, buyer, order } = await openPaid();
  const headers = key();
  const body = { email: "new@example.com" };
  const answers = await Promise.all([1, 2, 3].map(() => buyer.post(`/api/orders/${order.id}/email`, body, headers)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await mailsOf(site)).filter(({ kind }) => kind === "order_email_changed")).toHaveLength(1);
});
