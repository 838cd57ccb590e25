import type { EventRow, PublishGap } from "#contract/events/editing.ts";
import { type BadgeLabel, gold, gone, good, plain, soon } from "#web/ui/badge.tsx";

type StatusFields = Pick<EventRow, "visibility" | "publishAt" | "status" | "isOver">;

/** The status of an event, in one word. */
export function statusOf({ visibility, publishAt, status, isOver }: StatusFields): BadgeLabel {
  if (status === "canceled") return gone("Canceled");
  if (status === "postponed") return soon("Postponed");
  if (publishAt !== null) return soon("Scheduled");
  if (visibility === "draft") return plain("Draft");
  if (visibility === "unlisted") return gold("Unlisted");
  return isOver ? plain("Past") : good("Published");
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
