import type { Access } from "#contract/endpoint.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";
import { badIds } from "#tests/api/mutations.ts";

/** Files of staff lists, with a query that each accepts. Those of orders and tickets are with their other samples. */
const both: Record<string, string> = {
  "box-office/events": "?q=night",
  customers: "?q=ada&kind=guest&sort=lastOrderAt",
  "money/reconciliation-runs": "",
  "money/discrepancies": "?status=resolved&kind=failed_refund",
  "money/disputes": "?q=ada&status=lost",
  "money/webhook-events": "?q=ada&status=processed&kind=refund",
  "ledger-entries": "?eventId=1&account=sales&kind=sale",
  invariants: "",
  fulfillment: "?q=ada&show=all&eventId=1&sort=paidAt",
  errors: "?status=resolved&source=server",
  streams: "?q=ada&show=past&source=push&event=1",
  campaigns: "?q=ada&status=draft&purpose=marketing&eventId=1",
  "product-list": "?q=tee&show=all",
  "comp-hosts": "?eventId=1",
  "comp-batches": "?eventId=1",
  automations: "",
  audiences: "",
  collections: "",
  "stream-keys": "",
  pictures: "?q=poster&show=ready",
  "community-reviews": "?show=done",
};

/** Their CSV files are with the other samples of their nouns. */
const excelOnly: Record<string, string> = {
  events: "?q=night&sort=title",
  comps: "?q=ada&status=given&sort=event",
  emails: "?q=ada&status=not_sent&sort=to",
  users: "?q=person&role=everyone&status=active&sort=name",
  audit: "?kind=person",
  suppressions: "?q=ada",
  "promo-codes": "?q=code",
  promoters: "?q=duke",
};

const paths = [
  ...Object.entries(both).flatMap(([name, query]) => [`${name}.csv${query}`, `${name}.xlsx${query}`]),
  ...Object.entries(excelOnly).map(([name, query]) => `${name}.xlsx${query}`),
].map((path) => `/api/admin/${path}`);
const recipients = "/api/admin/campaigns/{id}/recipients.xlsx";
const keyOf = (path: string) => `GET ${path.replace(/\?.*/, "")}`;

/** The files of all staff lists: CSV and Excel. */
export const nounSamples: NounSamples = {
  access: Object.fromEntries([...paths, recipients].map((path): [string, Access] => [keyOf(path), "admin"])),
  samples: ({ people: { admin: as }, campaigns }) => ({
    ...Object.fromEntries(paths.map((url) => [keyOf(url), { as, url }])),
    [`GET ${recipients}`]: { as, url: recipients.replace("{id}", String(campaigns.sent)) },
  }),
  unrepeatable: [],
  badParams: { [recipients]: badIds },
};
