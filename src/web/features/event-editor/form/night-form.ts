import type { EditedEvent, EventChanges, RefundPolicy, VenueChoice } from "#contract/event-editing.ts";
import type { AgeRule, Poster } from "#contract/events.ts";
import { houseKey } from "../thumb.tsx";

export type ActRow = { name: string; role: string; picture: Poster | null };
export type PolicyRow = { title: string; text: string };

/** A night as the form holds it: empty text where nothing is said. Instants are UTC. */
export type NightForm = {
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
export type FieldName = keyof NightForm;

/** A night as its form begins. */
export function toForm(night: EditedEvent): NightForm {
  return {
    title: night.title,
    slug: night.slug,
    summary: night.summary,
    descriptionHtml: night.descriptionHtml,
    categories: night.categories,
    startsAt: night.startsAt,
    doorsAt: night.doorsAt,
    endsAt: night.endsAt,
    timeZone: night.timeZone,
    venue: night.venue,
    ageRule: night.ageRule,
    dressCode: night.dressCode ?? "",
    lineup: night.lineup,
    policies: night.policies,
    poster: night.poster.key === houseKey ? null : night.poster,
    gallery: night.gallery,
    seoTitle: night.seoTitle ?? "",
    seoDescription: night.seoDescription ?? "",
    recap: night.recap ?? "",
    hideCounts: night.hideCounts,
    entryOpensMinutes: night.entryOpensMinutes,
    refunds: night.refunds,
  };
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** Each field as the server takes it. */
const sent: { [Name in FieldName]: (form: NightForm) => Partial<EventChanges> } = {
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
  // A row that nobody has filled in is no act.
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
  poster: ({ poster }) => ({ poster: poster?.key ?? houseKey }),
  gallery: ({ gallery }) => ({ gallery: gallery.map(({ key }) => key) }),
  seoTitle: ({ seoTitle }) => ({ seoTitle: orNull(seoTitle) }),
  seoDescription: ({ seoDescription }) => ({ seoDescription: orNull(seoDescription) }),
  recap: ({ recap }) => ({ recap: orNull(recap) }),
  hideCounts: ({ hideCounts }) => ({ hideCounts }),
  entryOpensMinutes: ({ entryOpensMinutes }) => ({ entryOpensMinutes }),
  refunds: ({ refunds }) => ({ refunds }),
};
export const fieldNames = Object.keys(sent) as FieldName[];

const same = (a: NightForm, b: NightForm, name: FieldName) =>
  JSON.stringify(sent[name](a)) === JSON.stringify(sent[name](b));

/** Fields that differ between two states of a night, as the server would keep them. */
export const changedFields = (from: NightForm, to: NightForm) => fieldNames.filter((name) => !same(from, to, name));

/** What goes to the server: what was changed, and nothing else. */
export function changesOf(from: NightForm, to: NightForm): EventChanges {
  return Object.assign({}, ...changedFields(from, to).map((name) => sent[name](to))) as EventChanges;
}

function take(target: NightForm, source: NightForm, names: FieldName[]): NightForm {
  return { ...target, ...Object.fromEntries(names.map((name) => [name, source[name]])) };
}

/** Two people changed a night from the same beginning. */
export type Merge = {
  /** Theirs, with what only I changed: nothing of either is lost. */
  form: NightForm;
  /** What both changed, and differently. */
  conflicts: FieldName[];
};

/** Puts together what I changed and what somebody else saved meanwhile; where both did, mine stands until it is chosen. */
export function mergeForms(base: NightForm, mine: NightForm, theirs: NightForm): Merge {
  const own = changedFields(base, mine);
  const other = new Set(changedFields(base, theirs));
  return {
    form: take(theirs, mine, own),
    conflicts: own.filter((name) => other.has(name) && !same(mine, theirs, name)),
  };
}

/** My form with their word on some fields. */
export const takeTheirs = take;
