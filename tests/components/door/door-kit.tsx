import { fireEvent, within } from "@testing-library/react";
import { vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import type { Site } from "#testing/site.ts";

/** An event on sale, and the codes of two paid tickets for it. */
export async function eventWithTickets(site: Site) {
  const eventId = await site.create.event({
    title: "Velvet Riddim",
    ageRule: "21+",
    startsAt: new Date(Date.now() + 3_600_000),
  });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "General Admission" });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  const codes = order.tickets.map((ticket) => ticket.code);
  return { eventId, order, codes, code: codes[0]! };
}

/** Opens an event's scanner as a moderator. */
export async function openDoor(
  site: Site,
  eventId: number,
  { gate, as }: { gate?: string; as?: OpenApp["network"] } = {},
) {
  const moderator = as ? undefined : await site.as("moderator");
  const app = await openApp(site, `/ticket-scanner?event=${eventId}`, moderator ? { as: moderator } : { network: as! });
  const open = await app.screen.findByRole("button", { name: "Start scanning" });
  if (gate) await app.user.type(app.screen.getByLabelText("Gate"), gate);
  await app.user.click(open);
  const door = await app.screen.findByRole("dialog", { name: /^Check-in for / });
  return { ...app, door: within(door) };
}
export type OpenDoor = Awaited<ReturnType<typeof openDoor>>;

/** Enters a code into the field and submits it. */
export function enterCode({ door }: Pick<OpenDoor, "door">, code: string) {
  fireEvent.change(door.getByLabelText("Name, email, order or code"), { target: { value: code } });
  fireEvent.click(door.getByRole("button", { name: "Find" }));
}

const verdict = (name: string) => document.querySelector<HTMLElement>(`[data-verdict="${name}"]`);

/** Waits for a verdict and returns its whole text and what a screen reader announces. */
export async function readVerdict(name: string): Promise<{ text: string; alerts: string }> {
  return vi.waitFor(
    () => {
      const shown = verdict(name);
      if (!shown) throw new Error(`No verdict "${name}": ${document.querySelector("[data-verdict]")?.textContent}`);
      const alerts = [...document.querySelectorAll("[role=alert]")].map((alert) => alert.textContent).join(" | ");
      return { text: shown.textContent, alerts };
    },
    { timeout: 60_000 },
  );
}

export const isShown = (name: string) => verdict(name) !== null;

/** The number of an event's admitted tickets and of the scans the server has stored, from the database. */
export async function booksOf(site: Site, eventId: number): Promise<{ admitted: number; scans: number }> {
  const { body } = await (await site.as("moderator")).get(`/api/door/events/${eventId}`);
  const scans = await site.db.selectFrom("scans").select("scan_id").where("event_id", "=", eventId).execute();
  return { admitted: body.admittedCount, scans: scans.length };
}
