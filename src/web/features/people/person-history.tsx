import { useQuery } from "@tanstack/react-query";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { auditQuery } from "./queries.ts";
import { describeAction } from "./words.ts";

/** What staff did about a person, newest first: nobody can change or delete it. */
export function PersonHistory({ id }: { id: number }) {
  const { data, error } = useQuery(auditQuery("person", id));
  const entries = data?.items ?? [];
  return (
    <ol className="rounded-md border border-line bg-panel">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-0.5 border-b border-line px-4 py-3 text-sm last:border-b-0">
          <p className="wrap-anywhere">
            <span className="font-semibold">{entry.staff.name}</span> {describeAction(entry)}
          </p>
          <p className="text-muted wrap-anywhere">
            <Moment at={entry.at} relative />
            {entry.reason && ` · ${entry.reason}`}
          </p>
        </li>
      ))}
      {entries.length === 0 && (
        <li className="px-4 py-6 text-sm text-muted">
          {error ? failureText(error) : data ? "Nothing yet." : "Reading…"}
        </li>
      )}
    </ol>
  );
}
