import type { EventSummary } from "#contract/events.ts";
import { useNow } from "#web/lib/use-now.ts";

/** True once the event has ended. Its saleStatus alone does not show that: sales may end long before the event. */
export const useIsOver = ({ endsAt }: Pick<EventSummary, "endsAt">) => Date.parse(endsAt) <= useNow();
