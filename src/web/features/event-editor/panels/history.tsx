import { useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "#contract/audit.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { describeAction } from "#web/features/people/words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { historyQuery } from "../queries.ts";
import { fieldWords } from "../words.ts";
import { Panel } from "./panel.tsx";

/** Who of the staff did what to the night, newest first. */
export function History({ id }: { id: number }) {
  const { data, error } = useQuery(historyQuery(id));
  return (
    <Panel title="What happened to it">
      {error && !data && <Notice tone="bad" title={failureText(error)} />}
      {!data && !error && <Skeleton className="h-32" />}
      {data?.items.length === 0 && <p className="text-muted">Nothing by staff yet.</p>}
      <ol className="grid gap-3 empty:hidden">
        {data?.items.map((entry) => (
          <li key={entry.id} className="grid gap-0.5 border-l-2 border-line pl-3">
            <p>
              <span className="font-semibold">{entry.staff.name}</span> {describeAction(entry)}
            </p>
            {entry.action === "night.changed" && <p className="text-sm text-muted">{changedNames(entry)}</p>}
            {entry.reason && <p className="text-sm">“{entry.reason}”</p>}
            <p className="text-sm text-muted">
              <Moment at={entry.at} relative />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const changedNames = ({ after }: AuditEntry) =>
  Object.keys(after ?? {})
    .map((name) => fieldWords[name === "venueId" ? "venue" : name] ?? name)
    .join(", ");
