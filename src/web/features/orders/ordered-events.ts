import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EventDetail } from "#contract/events/events.ts";
import type { Order } from "#contract/orders/orders.ts";
import { eventQuery } from "#web/features/events/queries.ts";
import { eventDate } from "#web/lib/dates.ts";

/** An order's event, with what its page says besides; without it while nobody knows, and once it is unpublished. */
export type OrderedEvent = Order["events"][number] &
  Partial<Pick<EventDetail, "doorsAt" | "endsAt" | "venue" | "poster">> & { page?: EventDetail | undefined };

/** The events that an order's tickets admit to: the first as its page is now, others as they were when this page was opened. */
export function useOrderedEvents({ events }: Order): OrderedEvent[] {
  const queryClient = useQueryClient();
  const [first] = events;
  const { data } = useQuery({ ...eventQuery(first?.id ?? 0), enabled: first !== undefined });
  const [opened] = useState(() => events.map(({ id }) => queryClient.getQueryData(eventQuery(id).queryKey)));
  return events.map((event, index) => {
    const page = event === first ? data : opened[index];
    if (!page) return event;
    const { doorsAt, endsAt, venue, poster } = page;
    return { ...event, doorsAt, endsAt, venue, poster, page };
  });
}

/** The lines of an order for its sums: with the event and its date, where it is for several. */
export const namedLines = ({
  lines,
  events,
}: Pick<Order, "lines" | "events">): (Order["lines"][number] & { date?: string })[] =>
  lines.map((line) => {
    const event = events.length > 1 ? events.find(({ id }) => id === line.eventId) : undefined;
    return event ? { ...line, name: `${event.title} · ${line.name}`, date: eventDate(event) } : line;
  });

/** What stands above the sums of an order: its event, or the posters of several. */
export function headOf(events: OrderedEvent[]): { event: OrderedEvent | null; pictures: EventDetail["poster"][] } {
  const [event, ...others] = events;
  if (event && others.length === 0) return { event, pictures: [] };
  return { event: null, pictures: events.flatMap(({ poster }) => poster ?? []) };
}
