import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";

// A program as others would write it: it knows the site only by its description. The test beside it generates `api.ts`,
// checks these types with it and runs the program. No other check reads this file.

type Order = components["schemas"]["Order"];

export interface Visit {
  baseUrl: string;
  guestToken: string;
  staffToken: string;
  eventId: number;
}

/** Buys a ticket as a guest, pays for it and scans it twice at the door. Returns both verdicts. */
export async function buyAndScan({ baseUrl, guestToken, staffToken, eventId }: Visit) {
  const guest = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${guestToken}` } });
  const staff = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${staffToken}` } });

  const event = await guest.GET("/api/events/{id}", { params: { path: { id: String(eventId) } } });
  const ticketTypeId = event.data!.ticketTypes[0]!.id;

  const refused = await guest.POST("/api/orders", {
    params: { header: { "Idempotency-Key": crypto.randomUUID() } },
    body: { lines: [{ ticketTypeId, quantity: 500 }], buyer: { name: "Ada Buyer", email: "ada@example.com" } },
  });

  const placed = await guest.POST("/api/orders", {
    params: { header: { "Idempotency-Key": crypto.randomUUID() } },
    body: { lines: [{ ticketTypeId, quantity: 1 }], buyer: { name: "Ada Buyer", email: "ada@example.com" } },
  });
  const paid = await pay(guest, placed.data!.id);

  const scan = () =>
    staff.POST("/api/scans", {
      body: { code: paid.tickets[0]!.code!, eventId, deviceId: "gate-device-1", scanId: crypto.randomUUID() },
    });
  const first = await scan();
  const second = await scan();
  return { refusal: refused.error?.code, order: paid.status, verdicts: [first.data!.verdict, second.data!.verdict] };
}

/** Pays on the sandbox's page, and reads the order until the payment is in. */
async function pay(guest: ReturnType<typeof createClient<paths>>, id: string): Promise<Order> {
  const payment = await guest.POST("/api/orders/{id}/payment", {
    params: { path: { id }, header: { "Idempotency-Key": crypto.randomUUID() } },
  });
  if (payment.data?.status !== "redirect") throw new Error("There is nothing to pay.");
  const ref = payment.data.url.split("/").at(-1)!;
  await guest.POST("/api/payments/sandbox/{ref}/complete", { params: { path: { ref } }, body: { outcome: "approve" } });
  for (;;) {
    const { data } = await guest.GET("/api/orders/{id}", { params: { path: { id } } });
    if (data!.status !== "paying") return data!;
  }
}
