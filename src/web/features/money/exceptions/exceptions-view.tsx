import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type MoneyException, MoneyExceptionKind } from "#contract/money-exceptions.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterBar, openOrResolved, ResolvedFilter } from "#web/features/desk/table/filter-bar.tsx";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { type ListAddress, useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { exceptionsQuery } from "./queries.ts";
import { RepairButtons } from "./repair-buttons.tsx";
import { kinds, resolutions, whatHappened } from "./words.ts";

const columns: Column<MoneyException>[] = [
  {
    id: "what",
    header: "What happened",
    phone: "title",
    className: "columns:min-w-56",
    cell: (exception) => (
      <span className="grid justify-items-start gap-1.5">
        <Badge tone={kinds[exception.kind].tone}>{kinds[exception.kind].label}</Badge>
        <span className="font-semibold wrap-anywhere">{whatHappened(exception)}</span>
        {exception.resolved && (
          <span className="text-sm font-normal text-muted">
            {exception.resolved.by ? `${exception.resolved.by}: ` : ""}
            {resolutions[exception.resolved.how]}, <Moment at={exception.resolved.at} relative />
          </span>
        )}
      </span>
    ),
  },
  { id: "order", header: "Order", phone: "line", cell: (exception) => <OrderOf exception={exception} /> },
  {
    id: "amount",
    header: "Money",
    figures: true,
    phone: "part",
    cell: ({ amountCents, currency }) =>
      amountCents !== null &&
      currency !== null && <span className="text-ink">{formatMoney(amountCents, currency)}</span>,
  },
  {
    id: "openedAt",
    header: "Since",
    figures: true,
    phone: "part",
    cell: ({ openedAt }) => <Moment at={openedAt} relative />,
  },
  {
    id: "actions",
    header: "Actions",
    hideHeader: true,
    figures: true,
    phone: "foot",
    cell: (exception) => exception.repairs.length > 0 && <RepairButtons exception={exception} />,
  },
];

function OrderOf({ exception: { order, ref } }: { exception: MoneyException }) {
  if (order === null) return ref === null ? null : <span className="text-muted wrap-anywhere">{ref}</span>;
  return (
    <span className="grid">
      <Link
        to={withQuery(paths.ticketManagement(), { order: order.id })}
        className="w-fit whitespace-nowrap tabular-nums underline underline-offset-3"
      >
        {order.number}
      </Link>
      <span className="text-sm text-muted wrap-anywhere">{order.buyerName}</span>
    </span>
  );
}

/** Money that does not add up, each with what happened and what settles it. */
export function ExceptionsView() {
  const address = useListAddress();
  const state = address.choice("state", openOrResolved) ?? "open";
  const kind = address.choice("kind", MoneyExceptionKind.options);
  const query = useQuery(exceptionsQuery({ state, kind, page: address.page }));
  const lookedAt = query.data?.lookedAt;
  const isAll = state === "open" && kind === undefined;
  return (
    <StaffTable
      label="Exceptions"
      columns={columns}
      query={query}
      address={address}
      sort=""
      keyOf={({ id }) => id}
      empty={isAll ? whenClean(lookedAt ?? null) : { title: "Nothing", text: nothingText[state] }}
      toolbar={<ExceptionsToolbar address={address} state={state} kind={kind} />}
    />
  );
}

const nothingText = { open: "Nothing of this kind is open.", resolved: "Nothing was settled yet." };

/** Nobody may say that all is well before somebody has looked. */
function whenClean(lookedAt: string | null) {
  if (lookedAt === null) {
    return {
      title: "First look under way",
      text: "Nobody has looked through the books yet. The first look comes within a minute and shows here.",
    };
  }
  return {
    title: "Every cent is accounted for",
    text: "All money that came in bought tickets or went back, and every ticket was paid for.",
    action: (
      <p className="text-sm text-muted">
        Last looked <Moment at={lookedAt} relative />
      </p>
    ),
  };
}

function ExceptionsToolbar({
  address,
  state,
  kind,
}: {
  address: ListAddress;
  state: string;
  kind: string | undefined;
}) {
  return (
    <FilterBar>
      <ResolvedFilter address={address} state={state} resolved="Settled" />
      <FilterSelect
        label="Kind"
        any="Any kind"
        value={kind}
        choices={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
        onChange={(value) => address.change({ kind: value })}
      />
    </FilterBar>
  );
}
