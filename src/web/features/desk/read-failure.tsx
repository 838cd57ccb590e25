import type { UseQueryResult } from "@tanstack/react-query";
import { formatTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { failureText } from "./failure-text.ts";
import { useOwnZone } from "./moment.tsx";

export type ReadFailureProps = {
  /** What was to be read, as the start of a sentence: "Orders", "This order". */
  label: string;
  query: Pick<UseQueryResult, "data" | "error" | "dataUpdatedAt" | "isFetching" | "refetch">;
};

/**
 * What is said where a read failed, and the way to try again. What was read before may stay in sight, but then it is said
 * of when it is: nobody takes old money for new.
 */
export function ReadFailure({ label, query }: ReadFailureProps) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  const zone = useOwnZone();
  if (error === null) return null;
  const isOld = data !== undefined && dataUpdatedAt > 0;
  const readAt = formatTime(new Date(dataUpdatedAt).toISOString(), zone);
  return (
    <Notice
      tone={isOld ? "soon" : "bad"}
      title={isOld ? `Not up to date: read at ${readAt}` : `${label} could not be read`}
    >
      <p>{failureText(error)}</p>
      <Button variant="outline" size="sm" className="mt-3" loading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Notice>
  );
}
