import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useNow } from "#web/lib/use-now.ts";
import { dayOf } from "../days.ts";

/** Where the house is: what the server takes for today, which knows nothing of the reader's place. */
const houseTimeZone = "America/New_York";

/** The day it is where the reader is. */
export function useToday(): string {
  const now = useNow();
  return dayOf(now, useHydrated() ? undefined : houseTimeZone);
}
