import { eventChoicesQuery, eventOptions } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import type { Audience } from "#contract/campaigns/audiences.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { formatCalendarDay } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";

/** A campaign that is being sent changes by itself. */
export const campaignQuery = (id: number, everyMs?: number) =>
  adminQuery("GET /api/admin/campaigns/{id}", { params: { id } }, everyMs);
export const audiencesQuery = () => adminQuery("GET /api/admin/audiences");
export const automationsQuery = () => adminQuery("GET /api/admin/automations");

/** The events to choose from, as options of a select. */
export function useEventOptions() {
  const { data } = useQuery(eventChoicesQuery());
  return eventOptions(data?.items ?? []);
}

/** What the options call events, by id. */
export const useEventNames = (): Map<number, string> => new Map(useEventOptions());

/** Who is in an audience, in words: "Has a ticket for Last Lap · Spent at least $200.00". */
export function describeAudience(audience: Audience, titleOf: (eventId: number) => string): string {
  const { holdsEventIds, attendedEventIds, ticketTypeIds, city, productIds, spend, list } = audience;
  const titles = (ids: number[]) => ids.map(titleOf).join(" or ");
  const day = (at: string) => formatCalendarDay(at.slice(0, 10));
  const since = audience.memberSince?.until;
  const optedIn = audience.optedIn?.from;
  const parts = [
    holdsEventIds && `Has a ticket for ${titles(holdsEventIds)}`,
    ticketTypeIds && counted(ticketTypeIds.length, "ticket type"),
    attendedEventIds && `Attended ${titles(attendedEventIds)}`,
    city && `Bought tickets in ${city}`,
    productIds && "Bought a product",
    spend?.minCents !== undefined && `Spent at least ${formatMoney(spend.minCents, spend.currency)}`,
    since && `Member since ${day(since)} or earlier`,
    optedIn && `Opted in since ${day(optedIn)}`,
    audience.followsPersonIds && "Follows a member",
    list && `On a list of ${counted(list.people.length, "address", "addresses")}`,
  ].filter(Boolean);
  return parts.length === 0 ? "Everyone who opted in" : parts.join(" · ");
}
