import { adminEventQuery } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import { FileText, ScanLine } from "lucide-react";
import type { EditedEvent } from "#contract/events/editing.ts";
import { DownloadLink } from "#web/admin-kit/download-link.tsx";
import { Figures, formatCount, formatShare } from "#web/admin-kit/figures.tsx";
import { Meter } from "#web/admin-kit/meter.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { paths, withQuery, apiPath } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ScanConflicts } from "./scan-conflicts.tsx";
import { ScanLog } from "./scan-log.tsx";

const everyMs = 5_000;

/** An event's check-in: who is in, by ticket type, what the door needs, and what was scanned there. */
export function EventDoor({ event }: { event: EditedEvent }) {
  const query = useQuery(adminEventQuery(event.id, everyMs));
  const attendees = (status: string) => hubPath(event.id, "attendees", { status });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap gap-2">
        <LinkButton to={withQuery(paths.ticketScanner(), { event: event.id })}>
          <ScanLine className="size-5" /> Start scanning
        </LinkButton>
        <DownloadLink
          to={apiPath("GET /api/admin/events/{id}/door-list.pdf", { params: { id: event.id } })}
          inTab
          className={buttonStyle("outline")}
        >
          <FileText className="size-5" />
          Door list<span className="sr-only"> (opens a PDF)</span>
        </DownloadLink>
      </div>
      <ScanConflicts eventId={event.id} />
      <Loaded label="Check-in" query={query} className="h-60">
        {({ admittedCount, ticketCount, types: all }) => {
          const types = all.filter(({ isStreamPass }) => !isStreamPass);
          return (
            <>
              <Figures
                items={[
                  {
                    label: "Checked in",
                    value: formatCount(admittedCount),
                    note: `of ${formatCount(ticketCount)} tickets, comps included`,
                    to: attendees("in"),
                  },
                  {
                    label: "Not checked in",
                    value: formatCount(ticketCount - admittedCount),
                    to: attendees("expected"),
                  },
                  { label: "Arrived", value: formatShare(admittedCount, ticketCount) },
                ]}
              />
              {types.length > 0 && (
                <Panel title="By ticket type" compact>
                  <ul className="grid grid-cols-1 gap-x-10 gap-y-4 lg:grid-cols-2">
                    {types.map((type) => (
                      <li key={type.id} className="grid gap-1.5">
                        <p className="split-row">
                          <span className="font-semibold">{type.name}</span>
                          <span className="text-sm text-muted tabular-nums">
                            {formatCount(type.admittedCount)} of {formatCount(type.ticketCount)} checked in
                          </span>
                        </p>
                        <Meter
                          whole={type.ticketCount}
                          parts={[{ value: type.admittedCount, tone: "gold", label: "Checked in" }]}
                        />
                      </li>
                    ))}
                  </ul>
                </Panel>
              )}
            </>
          );
        }}
      </Loaded>
      <ScanLog eventId={event.id} />
    </div>
  );
}
