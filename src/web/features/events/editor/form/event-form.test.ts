import { expect, test } from "vitest";
import { changedFields, changesOf, findFieldErrors, mergeForms } from "./event-form.ts";
import type { EventForm } from "./form-context.tsx";

const venue = {
  id: 1,
  version: 1,
  name: "The Yard",
  address: null,
  city: "Brooklyn",
  region: "NY",
  postalCode: null,
  country: "US",
  latitude: null,
  longitude: null,
  eventCount: 1,
};
const base: EventForm = {
  title: "Velvet Hours",
  slug: "velvet-hours",
  summary: "Lovers rock",
  descriptionHtml: "<p>Come</p>",
  categories: [],
  startsAt: "2027-03-06T03:00:00.000Z",
  doorsAt: null,
  endsAt: "2027-03-06T09:00:00.000Z",
  timeZone: "America/New_York",
  venue,
  ageRule: "all",
  dressCode: "",
  lineup: [],
  policies: [],
  poster: null,
  gallery: [],
  seoTitle: "",
  seoDescription: "",
  recap: "",
  hideCounts: false,
  salesEndAtStart: false,
  entryOpensMinutes: null,
  refunds: { kind: "none" },
};

test("only changes are sent, without rows left empty", () => {
  expect(changesOf(base, { ...base, title: " Velvet Hours " })).toEqual({});
  expect(changesOf(base, { ...base, lineup: [{ name: "", role: "", picture: null }] })).toEqual({});
  expect(changesOf(base, { ...base, dressCode: "Linen", venue: { ...venue, id: 2 } })).toEqual({
    dressCode: "Linen",
    venueId: 2,
  });
  expect(changesOf({ ...base, dressCode: "Linen" }, base)).toEqual({ dressCode: null });
});

test("changes of two people to different fields are all kept", () => {
  const { form, conflicts } = mergeForms(
    base,
    { ...base, summary: "Mine" },
    { ...base, dressCode: "Theirs", title: "Theirs" },
  );
  expect(conflicts).toEqual([]);
  expect(form).toMatchObject({ summary: "Mine", dressCode: "Theirs", title: "Theirs" });
});

test("a field that both changed is a conflict, unless both wrote the same", () => {
  const mine = { ...base, summary: "Mine", title: "Same", ageRule: "21+" as const };
  const { form, conflicts } = mergeForms(base, mine, { ...base, summary: "Theirs", title: "Same" });
  expect(conflicts).toEqual(["summary"]);
  expect(changedFields(form, mine)).toEqual([]);
});

test.each([
  [{ title: " " }, "title", "Enter a name, up to 120 characters"],
  [{ endsAt: base.startsAt }, "endsAt", "The end must be after the start"],
  [{ doorsAt: base.endsAt }, "doorsAt", "Doors can't open after the start"],
  [{ slug: "Not An Address" }, "slug", "Use only lowercase letters, digits and single hyphens"],
  [{ lineup: [{ name: "", role: "Host", picture: null }] }, "lineup.0.name", "Enter a name"],
])("%j has its error at %s", (change, path, sentence) => {
  expect(findFieldErrors(base, { ...base, ...change })).toEqual({ [path]: sentence });
});

test("an unchanged event has no errors", () => {
  expect(findFieldErrors(base, base)).toEqual({});
});

test("marks that nobody sees aren't a change, and aren't sent", () => {
  expect(changedFields(base, { ...base, title: "\u2068Velvet\u00a0Hours\u200b\u2069" })).toEqual([]);
  expect(changesOf(base, { ...base, title: "\u200eVelvet Fe\u0302te" })).toEqual({ title: "Velvet Fête" });
  expect(findFieldErrors(base, { ...base, title: "\u2066Velvet Fête\u2069", dressCode: "All\u00a0white" })).toEqual({});
});
