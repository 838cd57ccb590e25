import { createContext, use } from "react";
import type { EventFormState } from "./use-event-form.ts";

export const EventFormContext = createContext<EventFormState | undefined>(undefined);

/** The form of the event that staff edit; every tab of the editor shares it. */
export function useEventEditor(): EventFormState {
  const state = use(EventFormContext);
  if (state === undefined) throw new Error("useEventEditor must be used within the event editor");
  return state;
}
