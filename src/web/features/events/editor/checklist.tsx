import { useQuery } from "@tanstack/react-query";
import { Circle, CircleAlert } from "lucide-react";
import { Link } from "#web/lib/router.ts";
import type { PublishGap } from "#contract/events/editing.ts";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { useEventEditor } from "./form/form-context.tsx";
import { gapLabels } from "./labels.ts";
import { editedEventQuery } from "./queries.ts";

/** What the saved event still lacks by the server's rule, read again after every save, also of its tickets. */
export function useGaps(): PublishGap[] {
  const { event } = useEventEditor();
  const { data = event } = useQuery(editedEventQuery(event.id));
  return data.gaps;
}

/** What an event still lacks, each with a link to its field. */
export function Checklist({ gaps, onGo }: { gaps: PublishGap[]; onGo?: () => void }) {
  const { event } = useEventEditor();
  return (
    <ul className="grid gap-1">
      {gaps.map(({ what, weight }) => {
        const { label, tab = "details", field = what } = gapLabels[what];
        const Icon = weight === "needed" ? CircleAlert : Circle;
        return (
          <li key={what}>
            <Link
              to={`${hubPath(event.id, tab)}#event-${field}`}
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
