import type { Sample } from "./scene.ts";

/** Admin writes whose second reply differs from the first: they create, number or remove something. */
const writes = [
  "POST /api/admin/events",
  "PATCH /api/admin/events/{id}",
  "POST /api/admin/events/{id}/copies",
  "POST /api/admin/events/{id}/pools",
  "POST /api/admin/events/{id}/ticket-types",
  "POST /api/admin/tickets/{id}/new-code",
  "POST /api/admin/venues",
  "PATCH /api/admin/venues/{id}",
  "PUT /api/admin/pools/{id}",
  "PUT /api/admin/promo-codes/{id}",
  "PUT /api/admin/promoters/{id}",
  "PUT /api/admin/ticket-types/{id}",
];
const removals = [
  "DELETE /api/admin/events/{id}",
  "DELETE /api/admin/pools/{id}",
  "DELETE /api/admin/promo-codes/{id}",
  "DELETE /api/admin/ticket-types/{id}",
];

/** The same with a body that none accepts, or for something that doesn't exist: these give the same reply each time. */
export function unrepeatableAdmin(samples: Record<string, Sample>): Record<string, Sample> {
  const refused = writes.map((key) => [key, { ...samples[key]!, body: { nonsense: 1 } }] as const);
  const missing = removals.map((key) => {
    const sample = samples[key]!;
    return [key, { ...sample, url: sample.url.replace(/[^/]+$/, "999999") }] as const;
  });
  return Object.fromEntries([...refused, ...missing]);
}
