import { usStates, type UsState } from "#contract/delivery/us-states.ts";
import { statesOfZip } from "#contract/delivery/us-zip-codes.ts";

/** What an address says about where in its country it is. */
interface PostalPlace {
  country: string;
  region: string;
  postalCode: string | null;
}

/** Why a US address can't be right, and at which field; undefined if it can, and for all other countries. */
export function refusePlace({
  country,
  region,
  postalCode,
}: PostalPlace): { field: "region" | "postalCode"; message: string } | undefined {
  if (country !== "US" || postalCode === null) return undefined;
  if (!(region in usStates)) return { field: "region", message: "Choose a state" };
  if (!/^\d{5}(?:-\d{4})?$/.test(postalCode)) {
    return { field: "postalCode", message: "Enter a ZIP Code with 5 digits, like 11201" };
  }
  const states = statesOfZip(postalCode);
  const [state] = states;
  if (state === undefined) return { field: "postalCode", message: "There's no such ZIP Code" };
  if (states.includes(region as UsState)) return undefined;
  const name = usStates[region as UsState];
  return { field: "postalCode", message: `${postalCode} is in ${usStates[state]}, not ${name}` };
}
