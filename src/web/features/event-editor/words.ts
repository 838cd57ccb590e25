import type { EditedEvent, EventRow, PublishGap } from "#contract/event-editing.ts";
import type { BadgeWords } from "#web/ui/badge.tsx";

type Standing = Pick<EventRow, "visibility" | "publishAt" | "state" | "isOver">;

/** How a night stands, in one word. */
export function standingOf({ visibility, publishAt, state, isOver }: Standing): BadgeWords {
  if (state === "cancelled") return { label: "Cancelled", tone: "gone" };
  if (state === "postponed") return { label: "Postponed", tone: "soon" };
  if (publishAt !== null) return { label: "Scheduled", tone: "soon" };
  if (visibility === "draft") return { label: "Draft", tone: "plain" };
  if (visibility === "unlisted") return { label: "Link only", tone: "gold" };
  return isOver ? { label: "Past", tone: "plain" } : { label: "Published", tone: "good" };
}

export const stateFilters = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Drafts" },
  { value: "scheduled", label: "Scheduled" },
  { value: "unlisted", label: "Link only" },
  { value: "off", label: "Cancelled or postponed" },
];

/** What is missing, what it does to buyers, and where it is filled in. */
export const gapWords: Record<PublishGap["what"], { label: string; tab: string; field: string }> = {
  title: { label: "A name", tab: "details", field: "title" },
  times: { label: "Times that are in order", tab: "details", field: "startsAt" },
  summary: { label: "One line that says what it is", tab: "details", field: "summary" },
  poster: { label: "A poster", tab: "pictures", field: "poster" },
  tickets: { label: "Something to buy", tab: "tickets", field: "tickets" },
  description: { label: "The story of the night", tab: "details", field: "descriptionHtml" },
  lineup: { label: "Who plays", tab: "details", field: "lineup" },
  map: { label: "The place on the map", tab: "details", field: "venue" },
};

/** What a field of the form is called where the form itself is not in sight. */
export const fieldWords: Record<string, string> = {
  title: "Name",
  slug: "Address",
  summary: "Summary",
  descriptionHtml: "Story",
  categories: "Categories",
  startsAt: "Start",
  doorsAt: "Doors",
  endsAt: "End",
  timeZone: "Time zone",
  venue: "Place",
  ageRule: "Age",
  dressCode: "Dress code",
  lineup: "Line-up",
  policies: "Good to know",
  poster: "Poster",
  gallery: "Gallery",
  seoTitle: "Title for search engines",
  seoDescription: "Text for search engines",
  recap: "Recap",
  hideCounts: "Hidden counts",
  entryOpensMinutes: "Entry window",
  refunds: "Returns",
};

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${new Intl.NumberFormat("en-US").format(count)} ${count === 1 ? one : many}`;

export type { EditedEvent };
