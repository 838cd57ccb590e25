import { randomUUID } from "node:crypto";
import type { NounSamples } from "#tests/api/noun-samples.ts";

const texts = "/api/admin/email-texts";
const draft = { subject: "On sale: {{event}}", intro: "Be quick.", buttonLabel: "Get tickets" };

/** The texts of automatic emails. */
export const nounSamples: NounSamples = {
  access: {
    [`GET ${texts}`]: "admin",
    [`GET ${texts}/{kind}`]: "admin",
    [`PUT ${texts}/{kind}`]: "admin",
    [`POST ${texts}/{kind}/reset`]: "admin",
    [`GET ${texts}/{kind}/preview`]: "admin",
    [`GET ${texts}/{kind}/preview.html`]: "admin",
    [`POST ${texts}/{kind}/test`]: "admin",
  },
  samples: ({ people: { admin: as } }) => ({
    [`GET ${texts}`]: { as, url: texts },
    [`GET ${texts}/{kind}`]: { as, url: `${texts}/sales_open` },
    [`PUT ${texts}/{kind}`]: { as, url: `${texts}/sales_open`, body: { ...draft, version: 1 } },
    [`POST ${texts}/{kind}/reset`]: { as, url: `${texts}/stream_live/reset`, body: { version: 1 } },
    [`GET ${texts}/{kind}/preview`]: {
      as,
      url: `${texts}/sales_open/preview?subject=On+sale&intro=Hi&buttonLabel=Go&data=example`,
    },
    [`GET ${texts}/{kind}/preview.html`]: {
      as,
      url: `${texts}/sales_open/preview.html?subject=On+sale&intro=Hi&buttonLabel=Go&data=example&theme=dark`,
    },
    [`POST ${texts}/{kind}/test`]: {
      as,
      url: `${texts}/sales_open/test`,
      body: { ...draft, email: "me@example.com" },
      headers: { "idempotency-key": randomUUID() },
    },
  }),
  unrepeatable: [],
  badParams: Object.fromEntries(
    ["", "/reset", "/preview", "/preview.html", "/test"].map((end) => [
      `${texts}/{kind}${end}`,
      ["letter", "Sales_open", "__proto__", "constructor", "%00"],
    ]),
  ),
};
