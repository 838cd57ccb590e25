import { dayOf } from "#web/lib/dates.ts";
import { useBrandZone } from "#web/lib/site.ts";
import { useNow } from "#web/lib/use-now.ts";

/** Today in the brand's time zone. */
export const useBrandDay = (): { today: string } => ({ today: dayOf(useNow(), useBrandZone()) });
