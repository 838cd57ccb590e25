import { expect, test } from "vitest";
import { changedFields, changesOf, mergeForms, type NightForm } from "./night-form.ts";
import { findFaults } from "./faults.ts";

const venue = {
  id: 1,
  version: 1,
  name: "The Yard",
  address: null,
  city: "Brooklyn",
  region: "NY",
  country: "US",
  latitude: null,
  longitude: null,
  nights: 1,
};
const base: NightForm = {
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
  entryOpensMinutes: null,
  refunds: { kind: "none" },
};

test("only what was changed is sent, and rows that nobody filled in are not", () => {
  expect(changesOf(base, { ...base, title: " Velvet Hours " })).toEqual({});
  expect(changesOf(base, { ...base, lineup: [{ name: "", role: "", picture: null }] })).toEqual({});
  expect(changesOf(base, { ...base, dressCode: "Linen", venue: { ...venue, id: 2 } })).toEqual({
    dressCode: "Linen",
    venueId: 2,
  });
  expect(changesOf({ ...base, dressCode: "Linen" }, base)).toEqual({ dressCode: null });
});

test("what two people changed apart is all kept", () => {
  const { form, conflicts } = mergeForms(
    base,
    { ...base, summary: "Mine" },
    { ...base, dressCode: "Theirs", title: "Theirs" },
  );
  expect(conflicts).toEqual([]);
  expect(form).toMatchObject({ summary: "Mine", dressCode: "Theirs", title: "Theirs" });
});

test("what both changed is named, unless both wrote the same", () => {
  const mine = { ...base, summary: "Mine", title: "Same", ageRule: "21+" as const };
  const { form, conflicts } = mergeForms(base, mine, { ...base, summary: "Theirs", title: "Same" });
  expect(conflicts).toEqual(["summary"]);
  expect(changedFields(form, mine)).toEqual([]);
});

test.each([
  [{ title: " " }, "title", "Give the night a name, of up to 120 letters"],
  [{ endsAt: base.startsAt }, "endsAt", "The night ends before it begins"],
  [{ doorsAt: base.endsAt }, "doorsAt", "Doors open after the night begins"],
  [{ slug: "Not An Address" }, "slug", "Small letters, digits and single hyphens only"],
  [{ lineup: [{ name: "", role: "Host", picture: null }] }, "lineup.0.name", "Say who it is"],
])("%j is told at %s", (change, path, sentence) => {
  expect(findFaults(base, { ...base, ...change })).toEqual({ [path]: sentence });
});

test("a night as it stands has no fault", () => {
  expect(findFaults(base, base)).toEqual({});
});
