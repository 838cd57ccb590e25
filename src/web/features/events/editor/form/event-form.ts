import { type EditedEvent, EventChanges } from "#contract/events/editing.ts";
import { cleanText, cleanTexts } from "#contract/typed-text.ts";
import { detailsFields } from "../panels/details-panel.tsx";
import { pictureFields } from "../panels/pictures-panel.tsx";
import { sharingFields } from "../panels/sharing-panel.tsx";
import type { EventFields, EventForm, FieldErrors, FieldName, Merge } from "./form-context.tsx";

/** The fields of all tabs. */
export const eventFields: Required<EventFields> = { ...detailsFields, ...pictureFields, ...sharingFields };
const fieldNames = Object.keys(eventFields) as FieldName[];

/** A field's name in the API's body. */
const bodyName = (name: FieldName) => (name === "venue" ? "venueId" : name);

/** A path in the API's body as a path in the form: `title`, `lineup.2.name`. */
export const formPath = (path: string) => path.replace(/^changes\./, "").replace(/^venueId/, "venue");

/** The form values of an event. */
export function toForm(event: EditedEvent): EventForm {
  const values = fieldNames.map((name) => {
    const { read } = eventFields[name];
    return [name, read ? read(event) : event[name]];
  });
  return Object.fromEntries(values) as EventForm;
}

/** A field as the server stores it. Text is cleaned and trimmed, and null if it is empty and the contract allows that. */
function stored(form: EventForm, name: FieldName): unknown {
  const value = form[name];
  const { write } = eventFields[name];
  if (write) return cleanTexts(write(value as never));
  if (typeof value !== "string") return value;
  const isOptional = EventChanges.shape[bodyName(name)].safeParse(null).success;
  return cleanText(value).trim() || (isOptional ? null : "");
}

const same = (a: EventForm, b: EventForm, name: FieldName) =>
  JSON.stringify(stored(a, name)) === JSON.stringify(stored(b, name));

/** Fields that differ between two versions of an event, as the server would store them. */
export const changedFields = (from: EventForm, to: EventForm) => fieldNames.filter((name) => !same(from, to, name));

/** What goes to the server: only the changed fields. */
export const changesOf = (from: EventForm, to: EventForm): EventChanges =>
  Object.fromEntries(changedFields(from, to).map((name) => [bodyName(name), stored(to, name)]));

/** Validates what would be sent with the server's own schemas, and checks the order of the times. */
export function findFieldErrors(base: EventForm, form: EventForm): FieldErrors {
  const fieldErrors: FieldErrors = {};
  const { error } = EventChanges.partial().safeParse(changesOf(base, form));
  for (const issue of error?.issues ?? []) {
    const path = formPath(issue.path.join("."));
    const { message } = eventFields[path.split(".")[0] as FieldName];
    const fieldMessage = typeof message === "object" ? message[String(issue.path.at(-1))] : message;
    fieldErrors[path] ??= fieldMessage ?? issue.message;
  }
  if (form.endsAt <= form.startsAt) fieldErrors.endsAt = "The end must be after the start";
  if (form.doorsAt !== null && form.doorsAt > form.startsAt) fieldErrors.doorsAt = "Doors can't open after the start";
  return fieldErrors;
}

/** A field's value in words; CSS cuts long ones by lines. */
export function describeField(form: EventForm, name: FieldName): string {
  const value = form[name];
  const { describe } = eventFields[name];
  const text = describe ? describe(value as never, form) : value;
  return typeof text === "string" && text !== "" ? text : "None";
}

/** My form with their values for some fields. */
export const applyTheirs = (mine: EventForm, theirs: EventForm, names: FieldName[]): EventForm => ({
  ...mine,
  ...Object.fromEntries(names.map((name) => [name, theirs[name]])),
});

/** Merges my changes with what someone else saved. Where both changed a field, mine stays until staff choose. */
export function mergeForms(base: EventForm, mine: EventForm, theirs: EventForm): Merge {
  const myChanges = changedFields(base, mine);
  const other = new Set(changedFields(base, theirs));
  return {
    form: applyTheirs(theirs, mine, myChanges),
    conflicts: myChanges.filter((name) => other.has(name) && !same(mine, theirs, name)),
  };
}
