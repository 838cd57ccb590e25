import { codes } from "./codes.tsx";
import { promoters } from "./promoters.tsx";
import { PromotionList } from "./promotion-list.tsx";

type EventPromotionsProps = { of: "codes" | "promoters"; event: { id: number } };

/** The codes or promoters that apply to one event, its own and those for all events, with what they brought to it. */
export function EventPromotions({ of, event }: EventPromotionsProps) {
  return (
    <div className="grid min-w-0 gap-3">
      <p className="text-sm text-muted">
        {of === "codes" ? "Codes that work for this event." : "Links that count for this event."} All numbers are this
        event's only.
      </p>
      {of === "codes" ? (
        <PromotionList kind={codes} eventId={event.id} />
      ) : (
        <PromotionList kind={promoters} eventId={event.id} />
      )}
    </div>
  );
}
