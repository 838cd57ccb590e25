import { Details } from "#web/admin-kit/panel.tsx";
import type { ErrorReport } from "#contract/error-reports.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { formatCount, counted } from "#web/admin-kit/figures.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { openOrResolved, StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { useAdminWrite, showFailure } from "#web/admin-kit/use-admin-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { toast } from "#web/ui/toast.ts";

const errors = staffList("GET /api/admin/errors", {
  label: "Errors",
  isPlain: true,
  everyMs: 60_000,
  opens: "id",
  filters: {
    status: openOrResolved,
    source: { label: "Source", choices: { browser: "Browser", server: "Server" } },
  },
  empty: { title: "No results", text: "No errors are marked as resolved." },
  columns: {
    message: {
      header: "Error",
      phone: "title",
      className: "columns:w-1/2",
      cell: ({ message, route }) => (
        <span className="grid gap-0.5">
          <span className="line-clamp-2 font-semibold wrap-anywhere">{message}</span>
          <span className="text-sm font-normal text-muted wrap-anywhere">{route}</span>
        </span>
      ),
    },
    source: {
      header: "Source",
      phone: "aside",
      cell: ({ source, agent }) =>
        source === "server" ? <Badge tone="gone">Server</Badge> : <Badge>{agent ?? "Browser"}</Badge>,
    },
    release: { header: "Release", phone: "part", cell: ({ lastRelease }) => lastRelease },
    count: { header: "Count", figures: true, phone: "part", cell: ({ count }) => `${formatCount(count)} ×` },
    lastSeenAt: momentColumn("lastSeenAt", "Last seen", { phone: "part" }),
  },
});

/** Marks errors as resolved or reopens them; the toast can undo either. */
function useSettle() {
  const write = useAdminWrite();
  return async function settle(errorReports: ErrorReport[], to: "resolve" | "reopen", canUndo = true): Promise<void> {
    try {
      for (const { id } of errorReports) await write(`POST /api/admin/errors/{id}/${to}`, { params: { id }, body: {} });
    } catch (error) {
      showFailure("We couldn't change the status", error);
      return;
    }
    const back = to === "resolve" ? "reopen" : "resolve";
    toast({
      title: to === "resolve" ? "Marked as resolved" : "Reopened",
      description: counted(errorReports.length, "error"),
      tone: "good",
      ...(canUndo
        ? { durationMs: 10_000, action: { label: "Undo", onPress: () => void settle(errorReports, back, false) } }
        : {}),
    });
  };
}

/** Errors of the server, its background jobs and visitors' browsers; repeats count as one. */
export function ErrorReportsSection() {
  const list = useStaffList(errors);
  const settle = useSettle();
  const isOpen = list.values.status === "open";
  const to = isOpen ? "resolve" : "reopen";
  const opened = list.query.data?.items.find(({ id }) => String(id) === list.opened);
  return (
    <AdminShell
      title="Errors"
      description="Errors on the site and in visitors' browsers."
      lead="Errors on the server, in background jobs and in visitors' browsers."
    >
      <StaffList
        list={list}
        empty={isOpen ? { title: "All quiet", text: "There are no open errors." } : undefined}
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
              {isOpen ? "Mark as resolved" : "Reopen"}
            </Button>
          ),
        }}
      />
      <Drawer open={opened !== undefined} onClose={list.close} title="Error">
        {opened && (
          <ErrorReportDetail
            errorReport={opened}
            onSettle={() => {
              list.close();
              void settle([opened], to);
            }}
          />
        )}
      </Drawer>
    </AdminShell>
  );
}

function ErrorReportDetail({ errorReport, onSettle }: { errorReport: ErrorReport; onSettle: () => void }) {
  return (
    <div className="grid gap-5">
      <p className="font-semibold wrap-anywhere">{errorReport.message}</p>
      <Details
        of={{
          Source: errorReport.source === "server" ? "Server" : `Browser, ${errorReport.agent ?? "unknown"}`,
          Route: errorReport.route,
          Count: formatCount(errorReport.count),
          "First seen": <Moment at={errorReport.firstSeenAt} />,
          "Last seen": <Moment at={errorReport.lastSeenAt} />,
          "First release": errorReport.firstRelease,
          "Last release": errorReport.lastRelease,
          Resolved: errorReport.resolvedAt && <Moment at={errorReport.resolvedAt} />,
        }}
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
