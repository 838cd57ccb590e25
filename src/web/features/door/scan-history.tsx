import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ScanLogEntry } from "#contract/door/scan-log.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { scansQuery } from "./queries.ts";
import { scanReason, scanResults } from "./scan-labels.ts";

const shows = [
  ["refused", "Refused"],
  ["all", "All scans"],
] as const;

/** The latest scans at all of an event's gates: those that were refused, or all. */
export function EventScans({ eventId }: { eventId: number }) {
  const [show, setShow] = useState<"refused" | "all">("refused");
  return (
    <section aria-labelledby="scans" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="scans" className="display text-display-sm">
          Scans at all gates
        </h2>
        <div role="group" aria-label="Which scans" className="flex gap-2">
          {shows.map(([name, label]) => (
            <Button
              key={name}
              variant={show === name ? "gold" : "outline"}
              size="sm"
              className="min-h-11"
              aria-pressed={show === name}
              onClick={() => setShow(name)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <Scans scans={{ event: eventId, show }} empty={show === "refused" ? "No scan was refused." : "No scans yet."} />
    </section>
  );
}

/** Everything that was scanned of one ticket, at any gate. */
export const TicketScans = ({ eventId, ticketId }: { eventId: number; ticketId: number }) => (
  <Scans scans={{ event: eventId, ticket: ticketId, show: "all" }} empty="This ticket hasn't been scanned." />
);

function Scans({ scans, empty }: { scans: Parameters<typeof scansQuery>[0]; empty: string }) {
  const { data, isError, refetch } = useQuery(scansQuery(scans));
  if (isError) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>The scans didn't load. Check your connection and try again.</p>
        <Button variant="outline" size="sm" className="min-h-11" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!data) return <Skeleton className="h-24" />;
  if (data.items.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      <ol className="divide-y divide-line border-y border-line">
        {data.items.map((scan) => (
          <Scan key={scan.id} scan={scan} isNamed={scans.ticket === undefined} />
        ))}
      </ol>
      {data.total > data.items.length && (
        <p className="text-sm text-muted">
          These are the latest {data.items.length}. Admins see all of them in the event's Check-in tab.
        </p>
      )}
    </>
  );
}

/** @param isNamed false where all scans are of one ticket */
function Scan({ scan, isNamed }: { scan: ScanLogEntry; isNamed: boolean }) {
  const { at, result, gate, staffName, ticket, timeZone } = scan;
  const where = [gate ?? "No gate set", staffName].filter(Boolean).join(" · ");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 basis-48">
        {isNamed && ticket && (
          <span className="block font-semibold wrap-anywhere">
            {ticket.holderName} <span className="font-normal text-muted">· {ticket.order.number}</span>
          </span>
        )}
        <span className="block text-sm wrap-anywhere">{scanReason(scan)}</span>
        <span className="block text-sm text-muted wrap-anywhere">
          <time dateTime={at}>
            {formatDay(at, timeZone)}, {formatTime(at, timeZone)}
          </time>{" "}
          · {where}
        </span>
      </span>
      <StatusBadge {...scanResults[result]} />
    </li>
  );
}
