import type { DeliverySettings } from "#contract/delivery/settings.ts";
import type { Client } from "#testing/site.ts";

/** An address in Brooklyn. */
export const address = { name: "Ada Buyer", line1: "1 Shore Road", city: "Brooklyn", state: "NY", zip: "11231" };
export const ship = (more: object = {}, rateId?: number) => ({
  delivery: { method: "ship", address: { ...address, ...more }, ...(rateId === undefined ? {} : { rateId }) },
});
export const pickup = (eventId: number) => ({ delivery: { method: "pickup", eventId } });

export const rate = (more: object = {}) => ({
  name: "Ground",
  states: [],
  fromGrams: 0,
  belowGrams: null,
  priceCents: 700,
  freeFromCents: null,
  ...more,
});
export const tax = (more: object = {}) => ({
  state: "NY",
  zipFrom: null,
  zipTo: null,
  category: null,
  rate: 8875,
  ...more,
});

/** Replaces both tables as an admin does. */
export async function setDelivery(admin: Client, rates: object[], taxes: object[] = []): Promise<DeliverySettings> {
  const { version } = (await admin.get("/api/admin/delivery")).body;
  const saved = await admin.call("PUT", "/api/admin/delivery", { version, rates, taxes });
  if (saved.status !== 200) throw new Error(saved.text);
  return saved.body;
}
