import { readCode } from "#tests/orders/hoarders.ts";
import type { Refusal } from "#testing/replies.ts";
import { prepareFulfillment } from "#tests/fulfillment/api-scene.ts";
import { prepareStreams } from "#tests/streams/api-scene.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Endpoint } from "#contract/endpoint.ts";
import { findStopToken } from "#server/modules/orders/buyer-email/own-change.ts";
import { createIdentityService } from "#testing/identity-service.ts";
import { createRoom } from "#tests/chat/kit.ts";
import { prepareCampaigns } from "#tests/campaigns/api-scene.ts";
import { prepareCommunity } from "#tests/community/api-scene.ts";
import { samplesOfNouns } from "./noun-samples.ts";
import { prepareWatching, watchingSamples } from "./scene-watching.ts";
import { adminOrderSamples, prepareAdminOrder } from "./admin-order-samples.ts";
import { prepareRefunds, refundSamples } from "./refund-samples.ts";
import { prepareSelling, sellingSamples } from "./selling-samples.ts";
import {
  createSite,
  draft,
  type Answer,
  type Client,
  type Site,
  type SiteOptions,
  paymentPageOf,
} from "#testing/site.ts";
import { orderDocumentSamples, prepareOrderDocuments } from "./order-document-samples.ts";
import { preparePromotions, promotionSamples } from "./promotion-samples.ts";
import { eventSamples, prepareEvents } from "./event-samples.ts";
import { accountSamples, prepareAccounts } from "./account-samples.ts";
import { prepareDoor } from "#tests/door/batch-kit.ts";
import { personSamples, preparePeople } from "./person-samples.ts";
import { moneySamples, prepareMoney } from "./money-samples.ts";
import { mediaSamples, prepareMedia } from "./media-samples.ts";
import { prepareSecondFactors, secondFactorSamples } from "./second-factor-samples.ts";

export type Scene = Awaited<ReturnType<typeof createScene>>;

/** A busy site: people in every role, and one guest with an order in each status that matters. */
export async function createScene(options: SiteOptions = {}) {
  // A site with https refuses keys over plain http.
  const identities = options.settings?.BASE_URL === undefined ? await createIdentityService() : undefined;
  const site = await createSite({ ...options, settings: { ...identities?.settings, ...options.settings } });
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const openTypeId = await site.create.ticketType({
    eventId,
    pricing: "open",
    priceCents: 0,
    feeCents: 0,
    minimumCents: 500,
  });
  const accounts = await prepareAccounts(site);
  const secondFactors = await prepareSecondFactors(site, identities);
  const people = {
    anon: site.anon,
    guest: await site.as("guest"),
    user: await site.as("user"),
    moderator: await site.as("moderator"),
    admin: await site.as("admin"),
    ...accounts.people,
  };
  const place = async (who: Client) => {
    const answer = await who.post("/api/orders", draft([{ ticketTypeId, quantity: 2 }]));
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const open = await place(people.guest);
  const toCancel = await place(people.guest);
  const paying = await place(people.guest);
  const payment = await people.guest.post(`/api/orders/${paying.id}/payment`);
  const ref = paymentPageOf(payment).split("/").at(-1)!;
  const { body: paid } = await site.buy(people.guest, [{ ticketTypeId, quantity: 2 }]);
  if (paid.status !== "paid") throw new Error("the scene's order isn't paid");
  const adminScene = await prepareAdmin(site, people.admin, ticketTypeId);
  const selling = await prepareSelling(site);
  const productId = await site.create.product({ slug: "yard-tee", eventIds: [eventId], collections: ["tees", "sale"] });
  const scene = {
    site,
    product: {
      id: productId,
      slug: "yard-tee",
      variantId: await site.create.variant({ productId }),
      importId: await prepareImport(people.admin),
    },
    eventId,
    ticketTypeId,
    openTypeId,
    people,
    orders: { open, toCancel, paying, paid },
    emailStopToken: await prepareEmailChange(site, ticketTypeId),
    buyerCode: await readCode(site, people.guest, "ada@example.com"),
    documents: await prepareOrderDocuments(people.guest, paid),
    watching: await prepareWatching(site),
    conflictId: await prepareDoor(site, people.moderator),
    editedEvents: await prepareEvents(site),
    media: await prepareMedia(site),
    money: await prepareMoney(site),
    fulfillment: await prepareFulfillment(site, people.admin),
    chat: await prepareChat(site, people.user),
    community: await prepareCommunity(site, people),
    campaigns: await prepareCampaigns(site, people),
    streams: await prepareStreams(site, people.admin),
    ref,
    adminScene,
    selling,
    adminOrder: await prepareAdminOrder(site),
    refunds: await prepareRefunds(site),
    accounts,
    secondFactors,
    promotions: await preparePromotions(people.admin, eventId),
    customerNoteId: (await people.admin.post(`/api/admin/customers/${paid.id}/notes`, { text: "Hi" })).body.id,
  };
  // Otherwise the first person to read any order's documents would number the ones still due.
  await site.app.runJob("order-documents");
  return scene;
}

/** A product file that waits to be imported. */
async function prepareImport(admin: Client): Promise<number> {
  const path = "/api/admin/product-imports?fileName=hats.csv";
  const file = Buffer.from("Handle,Title,SKU,Price\nbucket-hat,Bucket Hat,HAT-9,28");
  const { body } = await admin.call("POST", path, file, { "content-type": "application/octet-stream" });
  return body.id;
}

/** An open chat room with one message. */
async function prepareChat(site: Site, author: Client) {
  const roomId = await createRoom(site);
  const said = await author.post(`/api/chat/rooms/${roomId}/messages`, { clientId: randomUUID(), text: "First!" });
  return { roomId, messageId: said.body.id };
}

/** What admins work with: a comp to revoke, a stored mail, a member to manage. */
async function prepareAdmin(site: Site, admin: Client, ticketTypeId: number) {
  const given = await admin.post("/api/admin/comps", {
    ticketTypeId,
    quantity: 1,
    guest: { name: "Nadine Hyatt", email: "nadine@example.com" },
    reason: "Press",
  });
  if (given.status !== 201) throw new Error(given.text);
  const { body: host } = await admin.post("/api/admin/comp-hosts", {
    eventId: given.body.event.id,
    name: "DJ Duke",
    budget: 20,
  });
  const guests = [{ line: 1, name: "Grace Guest", email: "", quantity: 1 }];
  const list = { ticketTypeId, hostId: host.id, guests, keepsDuplicates: false, reason: "Press" };
  const { body: batch } = await admin.post("/api/admin/comp-batches", list);
  const { body: claimLink } = await admin.post("/api/admin/comp-batches/links", {
    ticketTypeId,
    quantity: 5,
    maxPerPerson: 1,
    endsAt: "2099-01-01T00:00:00.000Z",
    reason: "Press",
  });
  await site.app.runJob("comp-batches");
  await site.app.runJob("mail");
  const { body: mails } = await admin.get("/api/admin/emails?q=ada");
  return {
    compId: given.body.id,
    compBatchId: batch.id,
    compHostId: host.id,
    claimKey: new URL(claimLink.link!.url).searchParams.get("claim")!,
    mailId: mails.items[0]!.id,
    member: await site.as("user"),
    ...(await preparePeople(site)),
  };
}

/** Changes the email of a paid order. @returns the secret that its former address got */
async function prepareEmailChange(site: Site, ticketTypeId: number): Promise<string> {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  const headers = { "idempotency-key": randomUUID() };
  await buyer.post(`/api/orders/${order.id}/email`, { email: "changed@example.com" }, headers);
  return (await findStopToken(site.app.deps, order.id, 1))!;
}

export interface Sample {
  as: Client;
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Paths of the body that may be left out, as `lines.0.amountCents`. */
  optional?: string[];
}

export const keyOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;

const password = "Carnival2026";

/** One valid call of every endpoint. Tests make invalid calls by changing one thing in these. */
export function createSamples(scene: Scene): Record<string, Sample> {
  const { people, orders, ref, eventId, openTypeId } = scene;
  const { anon, guest, moderator } = people;
  const key = () => ({ "idempotency-key": randomUUID() });
  const scan = () => ({
    code: orders.paid.tickets[0]!.code,
    eventId,
    deviceId: "door-device-1",
    scanId: randomUUID(),
    scannedAt: "2026-11-28T03:00:00.000Z",
    gate: "North",
  });
  return {
    "GET /api/me": { as: guest, url: "/api/me" },
    "POST /api/auth/register": {
      as: anon,
      url: "/api/auth/register",
      body: { username: "new-member", displayName: "New Member", password },
    },
    "POST /api/auth/login": { as: anon, url: "/api/auth/login", body: { username: "new-member", password } },
    "POST /api/auth/guest": { as: anon, url: "/api/auth/guest", body: {}, optional: [""] },
    "POST /api/auth/logout": { as: anon, url: "/api/auth/logout", body: {}, optional: [""] },
    "GET /api/events": {
      as: anon,
      url: "/api/events?when=upcoming&q=night&city=Brooklyn&category=soca&from=2026-01-01&to=2099-12-31&page=1",
    },
    "GET /api/events/markers": { as: anon, url: "/api/events/markers?when=past&q=night&city=Brooklyn&category=soca" },
    "GET /api/events/month": { as: anon, url: "/api/events/month?month=2026-11&q=night&city=Brooklyn" },
    "GET /api/events/{id}": { as: anon, url: `/api/events/${eventId}?accessCode=none` },
    "GET /api/events/next-buyable": { as: anon, url: "/api/events/next-buyable" },
    "GET /api/events/{id}/related": { as: anon, url: `/api/events/${eventId}/related` },
    "GET /feeds/events.ics": { as: anon, url: "/feeds/events.ics?city=Brooklyn" },
    "GET /feeds/events/{id}.ics": { as: anon, url: `/feeds/events/${eventId}.ics` },
    "GET /feeds/events/{id}/social.jpg": { as: anon, url: `/feeds/events/${eventId}/social.jpg?v=1` },
    "GET /feeds/events.xml": { as: anon, url: "/feeds/events.xml" },
    "GET /sitemap.xml": { as: anon, url: "/sitemap.xml" },
    "GET /sitemap-{page}.xml": { as: anon, url: "/sitemap-1.xml" },
    "GET /robots.txt": { as: anon, url: "/robots.txt" },
    "POST /api/orders": {
      as: guest,
      url: "/api/orders",
      body: {
        lines: [{ ticketTypeId: openTypeId, quantity: 1, amountCents: 700 }],
        buyer: { name: "Ada Buyer", email: "ada@example.com" },
        promoCode: "",
        accessCode: "",
        via: "",
      },
      headers: key(),
      optional: ["lines.0.amountCents", "promoCode", "accessCode", "via"],
    },
    "POST /api/orders/quote": {
      as: guest,
      url: "/api/orders/quote",
      body: {
        lines: [{ ticketTypeId: openTypeId, quantity: 1, amountCents: 700 }],
        promoCode: "",
        accessCode: "",
        via: "",
      },
      optional: ["lines.0.amountCents", "promoCode", "accessCode", "via"],
    },
    "POST /api/orders/{id}/payment": {
      as: guest,
      url: `/api/orders/${orders.open.id}/payment`,
      body: {},
      headers: key(),
      optional: [""],
    },
    "GET /api/orders/{id}": { as: guest, url: `/api/orders/${orders.paid.id}?key=none` },
    "DELETE /api/orders/{id}": { as: guest, url: `/api/orders/${orders.toCancel.id}` },
    "GET /api/payments/sandbox/{ref}": { as: anon, url: `/api/payments/sandbox/${ref}` },
    "POST /api/payments/sandbox/{ref}/complete": {
      as: anon,
      url: `/api/payments/sandbox/${ref}/complete`,
      body: { outcome: "decline" },
    },
    "GET /api/orders/last-buyer": { as: guest, url: "/api/orders/last-buyer" },
    "GET /api/my-tickets": { as: guest, url: "/api/my-tickets" },
    "POST /api/my-tickets/find": { as: anon, url: "/api/my-tickets/find", body: { email: "ada@example.com" } },
    "POST /api/my-tickets/email": { as: guest, url: "/api/my-tickets/email", body: {}, optional: [""] },
    "GET /api/held-orders": { as: guest, url: "/api/held-orders" },
    "POST /api/scans": { as: moderator, url: "/api/scans", body: scan(), optional: ["scannedAt", "gate"] },
    "POST /api/scans/batch": {
      as: moderator,
      url: "/api/scans/batch",
      body: { sentAt: new Date().toISOString(), scans: [scan()] },
      // Each scan gets its own result, also one that isn't a scan: tests/door/batch.test.ts.
      optional: ["sentAt", "scans.0 *"],
    },
    "GET /api/door/events": { as: moderator, url: "/api/door/events" },
    "GET /api/door/events/{id}": { as: moderator, url: `/api/door/events/${eventId}` },
    ...orderDocumentSamples(people, scene.documents),
    ...adminSamples(scene),
    ...sellingSamples(people.admin, scene.selling),
    ...adminOrderSamples(people.admin, scene.adminOrder),
    ...refundSamples(people.admin, scene.refunds),
    ...promotionSamples(scene.promotions, people.admin, anon),
    ...eventSamples(people.admin, scene.editedEvents),
    ...accountSamples(scene.accounts, people.anon, people.admin),
    ...mediaSamples(scene.media, people.admin),
    ...moneySamples(scene.money, people.admin),
    ...secondFactorSamples(scene.secondFactors, people.anon),
    ...watchingSamples({ anon, admin: people.admin, eventId, ...scene.watching }),
    ...samplesOfNouns(scene),
    "GET /healthz": { as: anon, url: "/healthz" },
    "GET /readyz": { as: anon, url: "/readyz" },
    "GET /metrics": { as: anon, url: "/metrics" },
    "GET /api/openapi.json": { as: anon, url: "/api/openapi.json" },
    "POST /api/payments/webhooks/{provider}": {
      as: anon,
      url: "/api/payments/webhooks/sandbox",
      body: { id: "evt_1", session: ref },
    },
  };
}

/** Staff calls. */
function adminSamples({ people, orders, adminScene, eventId, ticketTypeId }: Scene): Record<string, Sample> {
  const as = people.admin;
  const key = () => ({ "idempotency-key": randomUUID() });
  const reason = "The guest asked for it";
  const person = `/api/admin/users/${adminScene.member.id}`;
  return {
    "GET /api/admin/figures": { as, url: "/api/admin/figures" },
    "GET /api/admin/audit": { as, url: "/api/admin/audit?kind=person&id=1&page=1" },
    "GET /api/admin/box-office/events": { as, url: "/api/admin/box-office/events?q=night&page=1" },
    "GET /api/admin/box-office/events/{id}": { as, url: `/api/admin/box-office/events/${eventId}` },
    "GET /api/admin/orders": { as, url: `/api/admin/orders?eventId=${eventId}&q=ada&status=paid&sort=-total&page=1` },
    "POST /api/admin/orders/{id}/confirmation": {
      as,
      url: `/api/admin/orders/${orders.paid.id}/confirmation`,
      body: {},
      headers: key(),
      optional: [""],
    },
    "GET /api/admin/tickets": { as, url: `/api/admin/tickets?eventId=${eventId}&status=expected&sort=-type&page=1` },
    "GET /api/admin/tickets.csv": { as, url: `/api/admin/tickets.csv?eventId=${eventId}&q=ada` },
    "GET /api/admin/comps": { as, url: `/api/admin/comps?eventId=${eventId}&status=given&sort=event&page=1` },
    "POST /api/admin/comps": {
      as,
      url: "/api/admin/comps",
      body: { ticketTypeId, quantity: 2, guest: { name: "Selector Duke", email: "duke@example.com" }, reason },
      headers: key(),
      optional: ["guest.email"],
    },
    "POST /api/admin/comps/{id}/revoke": { as, url: `/api/admin/comps/${adminScene.compId}/revoke`, body: { reason } },
    "GET /api/admin/emails": { as, url: "/api/admin/emails?q=ada&status=not_sent&sort=to&page=1" },
    "GET /api/admin/emails/{id}": { as, url: `/api/admin/emails/${adminScene.mailId}` },
    "GET /api/admin/emails/{id}/html": { as, url: `/api/admin/emails/${adminScene.mailId}/html` },
    "POST /api/admin/emails/{id}/resend": {
      as,
      url: `/api/admin/emails/${adminScene.mailId}/resend`,
      body: {},
      headers: key(),
      optional: [""],
    },
    "GET /api/admin/users": { as, url: "/api/admin/users?q=person&role=everyone&status=active&sort=name&page=1" },
    "GET /api/admin/users/{id}": { as, url: person },
    "POST /api/admin/users/{id}/role": { as, url: `${person}/role`, body: { role: "moderator", reason } },
    "POST /api/admin/users/{id}/suspend": { as, url: `${person}/suspend`, body: { reason } },
    "POST /api/admin/users/{id}/unsuspend": { as, url: `${person}/unsuspend`, body: { reason } },
    ...personSamples(as, adminScene),
  };
}

export const send = (endpoint: Pick<Endpoint, "method">, sample: Sample, who = sample.as): Promise<Answer<Refusal>> =>
  who.call(endpoint.method, sample.url, sample.body, sample.headers);

/** Sends raw bytes, for requests that no client would make. */
export async function sendRaw(
  site: Site,
  request: {
    method: string;
    url: string;
    payload?: string | Buffer;
    headers?: Record<string, string>;
    remoteAddress?: string;
  },
): Promise<Answer<Refusal>> {
  const answer = await site.app.server.inject(request as { method: "POST"; url: string });
  const json = String(answer.headers["content-type"]).startsWith("application/json");
  return {
    status: answer.statusCode,
    body: (json ? answer.json() : undefined) as Refusal,
    headers: answer.headers,
    text: answer.body,
  };
}

/** Keeps a scene's confirmations, sign-ins and challenges valid, however long a test takes to call all endpoints. */
export async function extendConfirmations({ site: { db } }: Scene): Promise<void> {
  await sql`update sessions set confirmed_at = later, second_factor_at = later
    from (select clock_now() + interval '1 day' as later) tomorrow`.execute(db);
  await sql`update login_tickets set expires_at = clock_now() + interval '1 day'`.execute(db);
  await sql`update webauthn_challenges set expires_at = clock_now() + interval '1 day'`.execute(db);
}

/** Opens a session for a person and returns its secret, to send as a cookie. */
export async function openSession(site: Site, userId: number): Promise<string> {
  const { createToken } = await import("#server/modules/accounts/sessions.ts");
  const { token, tokenHash } = createToken();
  await sql`insert into sessions (token_hash, user_id, expires_at) values (${tokenHash}, ${userId}, clock_now() + interval '1 day')`.execute(
    site.db,
  );
  return token;
}
