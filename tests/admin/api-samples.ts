import { randomUUID } from "node:crypto";
import type { NounSamples } from "#tests/api/noun-samples.ts";

/** Customers, and what staff write down about them. */
export const nounSamples: NounSamples = {
  access: {
    "GET /api/admin/customers": "admin",
    "GET /api/admin/customers/{id}": "admin",
    "POST /api/admin/customers/{id}/notes": "admin",
    "POST /api/admin/customer-notes/{id}/delete": "admin",
    "GET /api/admin/readiness": "admin",
    "GET /api/admin/search": "moderator",
  },
  samples: ({ people: { admin, moderator }, orders: { paid }, customerNoteId }) => ({
    "GET /api/admin/customers": {
      as: admin,
      url: "/api/admin/customers?q=ada&kind=guest&sort=lastOrderAt&page=1",
    },
    "GET /api/admin/customers/{id}": { as: admin, url: `/api/admin/customers/${paid.id}` },
    "POST /api/admin/customers/{id}/notes": {
      as: admin,
      url: `/api/admin/customers/${paid.id}/notes`,
      headers: { "idempotency-key": randomUUID() },
      body: { text: "Likes the balcony" },
    },
    "POST /api/admin/customer-notes/{id}/delete": {
      as: admin,
      url: `/api/admin/customer-notes/${customerNoteId}/delete`,
      body: {},
    },
    "GET /api/admin/readiness": { as: admin, url: "/api/admin/readiness" },
    "GET /api/admin/search": { as: moderator, url: "/api/admin/search?q=night" },
  }),
  unrepeatable: [],
};
