import type { EditedEvent, EventChanges, RefundPolicy, VenueChoice } from "#contract/event-editing.ts";
import type { AgeRule, Poster } from "#contract/events.ts";
import { defaultPosterKey } from "../thumb.tsx";

export type ActRow = { name: string; role: string; picture: Poster | null };
export type PolicyRow = { title: string; text: string };

/** An event as the form holds it: missing text is empty. Instants are UTC. */
export type EventForm = {
  title: string;
  slug: string;
  summary: string;
  descriptionHtml: string;
  categories: string[];
  startsAt: string;
  doorsAt: string | null;
  endsAt: string;
  timeZone: string;
  venue: VenueChoice;
  ageRule: AgeRule;
  dressCode: string;
  lineup: ActRow[];
  policies: PolicyRow[];
  poster: Poster | null;
  gallery: Poster[];
  seoTitle: string;
  seoDescription: string;
  recap: string;
  hideCounts: boolean;
  entryOpensMinutes: number | null;
  refunds: RefundPolicy;
};
export type FieldName = keyof EventForm;
export type TextName = { [Name in FieldName]: EventForm[Name] extends string ? Name : never }[FieldName];

/** The form values of an event. */
export function toForm(event: EditedEvent): EventForm {
  return {
    title: event.title,
    slug: event.slug,
    summary: event.summary,
    descriptionHtml: event.descriptionHtml,
    categories: event.categories,
    startsAt: event.startsAt,
    doorsAt: event.doorsAt,
    endsAt: event.endsAt,
    timeZone: event.timeZone,
    venue: event.venue,
    ageRule: event.ageRule,
    dressCode: event.dressCode ?? "",
    lineup: event.lineup,
    policies: event.policies,
    poster: event.poster.key === defaultPosterKey ? null : event.poster,
    gallery: event.gallery,
    seoTitle: event.seoTitle ?? "",
    seoDescription: event.seoDescription ?? "",
    recap: event.recap ?? "",
    hideCounts: event.hideCounts,
    entryOpensMinutes: event.entryOpensMinutes,
    refunds: event.refunds,
  };
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** Each field in the server's shape. */
const sent: { [Name in FieldName]: (form: EventForm) => Partial<EventChanges> } = {
  title: ({ title }) => ({ title: title.trim() }),
  slug: ({ slug }) => ({ slug: slug.trim() }),
  summary: ({ summary }) => ({ summary: summary.trim() }),
  descriptionHtml: ({ descriptionHtml }) => ({ descriptionHtml }),
  categories: ({ categories }) => ({ categories }),
  startsAt: ({ startsAt }) => ({ startsAt }),
  doorsAt: ({ doorsAt }) => ({ doorsAt }),
  endsAt: ({ endsAt }) => ({ endsAt }),
  timeZone: ({ timeZone }) => ({ timeZone }),
  venue: ({ venue }) => ({ venueId: venue.id }),
  ageRule: ({ ageRule }) => ({ ageRule }),
  dressCode: ({ dressCode }) => ({ dressCode: orNull(dressCode) }),
  // A row with nothing filled in is not an act.
  lineup: ({ lineup }) => ({
    lineup: lineup
      .filter(({ name, role, picture }) => name.trim() !== "" || role.trim() !== "" || picture !== null)
      .map(({ name, role, picture }) => ({ name: name.trim(), role: role.trim(), picture: picture?.key ?? null })),
  }),
  policies: ({ policies }) => ({
    policies: policies
      .filter(({ title, text }) => title.trim() !== "" || text.trim() !== "")
      .map(({ title, text }) => ({ title: title.trim(), text: text.trim() })),
  }),
  poster: ({ poster }) => ({ poster: poster?.key ?? defaultPosterKey }),
  gallery: ({ gallery }) => ({ gallery: gallery.map(({ key }) => key) }),
  seoTitle: ({ seoTitle }) => ({ seoTitle: orNull(seoTitle) }),
  seoDescription: ({ seoDescription }) => ({ seoDescription: orNull(seoDescription) }),
  recap: ({ recap }) => ({ recap: orNull(recap) }),
  hideCounts: ({ hideCounts }) => ({ hideCounts }),
  entryOpensMinutes: ({ entryOpensMinutes }) => ({ entryOpensMinutes }),
  refunds: ({ refunds }) => ({ refunds }),
};
export const fieldNames = Object.keys(sent) as FieldName[];

const same = (a: EventForm, b: EventForm, name: FieldName) =>
  JSON.stringify(sent[name](a)) === JSON.stringify(sent[name](b));

/** Fields that differ between two versions of an event, as the server would store them. */
export const changedFields = (from: EventForm, to: EventForm) => fieldNames.filter((name) => !same(from, to, name));

/** What goes to the server: only the changed fields. */
export function changesOf(from: EventForm, to: EventForm): EventChanges {
  return Object.assign({}, ...changedFields(from, to).map((name) => sent[name](to))) as EventChanges;
}

function take(target: EventForm, source: EventForm, names: FieldName[]): EventForm {
  return { ...target, ...Object.fromEntries(names.map((name) => [name, source[name]])) };
}

/** Two people changed an event from the same version. */
export type Merge = {
  /** Their version plus the fields that only I changed: nothing is lost. */
  form: EventForm;
  /** Fields that both changed to different values. */
  conflicts: FieldName[];
};

/** Merges my changes with what someone else saved. Where both changed a field, mine stays until staff choose. */
export function mergeForms(base: EventForm, mine: EventForm, theirs: EventForm): Merge {
  const own = changedFields(base, mine);
  const other = new Set(changedFields(base, theirs));
  return {
    form: take(theirs, mine, own),
    conflicts: own.filter((name) => other.has(name) && !same(mine, theirs, name)),
  };
}

/** My form with their values for some fields. */
export const takeTheirs = take;
