import { sql } from "kysely";
import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { countRows, difference, setUpOrder } from "./scenes.ts";

const guest = { name: "Grace Guest", email: "grace@example.com" };
const comp = (ticketTypeId: number) => ({ ticketTypeId, quantity: 2, guest, reason: "Friends and family" });

async function openAdmin(site: Site) {
  const admin = await site.as("admin");
  return { token: admin.token!, ticketTypeId: await site.create.ticketType({ capacity: 5 }) };
}

async function compareComps(
  site: Site,
  expected: { comps: number; valid: number; sold: number; given: number; revoked: number },
) {
  const countActions = (action: string) => countRows(site, `audit_log where action = '${action}'`);
  const found = {
    comps: await countRows(site, "comps"),
    valid: await countRows(site, "tickets where status = 'valid'"),
    sold: await countRows(site, "stock s, generate_series(1, s.sold)"),
    given: await countActions("comp.issued"),
    revoked: await countActions("comp.revoked"),
  };
  return difference("comps", found, expected);
}

/** Actions of staff. */
export const adminFlows = [
  flow({
    name: "issue comps",
    covers: ["POST /api/admin/comps"],
    prepare: openAdmin,
    async run({ send }, { token, ticketTypeId }) {
      await send({ path: "/api/admin/comps", token, key: "give", body: comp(ticketTypeId) });
    },
    check: (site) => compareComps(site, { comps: 1, valid: 2, sold: 2, given: 1, revoked: 0 }),
  }),
  flow({
    name: "revoke comps",
    covers: ["POST /api/admin/comps/{id}/revoke"],
    async prepare(site) {
      const scene = await openAdmin(site);
      const admin = await site.as("admin");
      const { body } = await admin.post("/api/admin/comps", comp(scene.ticketTypeId));
      return { ...scene, compId: body.id };
    },
    async run({ send }, { token, compId }) {
      const path = `/api/admin/comps/${compId}/revoke` as const;
      await send({ path, token, body: { reason: "They can't come" }, orRefused: [409] });
    },
    check: (site) => compareComps(site, { comps: 1, valid: 0, sold: 0, given: 1, revoked: 1 }),
  }),
  flow({
    name: "resend a confirmation",
    covers: ["POST /api/admin/orders/{id}/confirmation", "POST /api/admin/emails/{id}/resend"],
    async prepare(site) {
      const { orderId } = await setUpOrder(site, { quantity: 1, outcome: "approve" });
      await site.app.runJob("mail");
      return { orderId, token: (await site.as("admin")).token! };
    },
    async run({ send }, { token, orderId }) {
      await send({ path: `/api/admin/orders/${orderId}/confirmation`, token, key: "again", body: {} });
    },
    check: async (site) => difference("emails", { count: await countRows(site, "emails") }, { count: 2 }),
  }),
  flow({
    name: "email tickets to another address",
    covers: ["POST /api/admin/orders/{id}/tickets-email"],
    async prepare(site) {
      const { orderId } = await setUpOrder(site, { quantity: 1, outcome: "approve" });
      return { orderId, token: (await site.as("admin")).token! };
    },
    async run({ send }, { token, orderId }) {
      const body = { email: "friend@example.com", reason: "They asked for it" };
      await send({ path: `/api/admin/orders/${orderId}/tickets-email`, token, key: "copy", body });
    },
    check: async (site) => difference("emails", { count: await countRows(site, "emails") }, { count: 2 }),
  }),
  flow({
    name: "change an order's email",
    covers: ["POST /api/admin/orders/{id}/email"],
    async prepare(site) {
      const { orderId } = await setUpOrder(site, { quantity: 1, outcome: "approve" });
      return { orderId, token: (await site.as("admin")).token! };
    },
    async run({ send }, { token, orderId }) {
      const body = { email: "new@example.com", newCodes: true, reason: "A typo" };
      await send({ path: `/api/admin/orders/${orderId}/email`, token, key: "email", body });
    },
    check: async (site, { orderId }) => {
      const { rows } = await sql<{ version: number; code: number }>`
        select link_version as version, (select max(version) from tickets where order_id = o.id) as code
        from orders o where id = ${orderId}`.execute(site.db);
      const found = { ...rows[0], mails: await countRows(site, "emails") };
      return difference("order", found, { version: 1, code: 2, mails: 2 });
    },
  }),
  flow({
    name: "a buyer changes their order's email",
    covers: ["POST /api/orders/{id}/email"],
    prepare: (site) => setUpOrder(site, { quantity: 1, outcome: "approve" }),
    async run({ send }, { token, orderId }) {
      await send({ path: `/api/orders/${orderId}/email`, token, key: "own-email", body: { email: "new@example.com" } });
    },
    check: async (site, { orderId }) => {
      const { rows } = await sql<{ version: number; changes: number; former: string }>`
        select link_version as version, email_changes as changes, former_email is not null as former
        from orders where id = ${orderId}`.execute(site.db);
      const found = { ...rows[0], mails: await countRows(site, "emails") };
      return difference("order", found, { version: 1, changes: 1, former: true, mails: 3 });
    },
  }),
  flow({
    name: "create many promo codes",
    covers: ["POST /api/admin/promo-codes/batches"],
    prepare: openAdmin,
    async run({ send }, { token }) {
      const body = { prefix: "SOCA", count: 50, discount: { kind: "percent", percent: 10 } };
      await send({ path: "/api/admin/promo-codes/batches", token, key: "codes", body });
    },
    check: async (site) => {
      const found = {
        codes: await countRows(site, "promo_codes"),
        stock: await countRows(site, "stock where kind = 'promo'"),
      };
      return difference("codes", found, { codes: 50, stock: 50 });
    },
  }),
  flow({
    name: "add a note to an order",
    covers: ["POST /api/admin/orders/{id}/notes"],
    async prepare(site) {
      const { orderId } = await setUpOrder(site, { quantity: 1, outcome: "approve" });
      return { orderId, token: (await site.as("admin")).token! };
    },
    async run({ send }, { token, orderId }) {
      await send({ path: `/api/admin/orders/${orderId}/notes`, token, key: "note", body: { text: "Called twice" } });
    },
    check: async (site) => difference("notes", { count: await countRows(site, "order_notes") }, { count: 1 }),
  }),
  flow({
    name: "add a note about a customer",
    covers: ["POST /api/admin/customers/{id}/notes"],
    async prepare(site) {
      const { orderId } = await setUpOrder(site, { quantity: 1, outcome: "approve" });
      return { orderId, token: (await site.as("admin")).token! };
    },
    async run({ send }, { token, orderId }) {
      const path = `/api/admin/customers/${orderId}/notes` as const;
      await send({ path, token, key: "note", body: { text: "Called twice" } });
    },
    check: async (site) => difference("notes", { count: await countRows(site, "customer_notes") }, { count: 1 }),
  }),
  flow({
    name: "correct an invoice",
    covers: ["POST /api/admin/orders/{id}/invoice/correction"],
    async prepare(site) {
      const { orderId, token: buyer } = await setUpOrder(site, { quantity: 1, outcome: "approve" });
      const billing = { name: "Bright Night Ltd", address: "1 Shore Road" };
      const path = `/api/orders/${orderId}` as const;
      await site.app.server.inject({
        method: "POST",
        url: `${path}/invoice`,
        headers: { authorization: `Bearer ${buyer}` },
        payload: billing,
      });
      const admin = await site.as("admin");
      const { body } = await admin.get(`${path}/documents`);
      const invoice = body.items.find(({ kind }: { kind: string }) => kind === "invoice");
      return { orderId, documentId: invoice!.id, token: admin.token! };
    },
    async run({ send }, { token, orderId, documentId }) {
      const path = `/api/admin/orders/${orderId}/invoice/correction` as const;
      const body = { name: "Bright Nights Ltd", address: "1 Shore Road", documentId, reason: "An s was missing" };
      await send({ path, token, body });
    },
    check: async (site) => [
      ...difference("documents", { count: await countRows(site, "order_documents") }, { count: 4 }),
      ...difference("email", { count: await countRows(site, "emails where kind = 'invoice_corrected'") }, { count: 1 }),
    ],
  }),
  flow({
    name: "hash the activity log",
    covers: ["job audit-hashes"],
    needsNoTransaction: "Hashes, the end of the hash chain and what is waiting are written in one statement",
    async prepare(site) {
      const scene = await openAdmin(site);
      const admin = await site.as("admin");
      for (let count = 0; count < 2; count++) await admin.post("/api/admin/comps", comp(scene.ticketTypeId));
      return scene;
    },
    run: ({ runJob }) => runJob("audit-hashes"),
    check: async (site) => difference("hashes", { count: await countRows(site, "audit_hashes") }, { count: 2 }),
  }),
  flow({
    name: "cancel an event",
    covers: ["POST /api/admin/events/{id}/cancel"],
    async prepare(site) {
      const { eventId } = await setUpOrder(site, { quantity: 1, outcome: "approve" });
      return { eventId, token: (await site.as("admin")).token! };
    },
    async run({ send }, { token, eventId }) {
      const path = `/api/admin/events/${eventId}/cancel` as const;
      await send({ path, token, body: { note: "The weather", version: 1 }, orRefused: [409] });
    },
    check: async (site) =>
      difference("emails", { count: await countRows(site, "emails where kind = 'event_change'") }, { count: 1 }),
  }),
];
