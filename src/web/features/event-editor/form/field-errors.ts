import { EventChanges } from "#contract/event-editing.ts";
import { changesOf, type FieldName, type EventForm } from "./event-form.ts";

/** Error messages by the path of the field: `title`, `lineup.2.name`. */
export type FieldErrors = Record<string, string>;

const sentences: Record<string, string> = {
  title: "Enter a name, up to 120 characters",
  summary: "Enter a tagline, up to 300 characters",
  dressCode: "Use at most 120 characters",
  seoTitle: "Use at most 120 characters",
  seoDescription: "Use at most 320 characters",
  timeZone: "Choose a time zone from the list",
};

/** Validates what would be sent with the server's own schemas, and checks the order of the times. */
export function findFieldErrors(base: EventForm, form: EventForm): FieldErrors {
  const fieldErrors: FieldErrors = {};
  const judged = EventChanges.partial().safeParse(changesOf(base, form));
  for (const { path, message } of judged.success ? [] : judged.error.issues) {
    const place = path.join(".").replace(/^venueId/, "venue");
    fieldErrors[place] ??= sentences[place] ?? sentenceOf(place, message);
  }
  if (form.endsAt <= form.startsAt) fieldErrors.endsAt = "The end must be after the start";
  if (form.doorsAt !== null && form.doorsAt > form.startsAt) fieldErrors.doorsAt = "Doors can't open after the start";
  return fieldErrors;
}

function sentenceOf(place: string, message: string): string {
  if (/^lineup\.\d+\.name$/.test(place)) return "Enter a name";
  if (/^policies\.\d+\.(title|text)$/.test(place)) return "Fill this in";
  return message;
}

/** Errors from the server, by the same paths. */
export function fieldErrorsFromServer(errors: { message: string; path?: string }[]): FieldErrors {
  return Object.fromEntries(
    errors.map(({ message, path = "" }) => [path.replace(/^changes\./, "").replace(/^venueId/, "venue"), message]),
  );
}

/** The first error of a field or any part of it. */
export const fieldErrorOf = (fieldErrors: FieldErrors, name: FieldName): string | undefined =>
  Object.entries(fieldErrors).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1];
