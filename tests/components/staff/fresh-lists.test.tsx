import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createScene, type Scene } from "#tests/api/scene.ts";
import { holdCalls } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { callApi } from "#web/lib/api.ts";
import { callJson } from "#web/lib/call.ts";

// Whatever staff just did, the list that they return to never shows the rows from before.

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.site.close());

type Row = {
  did: string;
  /** The list, and the API's path of its rows. */
  list: (of: Scene) => string;
  reads: RegExp;
  write: (of: Scene) => Promise<unknown>;
  /** What the list shows afterwards, and didn't show before. */
  shows: (of: Scene) => string | RegExp;
};

const post = (path: string, body: object) =>
  callJson("POST", path, { body, headers: { "idempotency-key": crypto.randomUUID() } }) as Promise<{ id: number }>;
async function refund(orderId: string, ticketIds: number[]) {
  const wish = { ticketIds, shipping: false, withFee: true, returnsStock: true };
  const path = `/api/admin/orders/${orderId}`;
  const { amountCents } = await callApi("POST /api/admin/orders/{id}/refund-quote", {
    params: { id: orderId },
    body: wish,
  });
  return post(`${path}/refunds`, { ...wish, amountCents, reason: "Asked at the box office" });
}

const comp = { quantity: 1, guest: { name: "Wendell Fresh", email: "wendell@example.com" }, reason: "Press" };
const hub = (eventId: number, tab: string) => `/admin?section=events&id=${eventId}&tab=${tab}`;

const rows: Row[] = [
  {
    did: "create a code",
    list: () => "/admin?section=promotions",
    reads: /^\/api\/admin\/promo-codes/,
    write: () => post("/api/admin/promo-codes", { code: "FRESHLY", discount: { kind: "percent", percent: 5 } }),
    shows: () => "FRESHLY",
  },
  {
    did: "create a promoter",
    list: () => "/admin?section=promotions&list=promoters",
    reads: /^\/api\/admin\/promoters/,
    write: () =>
      post("/api/admin/promoters", { name: "Fresh Riddim", linkCode: "fresh", commission: { kind: "none" } }),
    shows: () => /Fresh Riddim/,
  },
  {
    did: "issue a comp",
    list: () => "/free-tickets",
    reads: /^\/api\/admin\/comps/,
    write: ({ ticketTypeId }) => post("/api/admin/comps", { ...comp, ticketTypeId }),
    shows: () => /Wendell Fresh/,
  },
  {
    did: "issue a comp, as an order",
    list: () => "/ticket-management?tab=orders&q=otis",
    reads: /^\/api\/admin\/orders/,
    write: ({ ticketTypeId }) =>
      post("/api/admin/comps", { ...comp, guest: { name: "Otis Fresh", email: "otis@example.com" }, ticketTypeId }),
    shows: () => /Otis Fresh/,
  },
  {
    did: "suppress an address",
    list: () => "/email-management?section=suppressions",
    reads: /^\/api\/admin\/suppressions/,
    write: () => post("/api/admin/suppressions", { email: "fresh@example.com", reason: "Asked on the phone" }),
    shows: () => "fresh@example.com",
  },
  {
    did: "refund an order",
    list: ({ orders }) => `/ticket-management?tab=orders&q=${orders.paid.number}`,
    reads: /^\/api\/admin\/orders\?/,
    write: ({ orders: { paid } }) =>
      refund(
        paid.id,
        paid.tickets.map(({ id }) => id),
      ),
    shows: () => /refunded/i,
  },
  {
    did: "refund an order, as tickets",
    list: ({ adminOrder }) => `${hub(adminOrder.eventId, "attendees")}&status=void`,
    reads: /^\/api\/admin\/tickets\?/,
    write: ({ adminOrder: { orderId, ticketIds } }) => refund(orderId, ticketIds.slice(0, 1)),
    shows: () => /Ada Buyer/,
  },
  {
    did: "resend tickets",
    list: () => "/email-management?section=messages",
    reads: /^\/api\/admin\/emails/,
    write: ({ adminOrder: { orderId } }) =>
      post(`/api/admin/orders/${orderId}/tickets-email`, {
        email: "friend.fresh@example.com",
        reason: "They share a phone",
      }),
    shows: () => /friend\.fresh@example\.com/,
  },
  {
    did: "cancel an event",
    list: () => "/admin?section=events&status=canceled",
    reads: /^\/api\/admin\/events\?/,
    write: async ({ site }) => {
      const id = await site.create.event({ title: "Called Off Fresh" });
      const { version } = await callApi("GET /api/admin/events/{id}", { params: { id } });
      return callJson("POST", `/api/admin/events/${id}/cancel`, { body: { version, note: "The venue flooded" } });
    },
    shows: () => /Called Off Fresh/,
  },
  {
    did: "suppress an address, in the log",
    list: () => "/admin?section=audit",
    reads: /^\/api\/admin\/audit\?|^\/api\/admin\/audit$/,
    write: () => post("/api/admin/suppressions", { email: "logged@example.com", reason: "Logged freshly" }),
    shows: () => /Logged freshly/,
  },
];

test.for(rows)(
  "after staff $did, the list shows it and never the rows from before",
  async ({ list, reads, write, shows }) => {
    const address = list(scene);
    const app = await openApp(scene.site, address, { as: scene.people.admin });
    const { screen, queryClient } = app;
    const isWhole = () =>
      waitFor(() => {
        expect(document.querySelector("main table")).not.toBeNull();
        expect(document.querySelector("main :is([aria-busy=true], .animate-breathe, .animate-turn)")).toBeNull();
        expect(queryClient.isFetching()).toBe(0);
      });
    await isWhole();
    expect(screen.queryByText(shows(scene), { selector: "main table *" })).toBeNull();
    await app.go("/admin?section=settings");
    await screen.findByRole("heading", { level: 1, name: "Settings" });
    await write(scene);

    const letGo = holdCalls(app, "GET", reads);
    await app.go(address);
    await waitFor(() => expect(document.querySelector("main table")).not.toBeNull());
    expect(document.querySelectorAll("main table tbody:not([aria-hidden]) tr")).toHaveLength(0);
    letGo();
    await waitFor(() => expect(document.querySelector("main table")?.textContent).toMatch(shows(scene)));
  },
);
