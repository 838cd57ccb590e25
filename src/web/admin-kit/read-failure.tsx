import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatTime } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { failureText } from "./use-admin-write.ts";
import { useOwnZone } from "./moment.tsx";

type ReadFailureProps = {
  /** What failed to load, as the start of a sentence: "Orders", "This order". */
  label: string;
  query: Pick<UseQueryResult, "data" | "error" | "dataUpdatedAt" | "isFetching" | "refetch">;
};

/**
 * The message for a failed load, with a button to try again. Older data may stay on screen, but then the message says
 * how old it is, so that no one mistakes old amounts for current ones.
 */
export function ReadFailure({ label, query }: ReadFailureProps) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = query;
  const zone = useOwnZone();
  if (error === null) return null;
  const isOld = data !== undefined && dataUpdatedAt > 0;
  const readAt = formatTime(new Date(dataUpdatedAt).toISOString(), zone);
  return (
    <Callout
      tone={isOld ? "soon" : "bad"}
      title={isOld ? `Not up to date. Last loaded at ${readAt}` : `${label} didn't load`}
    >
      <p>{failureText(error)}</p>
      <Button variant="outline" size="sm" className="mt-3" loading={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Callout>
  );
}

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** What failed to load, for a message with a button to try again; without it, the message only says why. */
  label?: string;
  /** The message's own title, above why it failed and a button to try again. */
  title?: string;
  /** The size of the placeholder. */
  className: string;
  children: (data: Data) => ReactNode;
};

/** What a query loads: a placeholder until it is there, and a message if it doesn't load. */
export function Loaded<Data>({ query, label, title, className, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      {label && <ReadFailure label={label} query={query} />}
      {!label && error && !data && (
        <Callout tone="bad" title={title ?? failureText(error)}>
          {title && (
            <>
              <p>{failureText(error)}</p>
              <Button variant="outline" size="sm" className="mt-3" onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          )}
        </Callout>
      )}
      {!data && !error && <Skeleton className={className} />}
      {data && (
        <PartBoundary>
          <Shown data={data}>{children}</Shown>
        </PartBoundary>
      )}
    </>
  );
}

/** What a query loaded, rendered within the boundary around it. */
const Shown = <Data,>({ data, children }: { data: Data; children: (data: Data) => ReactNode }) => children(data);

/** Why something failed, if it did. */
export function Failure({
  error,
  text = error ? failureText(error) : undefined,
}: {
  error?: unknown;
  text?: string | undefined;
}) {
  return text ? <Callout tone="bad" title={text} /> : null;
}
