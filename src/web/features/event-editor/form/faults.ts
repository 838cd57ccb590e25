import { EventChanges } from "#contract/event-editing.ts";
import { changesOf, type FieldName, type NightForm } from "./night-form.ts";

/** What is wrong, by the path of the field: `title`, `lineup.2.name`. */
export type Faults = Record<string, string>;

const sentences: Record<string, string> = {
  title: "Give the night a name, of up to 120 letters",
  summary: "One line, of up to 300 letters",
  dressCode: "Up to 120 letters",
  seoTitle: "Up to 120 letters",
  seoDescription: "Up to 320 letters",
  timeZone: "Choose a time zone from the list",
};

/** Judges what would be sent, by the same shapes as the server, and the order of the times. */
export function findFaults(base: NightForm, form: NightForm): Faults {
  const faults: Faults = {};
  const judged = EventChanges.partial().safeParse(changesOf(base, form));
  for (const { path, message } of judged.success ? [] : judged.error.issues) {
    const place = path.join(".").replace(/^venueId/, "venue");
    faults[place] ??= sentences[place] ?? sentenceOf(place, message);
  }
  if (form.endsAt <= form.startsAt) faults.endsAt = "The night ends before it begins";
  if (form.doorsAt !== null && form.doorsAt > form.startsAt) faults.doorsAt = "Doors open after the night begins";
  return faults;
}

function sentenceOf(place: string, message: string): string {
  if (/^lineup\.\d+\.name$/.test(place)) return "Say who it is";
  if (/^policies\.\d+\.(title|text)$/.test(place)) return "This is missing";
  return message;
}

/** Faults that the server found, by the same paths. */
export function faultsFromServer(errors: { message: string; path?: string }[]): Faults {
  return Object.fromEntries(
    errors.map(({ message, path = "" }) => [path.replace(/^changes\./, "").replace(/^venueId/, "venue"), message]),
  );
}

/** The first fault of a field, whatever part of it. */
export const faultOf = (faults: Faults, name: FieldName): string | undefined =>
  Object.entries(faults).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1];
