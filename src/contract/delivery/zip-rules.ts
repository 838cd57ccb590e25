import { usStates, type UsState } from "./us-states.ts";
import { formatZip, statesOfZip } from "./us-zip-codes.ts";

// Used by checkout before anything is sent, so it has no schema.

/** Why a ZIP Code can't be right; undefined if the state has addresses with it. */
export function refuseZip(state: string, zip: string): string | undefined {
  const states = statesOfZip(zip);
  if (states.length === 0) return "There's no such ZIP Code";
  return states.includes(state as UsState) ? undefined : `That ZIP Code isn't in ${usStates[state as UsState]}`;
}

/** What to ask about a ZIP Code that is right, but has most of its addresses in another state. */
export function zipHint(state: string, zip: string): string | undefined {
  const [most, other] = statesOfZip(formatZip(zip));
  if (most === undefined || other !== state) return undefined;
  return `Most of ${formatZip(zip).slice(0, 5)} is in ${usStates[most]}. Check that your address is in ${usStates[other]}.`;
}
