import type { EventRow, PublishGap } from "#contract/event-editing.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import type { BadgeLabel } from "#web/ui/badge.tsx";

type StatusFields = Pick<EventRow, "visibility" | "publishAt" | "status" | "isOver">;

/** The status of an event, in one word. */
export function statusOf({ visibility, publishAt, status, isOver }: StatusFields): BadgeLabel {
  if (status === "canceled") return { label: "Canceled", tone: "gone" };
  if (status === "postponed") return { label: "Postponed", tone: "soon" };
  if (publishAt !== null) return { label: "Scheduled", tone: "soon" };
  if (visibility === "draft") return { label: "Draft", tone: "plain" };
  if (visibility === "unlisted") return { label: "Unlisted", tone: "gold" };
  return isOver ? { label: "Past", tone: "plain" } : { label: "Published", tone: "good" };
}

/** What is missing, and the tab and field where staff fill it in, by default the field of that name under Details. */
export const gapLabels: Record<PublishGap["what"], { label: string; tab?: string; field?: string }> = {
  title: { label: "Name" },
  times: { label: "Valid start and end times", field: "startsAt" },
  summary: { label: "Tagline" },
  poster: { label: "Poster", tab: "pictures" },
  tickets: { label: "Tickets", tab: "tickets" },
  description: { label: "Description", field: "descriptionHtml" },
  lineup: { label: "Lineup" },
  map: { label: "Venue on the map", field: "venue" },
};

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
