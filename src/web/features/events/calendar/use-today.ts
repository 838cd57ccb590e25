import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useNow } from "#web/lib/use-now.ts";
import { dayOf } from "../days.ts";

/** The organizer's time zone: the server uses it for today, because it doesn't know the visitor's. */
const siteTimeZone = "America/New_York";

/** Today's date in the visitor's time zone. */
export function useToday(): string {
  const now = useNow();
  return dayOf(now, useHydrated() ? undefined : siteTimeZone);
}
