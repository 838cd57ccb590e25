import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { NoticeKind, NoticeState, type PaymentNotice } from "#contract/notices.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { NoticeDetail } from "./notice-detail.tsx";
import { noticesQuery } from "./queries.ts";
import { aboutOf, kindChoices, stateChoices, states } from "./words.ts";

const columns: Column<PaymentNotice>[] = [
  {
    id: "eventId",
    header: "Notice",
    phone: "title",
    className: "columns:w-2/5",
    cell: (notice) => (
      <span className="grid gap-0.5">
        <span className="font-semibold wrap-anywhere">{notice.eventId}</span>
        {notice.error && (
          <span className="line-clamp-2 text-sm font-normal text-muted wrap-anywhere">{notice.error}</span>
        )}
      </span>
    ),
  },
  {
    id: "kind",
    header: "About",
    phone: "part",
    cell: ({ kind, provider }) => `${aboutOf(kind)}, ${provider === "stripe" ? "Stripe" : "sandbox"}`,
  },
  {
    id: "order",
    header: "Order",
    phone: "part",
    cell: ({ order }) =>
      order && (
        <Link
          to={withQuery(paths.ticketManagement(), { order: order.id })}
          className="whitespace-nowrap tabular-nums underline underline-offset-3"
        >
          {order.number}
        </Link>
      ),
  },
  {
    id: "state",
    header: "State",
    phone: "aside",
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  { id: "attempts", header: "Tries", figures: true, phone: "hidden", cell: ({ attempts }) => attempts },
  {
    id: "receivedAt",
    header: "Received",
    figures: true,
    phone: "part",
    cell: ({ receivedAt }) => <Moment at={receivedAt} relative />,
  },
];

const nameOf = (text: string | null) => {
  const parts = /^(sandbox|stripe):([\w-]{1,200})$/.exec(text ?? "");
  return parts ? { provider: parts[1] as PaymentNotice["provider"], eventId: parts[2]! } : undefined;
};

/** What payment providers told us, and what became of it. */
export function NoticesView() {
  const address = useListAddress();
  const state = address.choice("state", NoticeState.options);
  const kind = address.choice("kind", NoticeKind.options);
  const query = useQuery(noticesQuery({ q: address.q, state, kind, page: address.page, cursor: address.cursor }));
  const opened = nameOf(address.search.get("notice"));
  const keep = { page: address.page, cursor: address.cursor };
  return (
    <>
      <StaffTable
        label="Notices"
        columns={columns}
        query={query}
        address={address}
        sort="-receivedAt"
        keyOf={({ provider, eventId }) => `${provider}:${eventId}`}
        rowTo={({ provider, eventId }) => address.addressWith({ notice: `${provider}:${eventId}`, ...keep })}
        empty={{
          title: "No notices",
          text:
            address.q || state || kind
              ? "No notice fits this search."
              : "What payment providers tell stands here for ninety days.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Order number, provider's number"
            filters={
              <>
                <FilterSelect
                  label="State"
                  any="Any state"
                  value={state}
                  choices={stateChoices}
                  onChange={(value) => address.change({ state: value })}
                />
                <FilterSelect
                  label="About"
                  any="About anything"
                  value={kind}
                  choices={kindChoices}
                  onChange={(value) => address.change({ kind: value })}
                />
              </>
            }
          />
        }
      />
      <Drawer
        open={opened !== undefined}
        onOpenChange={(isOpen) => !isOpen && address.change({ notice: undefined, ...keep }, { replace: true })}
        title="Notice"
      >
        {opened && <NoticeDetail name={opened} />}
      </Drawer>
    </>
  );
}
