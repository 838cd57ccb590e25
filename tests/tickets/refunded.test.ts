import { expect, test } from "vitest";
import { openSites } from "#testing/open-sites.ts";
import { buyPaid, refund, scan, wish } from "#tests/refunds/kit.ts";

const openSite = openSites();

interface Shown {
  id: number;
  status: string;
  code: string;
}

test("a refunded ticket is marked as refunded wherever its holder sees it, and none of its codes is valid", async () => {
  const site = await openSite();
  const admin = await site.as("admin");
  const door = await site.as("moderator");
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 3 }], await site.as("user"));
  const [gone, canceled, kept] = order.tickets;
  expect((await refund(admin, order.id, wish(2500, { ticketIds: [gone!.id] }))).status).toBe(201);
  await admin.post(`/api/admin/tickets/${canceled!.id}/cancel`, { mail: false, reason: "Lost", returnsSpot: false });

  const lists: Record<string, Shown[]> = {
    order: (await buyer.get(`/api/orders/${order.id}`)).body.tickets,
    mine: (await buyer.get("/api/my-tickets")).body.items,
  };
  for (const [place, shown] of Object.entries(lists)) {
    const byId = new Map(shown.map((ticket) => [ticket.id, ticket]));
    const statuses = [gone, canceled, kept].map((ticket) => byId.get(ticket!.id)!.status);
    expect([place, statuses]).toEqual([place, ["refunded", "canceled", "valid"]]);
    // A screenshot of the former code is invalid, and so is the code shown now.
    for (const former of [gone!, canceled!]) {
      const now = byId.get(former.id)!.code;
      expect([place, now === former.code]).toEqual([place, false]);
      for (const code of [former.code, now]) {
        expect([place, (await scan(door, eventId, code)).body.verdict]).toEqual([place, "void"]);
      }
    }
    expect(byId.get(kept!.id)!.code).toBe(kept!.code);
  }
  expect((await scan(door, eventId, kept!.code)).body.verdict).toBe("admitted");
});
