import { Circle, CircleAlert } from "lucide-react";
import { Link } from "react-router";
import type { PublishGap } from "#contract/event-editing.ts";
import { publishGaps } from "#contract/event-gaps.ts";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { useEventEditor } from "./form/form-context.tsx";
import { gapLabels } from "./labels.ts";

/** What the event in the form still lacks, saved or not. Uses the server's own rule for publishing. */
export function useGaps(): PublishGap[] {
  const { event, form } = useEventEditor();
  return publishGaps({
    ...form,
    description: form.descriptionHtml.replace(/<[^>]*>/g, ""),
    hasPoster: form.poster !== null,
    lineupCount: form.lineup.length,
    typeCount: event.gaps.some(({ what }) => what === "tickets") ? 0 : 1,
    isOnMap: form.venue.latitude !== null && form.venue.longitude !== null,
  });
}

/** What an event still lacks, each with a link to its field. */
export function Checklist({ gaps, onGo }: { gaps: PublishGap[]; onGo?: () => void }) {
  const address = useListAddress();
  return (
    <ul className="grid gap-1">
      {gaps.map(({ what, weight }) => {
        const { label, tab, field = what } = gapLabels[what];
        const Icon = weight === "needed" ? CircleAlert : Circle;
        return (
          <li key={what}>
            <Link
              to={`${address.addressWith({ tab })}#event-${field}`}
              onClick={onGo}
              className="flex min-h-9 items-center gap-2.5 hover:underline"
            >
              <Icon className={weight === "needed" ? "size-4.5 text-hibiscus" : "size-4.5 text-muted"} />
              <span>
                {label} <span className="text-sm text-muted">{weight === "needed" ? "Required" : "Recommended"}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
