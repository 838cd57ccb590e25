import { createContext, use } from "react";
import type { NightFormState } from "./use-night-form.ts";

export const NightFormContext = createContext<NightFormState | undefined>(undefined);

/** The form of the night that is being edited; every tab of the editor shares it. */
export function useNight(): NightFormState {
  const state = use(NightFormContext);
  if (state === undefined) throw new Error("useNight stands inside a night's editor");
  return state;
}
