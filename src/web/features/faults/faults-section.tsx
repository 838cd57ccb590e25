import { useQuery } from "@tanstack/react-query";
import type { Fault } from "#contract/faults.ts";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { failureText } from "#web/features/desk/failure-text.ts";
import { formatCount } from "#web/features/desk/figures.tsx";
import { Moment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterBar, openOrResolved, ResolvedFilter } from "#web/features/desk/table/filter-bar.tsx";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { type ListAddress, useListAddress } from "#web/features/desk/table/use-list-address.ts";
import type { Selection } from "#web/features/desk/table/use-selection.ts";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { toast } from "#web/ui/toast.ts";
import { faultsQuery } from "./queries.ts";

const columns: Column<Fault>[] = [
  {
    id: "message",
    header: "Error",
    phone: "title",
    className: "columns:w-1/2",
    cell: (fault) => (
      <span className="grid gap-0.5">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{fault.message}</span>
        <span className="text-sm font-normal text-muted wrap-anywhere">{fault.route}</span>
      </span>
    ),
  },
  {
    id: "source",
    header: "Where",
    phone: "aside",
    cell: ({ source, agent }) => (
      <Badge tone={source === "server" ? "gone" : "plain"}>
        {source === "server" ? "Server" : (agent ?? "Browser")}
      </Badge>
    ),
  },
  { id: "release", header: "Release", phone: "part", cell: ({ lastRelease }) => lastRelease },
  { id: "count", header: "Times", figures: true, phone: "part", cell: ({ count }) => `${formatCount(count)} ×` },
  {
    id: "lastSeenAt",
    header: "Last seen",
    figures: true,
    phone: "part",
    cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} relative />,
  },
];

const sources = ["browser", "server"] as const;

/** Marks errors as mended, or takes them back among the open ones; either can be undone from what is then said. */
function useSettle() {
  const write = useDeskWrite();
  return async function settle(faults: Fault[], to: "resolve" | "reopen", canUndo = true): Promise<void> {
    try {
      for (const { id } of faults) await write(`/api/admin/errors/${id}/${to}`, {});
    } catch (error) {
      toast({ title: "That did not work", description: failureText(error), tone: "bad" });
      return;
    }
    const back = to === "resolve" ? "reopen" : "resolve";
    const what = faults.length === 1 ? "1 error" : `${faults.length} errors`;
    toast({
      title: to === "resolve" ? "Marked as mended" : "Open again",
      description: what,
      tone: "good",
      ...(canUndo
        ? { durationMs: 10_000, action: { label: "Undo", onPress: () => void settle(faults, back, false) } }
        : {}),
    });
  };
}

/** Errors of the server, of its sweeps and of visitors' browsers: the same ones as one. */
export function FaultsSection() {
  const address = useListAddress();
  const state = address.choice("state", openOrResolved) ?? "open";
  const source = address.choice("source", sources);
  const query = useQuery(faultsQuery({ state, source, page: address.page, cursor: address.cursor }));
  const settle = useSettle();
  const to = state === "open" ? "resolve" : "reopen";
  const opened = query.data?.items.find(({ id }) => id === address.number("id"));
  const close = () => address.change({ id: undefined, page: address.page, cursor: address.cursor }, { replace: true });
  return (
    <DeskPage
      title="Errors"
      description="What went wrong on the site and in visitors' browsers."
      lead="What went wrong on the server, in its sweeps and in visitors' browsers."
    >
      <StaffTable
        label="Errors"
        columns={columns}
        query={query}
        address={address}
        sort="-lastSeenAt"
        keyOf={(fault) => fault.id}
        rowTo={(fault) => address.addressWith({ id: fault.id, page: address.page, cursor: address.cursor })}
        empty={
          state === "open"
            ? { title: "All quiet", text: "Nothing has gone wrong that is not mended." }
            : { title: "Nothing", text: "No error is marked as mended." }
        }
        toolbar={<FaultsToolbar address={address} state={state} source={source} />}
        bulk={{
          nameOf: (fault) => fault.message.slice(0, 60),
          renderActions: (chosen: Selection<Fault>) => (
            <Button
              size="sm"
              onClick={() => {
                const { rows } = chosen;
                chosen.clear();
                void settle(rows, to);
              }}
            >
              {to === "resolve" ? "Mark as mended" : "Open again"}
            </Button>
          ),
        }}
      />
      <Drawer open={opened !== undefined} onOpenChange={(isOpen) => !isOpen && close()} title="Error">
        {opened && (
          <FaultDetail
            fault={opened}
            onSettle={() => {
              close();
              void settle([opened], to);
            }}
          />
        )}
      </Drawer>
    </DeskPage>
  );
}

function FaultsToolbar({
  address,
  state,
  source,
}: {
  address: ListAddress;
  state: string;
  source: string | undefined;
}) {
  return (
    <FilterBar>
      <ResolvedFilter address={address} state={state} resolved="Mended" />
      <FilterSelect
        label="Where"
        any="Everywhere"
        value={source}
        choices={[
          { value: "browser", label: "In browsers" },
          { value: "server", label: "On the server" },
        ]}
        onChange={(value) => address.change({ source: value })}
      />
    </FilterBar>
  );
}

function FaultDetail({ fault, onSettle }: { fault: Fault; onSettle: () => void }) {
  return (
    <div className="grid gap-5">
      <p className="font-semibold wrap-anywhere">{fault.message}</p>
      <DataList
        className="text-sm"
        items={[
          { term: "Where", detail: fault.source === "server" ? "Server" : `Browser, ${fault.agent ?? "unknown"}` },
          { term: "Route", detail: <span className="wrap-anywhere">{fault.route}</span> },
          { term: "Times", detail: formatCount(fault.count) },
          { term: "First seen", detail: <Moment at={fault.firstSeenAt} /> },
          { term: "Last seen", detail: <Moment at={fault.lastSeenAt} /> },
          { term: "First release", detail: fault.firstRelease },
          { term: "Last release", detail: fault.lastRelease },
          ...(fault.resolvedAt ? [{ term: "Mended", detail: <Moment at={fault.resolvedAt} /> }] : []),
        ]}
      />
      {fault.stack && (
        <pre className="rounded-sm border border-line bg-page p-3 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {fault.stack}
        </pre>
      )}
      <Button onClick={onSettle}>{fault.resolvedAt ? "Open again" : "Mark as mended"}</Button>
    </div>
  );
}
