import type { Client, Site } from "#testing/site.ts";
import type { Sample } from "./scene.ts";

/** An event of its own, whose ticket types and pools are changed and deleted. */
export async function prepareSelling(site: Site) {
  const admin = await site.as("admin");
  const eventId = await site.create.event({ capacity: 500 });
  const [ticketTypeId, spareTypeId] = [
    await site.create.ticketType({ eventId }),
    await site.create.ticketType({ eventId }),
  ];
  const poolOf = async (name: string): Promise<number> => {
    const { body } = await admin.post(`/api/admin/events/${eventId}/pools`, { name, counts: "people", capacity: 400 });
    return body.pools.find((pool: { name: string }) => pool.name === name)!.id;
  };
  return { eventId, ticketTypeId, spareTypeId, poolId: await poolOf("Main floor"), sparePoolId: await poolOf("Deck") };
}

type Selling = Awaited<ReturnType<typeof prepareSelling>>;

const type = (poolId: number) => ({
  name: "Second tier",
  description: "From nine",
  pricing: "fixed",
  priceCents: 4500,
  feeCents: 500,
  capacity: 200,
  ticketsPerUnit: 1,
  minPerOrder: 1,
  maxPerOrder: 6,
  maxPerPerson: 8,
  salesStartAt: "2026-11-28T03:00:00.000Z",
  salesEndAt: "2036-11-28T03:00:00.000Z",
  accessCode: "INNER-CIRCLE",
  doorColor: "#c9a24b",
  poolIds: [poolId],
});
const optional = [
  "description",
  "feeCents",
  "maxPerPerson",
  "salesStartAt",
  "salesEndAt",
  "accessCode",
  "doorColor",
].concat("poolIds");

/** What staff do with an event's ticket types and pools. */
export function sellingSamples(as: Client, selling: Selling): Record<string, Sample> {
  const { eventId, ticketTypeId, spareTypeId, poolId, sparePoolId } = selling;
  const eventPath = `/api/admin/events/${eventId}`;
  const opensAfterId = ticketTypeId;
  return {
    "GET /api/admin/events/{id}/ticket-types": { as, url: `${eventPath}/ticket-types` },
    "POST /api/admin/events/{id}/ticket-types": {
      as,
      url: `${eventPath}/ticket-types`,
      body: { ...type(poolId), opensAfterId },
      optional: [...optional, "opensAfterId"],
    },
    "PUT /api/admin/events/{id}/ticket-types/order": {
      as,
      url: `${eventPath}/ticket-types/order`,
      body: { ids: [ticketTypeId] },
    },
    "PUT /api/admin/ticket-types/{id}": {
      as,
      url: `/api/admin/ticket-types/${ticketTypeId}`,
      body: { ...type(poolId), version: 1 },
      optional,
    },
    "POST /api/admin/ticket-types/{id}/end": {
      as,
      url: `/api/admin/ticket-types/${ticketTypeId}/end`,
      body: {},
      optional: [""],
    },
    "DELETE /api/admin/ticket-types/{id}": { as, url: `/api/admin/ticket-types/${spareTypeId}` },
    "POST /api/admin/events/{id}/pools": {
      as,
      url: `${eventPath}/pools`,
      body: { name: "Balcony", counts: "units", capacity: 40 },
    },
    "PUT /api/admin/pools/{id}": {
      as,
      url: `/api/admin/pools/${poolId}`,
      body: { name: "Main floor", counts: "units", capacity: 450, version: 1 },
    },
    "DELETE /api/admin/pools/{id}": { as, url: `/api/admin/pools/${sparePoolId}` },
    "PUT /api/admin/events/{id}/people": {
      as,
      url: `${eventPath}/people`,
      body: { capacity: 600 },
      optional: ["capacity"],
    },
    "PUT /api/admin/events/{id}/fees": {
      as,
      url: `${eventPath}/fees`,
      body: { kind: "passed_on", percentHundredths: 250, ticketCents: 99 },
    },
  };
}
