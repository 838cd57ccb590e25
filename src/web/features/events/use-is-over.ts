import type { EventSummary } from "#contract/events.ts";
import { useNow } from "#web/lib/use-now.ts";

/** True once the night has ended. Its saleState alone does not tell: sales may end long before the music. */
export const useIsOver = ({ endsAt }: Pick<EventSummary, "endsAt">) => Date.parse(endsAt) <= useNow();
