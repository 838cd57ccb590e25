import { useQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { DownloadLink } from "#web/features/admin/download-link.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { adminQuery, type ListReply } from "#web/features/admin/table/list-query.ts";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CopyButton } from "./copy-button.tsx";
import { statuses, type Promotion } from "./labels.ts";
import type { PromotionFormProps } from "./promotion-form.tsx";
import { StatusButton, EndSection } from "./promotion-actions.tsx";
import { UsedBar, type UsedBarProps } from "./used-bar.tsx";
import { Drawer } from "#web/ui/drawer.tsx";

/** What codes and promoters don't have in common for staff. */
export interface PromotionKind<Row extends Promotion = Promotion> {
  path: "/api/admin/promo-codes" | "/api/admin/promoters";
  noun: "code" | "promoter";
  /** What its link is called when it ends. */
  endNoun: "code" | "link";
  /** Names the list: "Promo codes". */
  label: string;
  /** What the search searches, and what an empty list says. */
  placeholder: string;
  emptyText: string;
  sorts: readonly string[];
  firstSort: string;
  statuses: readonly Promotion["status"][];
  nameOf(row: Row): string;
  title: { id: "code" | "name"; header: string; render(row: Row): ReactNode };
  renderDiscount?(row: Row): ReactNode;
  renderBelowEvent(row: Row): ReactNode;
  uses: { id: "used" | "tickets"; header: string; of(row: Row): UsedBarProps };
  /** The money that isn't revenue: "$5.00 off". */
  amountOf(row: Row): string | false;
  copyOf(row: Row): { text: string; label: string };
  canDelete(row: Row): boolean;
  /** What the drawer shows above the form. */
  Details(props: { row: Row }): ReactNode;
  Form(props: PromotionFormProps<Row>): ReactNode;
}

const columnsOf = (kind: PromotionKind): Column<Promotion>[] => [
  {
    id: kind.title.id,
    accessorFn: kind.nameOf,
    header: kind.title.header,
    meta: { phone: "title" },
    cell: ({ row }) => kind.title.render(row.original),
  },
  {
    id: "what",
    header: "Discount",
    meta: { className: "columns:max-w-64" },
    cell: ({ row }) => kind.renderDiscount?.(row.original),
  },
  {
    id: "event",
    header: "For",
    cell: ({ row: { original: row } }) => (
      <>
        <span className="text-ink">{row.event?.title ?? "All events"}</span>
        <span className="block text-sm text-muted">{kind.renderBelowEvent(row)}</span>
      </>
    ),
  },
  {
    id: kind.uses.id,
    accessorFn: (row) => kind.uses.of(row).used,
    header: kind.uses.header,
    sortDescFirst: true,
    meta: { className: "columns:w-44" },
    cell: ({ row }) => <UsedBar {...kind.uses.of(row.original)} />,
  },
  {
    id: "revenue",
    accessorKey: "revenueCents",
    header: "Revenue",
    sortDescFirst: true,
    meta: { figures: true },
    cell: ({ row: { original: row } }) => <Revenue row={row} amount={kind.amountOf(row)} />,
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row }) => {
      const { label, tone } = statuses[row.original.status];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    id: "actions",
    header: "Actions",
    meta: { hideHeader: true, figures: true, phone: "foot" },
    cell: ({ row }) => <Actions kind={kind} row={row.original} />,
  },
];

/** The revenue of a code or link, less refunds. */
function Revenue({
  row: { revenueCents, refundedCents, currency },
  amount,
}: {
  row: Promotion;
  amount: string | false;
}) {
  return (
    <>
      <span className="text-ink">{formatMoney(revenueCents - refundedCents, currency)}</span>
      {refundedCents > 0 && (
        <span className="text-muted md:block md:text-sm max-md:before:content-['_·_']">
          {formatMoney(refundedCents, currency)} refunded
        </span>
      )}
      {amount && (
        <span className="text-muted columns:block columns:text-sm cards:before:content-['_·_']">{amount}</span>
      )}
    </>
  );
}

function Actions({ kind, row }: { kind: PromotionKind; row: Promotion }) {
  const { text, label } = kind.copyOf(row);
  const name = kind.nameOf(row);
  if (row.status === "ended") return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <CopyButton text={text} label={label} description={`${label}: ${name}`} />
      {/* Nobody can use an expired or used-up code, so there is nothing to pause. */}
      {row.status !== "expired" && row.status !== "used_up" && (
        <StatusButton path={`${kind.path}/${row.id}`} isPaused={row.status === "paused"} name={name} />
      )}
    </span>
  );
}

export type PromotionListProps = { kind: PromotionKind; eventId: number | undefined };

/** Promo codes or promoters with their results: those that count for one event, or all. */
export function PromotionList({ kind, eventId }: PromotionListProps) {
  const { noun, path, label } = kind;
  const address = useListAddress();
  const columns = useMemo(() => columnsOf(kind), [kind]);
  const status = address.choice("status", kind.statuses);
  const sort = address.choice("sort", kind.sorts) ?? kind.firstSort;
  const filter = { q: address.q, eventId, status, sort };
  const query = useQuery(adminQuery<ListReply<Promotion>>(withQuery(path, { ...filter, ...address.at })));
  const opened = address.search.get(noun);

  return (
    <>
      <StaffTable
        label={label}
        columns={columns}
        visibility={{ what: kind.renderDiscount !== undefined }}
        query={query}
        address={address}
        sort={sort}
        keyOf={(row) => row.id}
        rowTo={(row) => address.addressWith({ [noun]: row.id, ...address.at })}
        empty={{
          title: `No ${noun}s`,
          text: address.q || status ? `No ${noun}s match your search.` : kind.emptyText,
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder={kind.placeholder}
            filters={
              <FilterSelect
                label="Status"
                any="Any status"
                value={status}
                choices={kind.statuses.map((value) => ({ value, label: statuses[value].label }))}
                onChange={(value) => address.change({ status: value })}
              />
            }
            actions={
              <>
                <DownloadLink to={withQuery(`${path}.csv`, filter)} className={buttonStyle("outline", "sm")}>
                  <Download className="size-4" /> CSV
                </DownloadLink>
                <Link
                  to={address.addressWith({ [noun]: "new" })}
                  preventScrollReset
                  className={buttonStyle("gold", "sm")}
                >
                  <Plus className="size-4" /> Create {noun}
                </Link>
              </>
            }
          />
        }
      />
      <PromotionDrawer
        kind={kind}
        opened={opened}
        row={query.data?.items.find(({ id }) => String(id) === opened)}
        eventId={eventId}
        onClose={() => address.change({ [noun]: undefined, ...address.at })}
      />
    </>
  );
}

type PromotionDrawerProps = Omit<PromotionFormProps, "onSaved"> & {
  /** From the address: "new", or an id. */
  opened: string | null;
  onClose: () => void;
};

/** One code or promoter: details, editing and its end. */
function PromotionDrawer({ opened, onClose, ...props }: PromotionDrawerProps) {
  const { kind, row } = props;
  const isNew = opened === "new";
  const isEnded = row?.status === "ended";
  const title = row ? kind.nameOf(row) : `New ${kind.noun}`;
  return (
    <Drawer open={isNew || row !== undefined} onClose={onClose} title={title}>
      {(isNew || row) && (
        <div className="grid gap-6">
          {row && <kind.Details row={row} />}
          {!isEnded && <kind.Form key={opened} {...props} onSaved={onClose} />}
          {row && !isEnded && (
            <EndSection
              path={`${kind.path}/${row.id}`}
              noun={kind.endNoun}
              isUnused={kind.canDelete(row)}
              onDone={onClose}
            />
          )}
        </div>
      )}
    </Drawer>
  );
}
