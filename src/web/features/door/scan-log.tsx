import { X } from "lucide-react";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { OrderLink } from "#web/admin-kit/admin-links.tsx";
import { TwoLines } from "#web/admin-kit/table/cells.tsx";
import { staffList, StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { useListAddress, wholeNumber } from "#web/admin-kit/table/use-list-address.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { scanReason, scanResults } from "./scan-labels.ts";

const scans = staffList("GET /api/door/scans", {
  label: "Scans",
  file: "GET /api/admin/scans.csv",
  everyMs: 5_000,
  search: "Name, email, order number",
  filters: { show: { label: "Scans", any: null, choices: { refused: "Refused", all: "All" } } },
  empty: "No scan was refused.",
  columns: {
    at: { header: "Time", figures: true, cell: ({ at, timeZone }) => <EventMoment at={at} timeZone={timeZone} /> },
    result: { header: "Result", phone: "aside", cell: ({ result }) => <StatusBadge {...scanResults[result]} /> },
    reason: { header: "Reason", cell: (scan) => scanReason(scan) ?? "" },
    ticket: {
      header: "Ticket",
      phone: "title",
      cell: ({ ticket }) =>
        ticket ? (
          <TwoLines strong top={ticket.holderName} below={ticket.typeName} />
        ) : (
          <span className="text-muted">No ticket</span>
        ),
    },
    order: { header: "Order", cell: ({ ticket }) => ticket && <OrderLink order={ticket.order} /> },
    gate: {
      header: "Gate",
      cell: ({ gate, staffName }) => <TwoLines top={gate ?? "No gate set"} below={staffName ?? ""} />,
    },
  },
});

/** What was scanned at an event's gates. `ticket` in the URL shows one ticket's scans. */
export function ScanLog({ eventId }: { eventId: number }) {
  const address = useListAddress();
  const text = address.search.get("ticket") ?? "";
  const ticket = wholeNumber.test(text) ? Number(text) : undefined;
  const list = useStaffList(scans, { event: eventId }, ticket === undefined ? {} : { ticket, show: "all" });
  return (
    <StaffList
      list={list}
      {...(ticket !== undefined && {
        actions: (
          <Button variant="outline" size="sm" onClick={() => address.change({ ticket: undefined })}>
            <X className="size-4.5" /> Ticket {ticket} only
          </Button>
        ),
      })}
    />
  );
}
