import { Circle, CircleAlert } from "lucide-react";
import { Link } from "react-router";
import type { PublishGap } from "#contract/event-editing.ts";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { gapWords } from "./words.ts";

/** What a night lacks, each with the way to where it is filled in. */
export function Checklist({ gaps, onGo }: { gaps: PublishGap[]; onGo?: () => void }) {
  const address = useListAddress();
  return (
    <ul className="grid gap-1">
      {gaps.map(({ what, weight }) => {
        const { label, tab, field } = gapWords[what];
        const Icon = weight === "needed" ? CircleAlert : Circle;
        return (
          <li key={what}>
            <Link
              to={`${address.addressWith({ tab: tab === "details" ? undefined : tab })}#night-${field}`}
              onClick={onGo}
              className="flex min-h-9 items-center gap-2.5 hover:underline"
            >
              <Icon
                aria-hidden="true"
                className={weight === "needed" ? "size-4.5 text-hibiscus" : "size-4.5 text-muted"}
              />
              <span>
                {label} <span className="text-sm text-muted">{weight === "needed" ? "(needed)" : "(wise)"}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
