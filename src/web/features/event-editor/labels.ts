import type { EditedEvent, EventRow, PublishGap } from "#contract/event-editing.ts";
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

export const statusFilters = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Drafts" },
  { value: "scheduled", label: "Scheduled" },
  { value: "unlisted", label: "Unlisted" },
  { value: "off", label: "Canceled or postponed" },
];

/** What is missing, and the tab and field where staff fill it in. */
export const gapLabels: Record<PublishGap["what"], { label: string; tab: string; field: string }> = {
  title: { label: "Name", tab: "details", field: "title" },
  times: { label: "Valid start and end times", tab: "details", field: "startsAt" },
  summary: { label: "Tagline", tab: "details", field: "summary" },
  poster: { label: "Poster", tab: "pictures", field: "poster" },
  tickets: { label: "Tickets", tab: "tickets", field: "tickets" },
  description: { label: "Description", tab: "details", field: "descriptionHtml" },
  lineup: { label: "Lineup", tab: "details", field: "lineup" },
  map: { label: "Venue on the map", tab: "details", field: "venue" },
};

/** The names of the form's fields, for places that do not show the form. */
export const fieldLabels: Record<string, string> = {
  title: "Name",
  slug: "URL slug",
  summary: "Tagline",
  descriptionHtml: "Description",
  categories: "Categories",
  startsAt: "Start",
  doorsAt: "Doors",
  endsAt: "End",
  timeZone: "Time zone",
  venue: "Venue",
  ageRule: "Age",
  dressCode: "Dress code",
  lineup: "Lineup",
  policies: "Good to know",
  poster: "Poster",
  gallery: "Gallery",
  seoTitle: "Search title",
  seoDescription: "Search description",
  recap: "Recap",
  hideCounts: "Hide tickets left",
  entryOpensMinutes: "Entry opens",
  refunds: "Refunds",
};

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${new Intl.NumberFormat("en-US").format(count)} ${count === 1 ? one : many}`;

export type { EditedEvent };
