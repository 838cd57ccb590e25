import { randomUUID } from "node:crypto";
import { badUuids } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";

const change = "/api/orders/{id}/email";
const code = "/api/orders/{id}/email-code";
const promo = "/api/orders/{id}/promo-code";

/** What buyers do with the email of their orders, and the promo code of one on hold. */
export const nounSamples: NounSamples = {
  access: {
    "POST /api/checkout": "public",
    [`POST ${change}`]: "guest",
    [`POST ${code}`]: "guest",
    "POST /api/orders/email-stop": "public",
    [`PUT ${promo}`]: "guest",
    "POST /api/orders/email-code": "guest",
    "POST /api/orders/email-confirmation": "guest",
  },
  samples: ({ people: { anon, guest }, orders, openTypeId, emailStopToken, buyerCode }) => ({
    "POST /api/checkout": {
      as: guest,
      url: "/api/checkout",
      body: {
        lines: [{ ticketTypeId: openTypeId, quantity: 1, amountCents: 700 }],
        buyer: { name: "Ada Buyer", email: "ada@example.com" },
        promoCode: "",
        accessCode: "",
        via: "",
        shownTotalCents: 700,
      },
      headers: { "idempotency-key": randomUUID() },
      optional: ["lines.0.amountCents", "promoCode", "accessCode", "via"],
    },
    [`POST ${change}`]: {
      as: guest,
      url: `/api/orders/${orders.open.id}/email?key=none`,
      body: { email: "other@example.com", code: "12345678" },
      headers: { "idempotency-key": randomUUID() },
      optional: ["code"],
    },
    [`POST ${code}`]: { as: guest, url: `/api/orders/${orders.paid.id}/email-code?key=none`, body: {}, optional: [""] },
    [`PUT ${promo}`]: { as: guest, url: `/api/orders/${orders.open.id}/promo-code`, body: { promoCode: "LATER10" } },
    "POST /api/orders/email-code": { as: guest, url: "/api/orders/email-code", body: { email: "ada@example.com" } },
    "POST /api/orders/email-confirmation": {
      as: guest,
      url: "/api/orders/email-confirmation",
      body: { email: "ada@example.com", code: buyerCode },
    },
    "POST /api/orders/email-stop": {
      as: anon,
      url: "/api/orders/email-stop",
      body: { token: emailStopToken },
    },
  }),
  unrepeatable: [`POST ${change}`, "POST /api/orders/email-stop"],
  badParams: { [change]: badUuids, [code]: badUuids, [promo]: badUuids },
};
