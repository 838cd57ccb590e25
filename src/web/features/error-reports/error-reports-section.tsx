import { useQuery } from "@tanstack/react-query";
import type { ErrorReport } from "#contract/error-reports.ts";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { failureText } from "#web/features/admin/failure-text.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { Moment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterBar, openOrResolved, ResolvedFilter } from "#web/features/admin/table/filter-bar.tsx";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { type ListAddress, useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { toast } from "#web/ui/toast.ts";
import { errorReportsQuery } from "./queries.ts";

const columns: Column<ErrorReport>[] = [
  {
    id: "message",
    header: "Error",
    meta: { phone: "title", className: "columns:w-1/2" },
    cell: ({ row: { original: errorReport } }) => (
      <span className="grid gap-0.5">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{errorReport.message}</span>
        <span className="text-sm font-normal text-muted wrap-anywhere">{errorReport.route}</span>
      </span>
    ),
  },
  {
    id: "source",
    header: "Source",
    meta: { phone: "aside" },
    cell: ({ row: { original: errorReport } }) => (
      <Badge tone={errorReport.source === "server" ? "gone" : "plain"}>
        {errorReport.source === "server" ? "Server" : (errorReport.agent ?? "Browser")}
      </Badge>
    ),
  },
  { id: "release", header: "Release", meta: { phone: "part" }, cell: ({ row }) => row.original.lastRelease },
  {
    id: "count",
    header: "Count",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: errorReport } }) => `${formatCount(errorReport.count)} ×`,
  },
  {
    id: "lastSeenAt",
    header: "Last seen",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: errorReport } }) => <Moment at={errorReport.lastSeenAt} relative />,
  },
];

const sources = ["browser", "server"] as const;

/** Marks errors as resolved or reopens them; the toast can undo either. */
function useSettle() {
  const write = useAdminWrite();
  return async function settle(errorReports: ErrorReport[], to: "resolve" | "reopen", canUndo = true): Promise<void> {
    try {
      for (const { id } of errorReports) await write(`/api/admin/errors/${id}/${to}`, {});
    } catch (error) {
      toast({ title: "We couldn't change the status", description: failureText(error), tone: "bad" });
      return;
    }
    const back = to === "resolve" ? "reopen" : "resolve";
    const what = errorReports.length === 1 ? "1 error" : `${errorReports.length} errors`;
    toast({
      title: to === "resolve" ? "Marked as resolved" : "Reopened",
      description: what,
      tone: "good",
      ...(canUndo
        ? { durationMs: 10_000, action: { label: "Undo", onPress: () => void settle(errorReports, back, false) } }
        : {}),
    });
  };
}

/** Errors of the server, its background jobs and visitors' browsers; repeats count as one. */
export function ErrorReportsSection() {
  const address = useListAddress();
  const status = address.choice("status", openOrResolved) ?? "open";
  const source = address.choice("source", sources);
  const query = useQuery(errorReportsQuery({ status, source, ...address.at }));
  const settle = useSettle();
  const to = status === "open" ? "resolve" : "reopen";
  const opened = query.data?.items.find(({ id }) => id === address.number("id"));
  const close = () => address.change({ id: undefined, ...address.at }, { replace: true });
  return (
    <AdminShell
      title="Errors"
      description="Errors on the site and in visitors' browsers."
      lead="Errors on the server, in background jobs and in visitors' browsers."
    >
      <StaffTable
        label="Errors"
        columns={columns}
        query={query}
        address={address}
        keyOf={(errorReport) => errorReport.id}
        rowTo={(errorReport) => address.addressWith({ id: errorReport.id, ...address.at })}
        empty={
          status === "open"
            ? { title: "All quiet", text: "There are no open errors." }
            : { title: "No results", text: "No errors are marked as resolved." }
        }
        toolbar={<ErrorReportsToolbar address={address} status={status} source={source} />}
        bulk={{
          nameOf: (errorReport) => errorReport.message.slice(0, 60),
          renderActions: ({ rows, clear }) => (
            <Button
              size="sm"
              onClick={() => {
                clear();
                void settle(rows, to);
              }}
            >
              {to === "resolve" ? "Mark as resolved" : "Reopen"}
            </Button>
          ),
        }}
      />
      <Drawer open={opened !== undefined} onOpenChange={(isOpen) => !isOpen && close()} title="Error">
        {opened && (
          <ErrorReportDetail
            errorReport={opened}
            onSettle={() => {
              close();
              void settle([opened], to);
            }}
          />
        )}
      </Drawer>
    </AdminShell>
  );
}

function ErrorReportsToolbar({
  address,
  status,
  source,
}: {
  address: ListAddress;
  status: string;
  source: string | undefined;
}) {
  return (
    <FilterBar>
      <ResolvedFilter address={address} status={status} resolved="Resolved" />
      <FilterSelect
        label="Source"
        any="Any source"
        value={source}
        choices={[
          { value: "browser", label: "Browser" },
          { value: "server", label: "Server" },
        ]}
        onChange={(value) => address.change({ source: value })}
      />
    </FilterBar>
  );
}

function ErrorReportDetail({ errorReport, onSettle }: { errorReport: ErrorReport; onSettle: () => void }) {
  return (
    <div className="grid gap-5">
      <p className="font-semibold wrap-anywhere">{errorReport.message}</p>
      <DataList
        className="text-sm"
        items={[
          {
            term: "Source",
            detail: errorReport.source === "server" ? "Server" : `Browser, ${errorReport.agent ?? "unknown"}`,
          },
          { term: "Route", detail: <span className="wrap-anywhere">{errorReport.route}</span> },
          { term: "Count", detail: formatCount(errorReport.count) },
          { term: "First seen", detail: <Moment at={errorReport.firstSeenAt} /> },
          { term: "Last seen", detail: <Moment at={errorReport.lastSeenAt} /> },
          { term: "First release", detail: errorReport.firstRelease },
          { term: "Last release", detail: errorReport.lastRelease },
          ...(errorReport.resolvedAt ? [{ term: "Resolved", detail: <Moment at={errorReport.resolvedAt} /> }] : []),
        ]}
      />
      {errorReport.stack && (
        <pre className="rounded-sm border border-line bg-page p-3 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {errorReport.stack}
        </pre>
      )}
      <Button onClick={onSettle}>{errorReport.resolvedAt ? "Reopen" : "Mark as resolved"}</Button>
    </div>
  );
}
