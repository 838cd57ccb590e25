import { createContext, use } from "react";
import type { EditedEvent, EventChanges } from "#contract/event-editing.ts";
import type { Poster } from "#contract/events.ts";
import type { EventFormState } from "./use-event-form.ts";

/** The contract's fields; the form holds the venue itself instead of its id. */
export type FieldName = Exclude<keyof EventChanges, "venueId"> | "venue";

/** An event as the form holds it. Text that may be missing is null or empty. Instants are UTC. */
export type EventForm = Omit<Pick<EditedEvent, FieldName>, "poster"> & { poster: Poster | null };

/** What the editor must know about a field outside its tab. */
export type EventField<Name extends FieldName> = {
  label: string;
  /** Says what is wrong, instead of the contract's own message. In a list, by the part of a row. */
  message?: string | Record<string, string>;
  /** The form's value of a saved event, if it isn't the event's own. */
  read?: (event: EditedEvent) => EventForm[Name];
  /** The value that is saved, if it isn't the form's own. */
  write?: (value: EventForm[Name]) => EventChanges[Name extends keyof EventChanges ? Name : "venueId"];
  /** The value in words, if it isn't text. */
  describe?: (value: EventForm[Name], form: EventForm) => string;
};

/** Some of the form's fields. Each tab declares its own, beside their inputs. */
export type EventFields = { [Name in FieldName]?: EventField<Name> };

export const EventFormContext = createContext<EventFormState | undefined>(undefined);

/** The form of the event that staff edit; every tab of the editor shares it. */
export function useEventEditor(): EventFormState {
  const state = use(EventFormContext);
  if (state === undefined) throw new Error("useEventEditor must be used within the event editor");
  return state;
}
