import { randomUUID } from "node:crypto";
import type { NounSamples } from "#tests/api/noun-samples.ts";

/** Guest lists, claim links and hosts of comps. */
export const nounSamples: NounSamples = {
  access: {
    "POST /api/admin/comp-batches/check": "admin",
    "POST /api/admin/comp-batches": "admin",
    "GET /api/admin/comp-batches": "admin",
    "GET /api/admin/comp-batches/{id}": "admin",
    "POST /api/admin/comp-batches/{id}/stop": "admin",
    "POST /api/admin/comp-batches/{id}/revoke": "admin",
    "GET /api/admin/comps/{id}/tickets.pdf": "admin",
    "POST /api/admin/comp-batches/links": "admin",
    "GET /api/claim-links": "public",
    "POST /api/claim-links": "public",
    "GET /api/admin/comp-hosts": "admin",
    "POST /api/admin/comp-hosts": "admin",
    "PATCH /api/admin/comp-hosts/{id}": "admin",
  },
  samples: ({
    people: { admin: as, anon },
    ticketTypeId,
    eventId,
    adminScene: { compBatchId, compHostId, claimKey },
  }) => {
    const guests = [
      { line: 1, name: "Zoë Núñez", email: "zoe@example.com", quantity: 2 },
      { line: 2, name: "Ann Lee", email: "", quantity: 1 },
    ];
    const list = { ticketTypeId, hostId: compHostId, guests };
    const batch = `/api/admin/comp-batches/${compBatchId}`;
    return {
      "GET /api/admin/comps/{id}/tickets.pdf": { as, url: `/api/admin/comps/${compBatchId}/tickets.pdf` },
      "POST /api/admin/comp-batches/check": {
        as,
        url: "/api/admin/comp-batches/check",
        body: list,
        optional: ["hostId", "guests too many"],
      },
      "POST /api/admin/comp-batches": {
        as,
        url: "/api/admin/comp-batches",
        body: { ...list, keepsDuplicates: true, reason: "Friends and family" },
        headers: { "idempotency-key": randomUUID() },
        optional: ["hostId", "guests too many"],
      },
      "GET /api/admin/comp-batches": { as, url: `/api/admin/comp-batches?eventId=${eventId}` },
      "GET /api/admin/comp-batches/{id}": { as, url: batch },
      "POST /api/admin/comp-batches/{id}/stop": { as, url: `${batch}/stop`, body: {}, optional: [""] },
      "POST /api/admin/comp-batches/{id}/revoke": { as, url: `${batch}/revoke`, body: { reason: "Sponsor withdrew" } },
      "POST /api/admin/comp-batches/links": {
        as,
        url: "/api/admin/comp-batches/links",
        body: {
          ticketTypeId,
          hostId: compHostId,
          quantity: 2,
          maxPerPerson: 2,
          endsAt: "2099-01-01T00:00:00.000Z",
          reason: "Street team",
        },
        headers: { "idempotency-key": randomUUID() },
        optional: ["hostId"],
      },
      "GET /api/claim-links": { as: anon, url: `/api/claim-links?key=${claimKey}` },
      "POST /api/claim-links": {
        as: anon,
        url: "/api/claim-links",
        body: { key: claimKey, guest: { name: "Marva Joseph", email: "marva@example.com" }, quantity: 1 },
        headers: { "idempotency-key": randomUUID() },
      },
      "GET /api/admin/comp-hosts": { as, url: `/api/admin/comp-hosts?eventId=${eventId}` },
      "POST /api/admin/comp-hosts": {
        as,
        url: "/api/admin/comp-hosts",
        body: { eventId, name: "Kezia Rampersad", budget: 10 },
      },
      "PATCH /api/admin/comp-hosts/{id}": {
        as,
        url: `/api/admin/comp-hosts/${compHostId}`,
        body: { name: "DJ Duke", budget: 20 },
      },
    };
  },
  unrepeatable: ["POST /api/admin/comp-hosts"],
};
