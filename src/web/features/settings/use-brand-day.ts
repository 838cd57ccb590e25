import { useQuery } from "@tanstack/react-query";
import { dayOf } from "#web/lib/dates.ts";
import { siteTimeZone } from "#web/lib/days.ts";
import { useNow } from "#web/lib/use-now.ts";
import { settingsQuery } from "./queries.ts";

/**
 * Today in the brand's time zone, which is a setting. Until it has loaded, or for people who may not read it, the day in
 * New York; `isKnown` says which.
 */
export function useBrandDay(): { today: string; isKnown: boolean } {
  const timeZone = useQuery(settingsQuery()).data?.settings.defaultTimeZone;
  return { today: dayOf(useNow(), timeZone ?? siteTimeZone), isKnown: timeZone !== undefined };
}
