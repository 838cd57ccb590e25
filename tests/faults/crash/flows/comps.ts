import type { Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { countRows, difference } from "./scenes.ts";

/** One more guest than a transaction issues: the job also dies between two of them. */
const guestCount = 51;

const list = (ticketTypeId: number, count: number) => ({
  ticketTypeId,
  guests: Array.from({ length: count }, (_, index) => {
    return { line: index + 1, name: `Guest ${index}`, email: `guest${index}@example.com`, quantity: 1 };
  }),
  keepsDuplicates: false,
  reason: "Friends and family",
});

async function openAdmin(site: Site) {
  const admin = await site.as("admin");
  return { token: admin.token!, ticketTypeId: await site.create.ticketType({ capacity: 60 }) };
}

async function compareBatch(site: Site, expected: { valid: number; issued: number; mails: number; noted: number }) {
  const found = {
    batches: await countRows(site, "comp_batches"),
    issued: await countRows(site, "comp_guests where status = 'issued'"),
    valid: await countRows(site, "tickets where status = 'valid'"),
    sold: await countRows(site, "stock s, generate_series(1, s.sold)"),
    held: await countRows(site, "stock s, generate_series(1, s.held)"),
    mails: await countRows(site, "emails where kind = 'order_confirmation'"),
    noted: await countRows(site, "audit_log where action like 'comp_batch.%'"),
  };
  return difference("guest list", found, { batches: 1, held: 0, sold: expected.valid, ...expected });
}

/** Comps in bulk. */
export const compFlows = [
  flow({
    name: "issue comps to a guest list",
    covers: ["POST /api/admin/comp-batches", "job comp-batches"],
    prepare: openAdmin,
    async run({ send, runJob }, { token, ticketTypeId }) {
      await send({ path: "/api/admin/comp-batches", token, key: "list", body: list(ticketTypeId, guestCount) });
      await runJob("comp-batches");
      await runJob("comp-batches");
    },
    check: (site) => compareBatch(site, { issued: guestCount, valid: guestCount, mails: guestCount, noted: 1 }),
  }),
  flow({
    name: "revoke a guest list",
    covers: ["POST /api/admin/comp-batches/{id}/revoke", "job comp-batches"],
    async prepare(site) {
      const scene = await openAdmin(site);
      const admin = await site.as("admin");
      const { body } = await admin.post("/api/admin/comp-batches", list(scene.ticketTypeId, 2));
      await site.app.runJob("comp-batches");
      return { ...scene, batchId: body.id };
    },
    async run({ send, runJob }, { token, batchId }) {
      const path = `/api/admin/comp-batches/${batchId}/revoke`;
      await send({ path, token, body: { reason: "The sponsor withdrew" } });
      await runJob("comp-batches");
    },
    check: (site) => compareBatch(site, { issued: 0, valid: 0, mails: 2, noted: 2 }),
  }),
  flow({
    name: "claim comps by a link",
    covers: ["POST /api/admin/comp-batches/links", "POST /api/claim-links"],
    prepare: openAdmin,
    async run({ send }, { token, ticketTypeId }) {
      const draft = { ticketTypeId, quantity: 2, maxPerPerson: 2, endsAt: "2099-01-01T00:00:00.000Z", reason: "Radio" };
      const made = await send({ path: "/api/admin/comp-batches/links", token, key: "link", body: draft });
      const key = new URL(made.link.url).searchParams.get("claim");
      const guest = { name: "Marva", email: "marva@example.com" };
      await send({ path: "/api/claim-links", key: "claim", body: { key, guest, quantity: 2 } });
    },
    check: (site) => compareBatch(site, { issued: 1, valid: 2, mails: 1, noted: 1 }),
  }),
];
