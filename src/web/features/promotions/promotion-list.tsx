import { Plus } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link } from "#web/lib/router.ts";
import { CountMeter, type CountMeterProps } from "#web/admin-kit/meter.tsx";
import { actionsColumn, statusColumn, TwoLines } from "#web/admin-kit/table/cells.tsx";
import { EventName } from "#web/admin-kit/moment.tsx";
import { type List, type ListColumn, StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Drawer } from "#web/ui/drawer.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import type { PromotionStatus } from "#contract/promotions/promotions.ts";
import type { AdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { statuses, type Promotion } from "./labels.ts";
import { EndSection, StatusButton } from "./promotion-actions.tsx";

/** What codes and promoters don't have in common for staff. */
export type PromotionKind<Row extends Promotion> = Pick<
  List<Row>,
  "label" | "path" | "search" | "empty" | "sort" | "columns"
> & {
  noun: "code" | "promoter";
  /** What its link is called when it ends. */
  endNoun: "code" | "link";
  statuses: readonly Promotion["status"][];
  nameOf: (row: Row) => string;
  /** The money that isn't revenue: "$5.00 off". */
  amountOf: (row: Row) => string | false;
  copyOf: (row: Row) => { text: string; label: string };
  setStatus: (write: AdminWrite, id: number, status: PromotionStatus) => Promise<unknown>;
  /** Deletes it; undefined if it has sold something, so that it can only end. */
  removeOf?: (row: Row) => ((write: AdminWrite) => Promise<unknown>) | undefined;
  /** What the drawer shows above the form. */
  Details: (props: { row: Row }) => ReactNode;
  Form: (props: PromotionFormProps<Row>) => ReactNode;
  /** Creates many at once. */
  Many?: (props: { eventId: number | undefined; onSaved: (batchId: string) => void }) => ReactNode;
};

export type PromotionFormProps<Row extends Promotion> = {
  kind: PromotionKind<Row>;
  row: Row | undefined;
  /** The event in whose editor it is opened. */
  eventId: number | undefined;
  onSaved: () => void;
};

/** The event that a code or link is for, and more about it below. */
export const eventColumn = <Row extends Promotion>(renderBelow: (row: Row) => ReactNode): ListColumn<Row> => ({
  header: "For",
  cell: (row) => <TwoLines top={row.event ? <EventName event={row.event} /> : "All events"} below={renderBelow(row)} />,
});

export const usesColumn = <Row extends Promotion>(
  header: string,
  usesOf: (row: Row) => CountMeterProps,
): ListColumn<Row> => ({
  header,
  sort: "desc",
  className: "columns:w-44",
  cell: (row) => <CountMeter {...usesOf(row)} />,
});

const listOf = <Row extends Promotion>(kind: PromotionKind<Row>): List<Row> => ({
  ...kind,
  noun: `${kind.noun}s`,
  isPlain: kind.noun === "code",
  opens: kind.noun,
  filters: {
    ...(kind.Many && { batch: { label: "Batch", pattern: /^[\da-f-]{36}$/, hidesEmpty: true } }),
    status: { label: "Status", choices: Object.fromEntries(kind.statuses.map((name) => [name, statuses[name]])) },
  },
  columns: {
    ...kind.columns,
    revenue: {
      header: "Revenue",
      sort: "desc",
      figures: true,
      cell: (row) => <Revenue row={row} amount={kind.amountOf(row)} />,
    },
    status: statusColumn(statuses),
    actions: actionsColumn((row) => <Actions kind={kind} row={row} />),
  },
});

type RevenueProps = { row: Promotion; amount: string | false };

/** The revenue of a code or link, less refunds. */
function Revenue({ row: { revenueCents, refundedCents, currency }, amount }: RevenueProps) {
  return (
    <>
      <span className="text-ink">{formatMoney(revenueCents - refundedCents, currency)}</span>
      {refundedCents > 0 && (
        <span className="text-muted columns:block columns:text-sm cards:before:content-['_·_']">
          {formatMoney(refundedCents, currency)} refunded
        </span>
      )}
      {amount && (
        <span className="text-muted columns:block columns:text-sm cards:before:content-['_·_']">{amount}</span>
      )}
    </>
  );
}

function Actions<Row extends Promotion>({ kind, row }: { kind: PromotionKind<Row>; row: Row }) {
  const { text, label } = kind.copyOf(row);
  const name = kind.nameOf(row);
  if (row.status === "ended") return null;
  return (
    <span className="inline-flex flex-wrap justify-end columns:flex-nowrap gap-1.5">
      <CopyButton text={text} label={label} description={`${label}: ${name}`} />
      {/* Nobody can use an expired or used-up code, so there is nothing to pause. */}
      {row.status !== "expired" && row.status !== "used_up" && (
        <StatusButton
          setStatus={(write, status) => kind.setStatus(write, row.id, status)}
          isPaused={row.status === "paused"}
          name={name}
        />
      )}
    </span>
  );
}

type PromotionListProps<Row extends Promotion> = { kind: PromotionKind<Row>; eventId: number | undefined };

/** Promo codes or promoters with their results: those that count for one event, or all. */
export function PromotionList<Row extends Promotion>({ kind, eventId }: PromotionListProps<Row>) {
  const { noun } = kind;
  const list = useStaffList(
    useMemo(() => listOf(kind), [kind]),
    { eventId },
  );
  const { address, opened } = list;
  const { batch } = list.values;
  return (
    <>
      <StaffList
        list={list}
        choices={{ batch: batch === undefined ? [] : [{ value: batch, label: "Codes created together" }] }}
        actions={
          <>
            {kind.Many && (
              <Link
                to={address.addressWith({ [noun]: "many" })}
                preventScrollReset
                className={buttonStyle("outline", "sm")}
              >
                Create many
              </Link>
            )}
            <Link to={address.addressWith({ [noun]: "new" })} preventScrollReset className={buttonStyle("gold", "sm")}>
              <Plus className="size-4" /> New {noun}
            </Link>
          </>
        }
      />
      <PromotionDrawer
        kind={kind}
        opened={opened}
        row={list.query.data?.items.find(({ id }) => String(id) === opened)}
        eventId={eventId}
        onClose={() => address.change({ [noun]: undefined, ...address.at })}
      />
      {kind.Many && (
        <Drawer
          isForm
          open={opened === "many"}
          onClose={() => address.change({ [noun]: undefined, ...address.at })}
          title="New codes"
        >
          {opened === "many" && (
            <kind.Many eventId={eventId} onSaved={(id) => address.change({ [noun]: undefined, batch: id })} />
          )}
        </Drawer>
      )}
    </>
  );
}

type PromotionDrawerProps<Row extends Promotion> = Omit<PromotionFormProps<Row>, "onSaved"> & {
  /** From the address: "new", or an id. */
  opened: string | undefined;
  onClose: () => void;
};

/** One code or promoter: details, editing and its end. */
function PromotionDrawer<Row extends Promotion>({ opened, onClose, ...props }: PromotionDrawerProps<Row>) {
  const { kind, row } = props;
  const isNew = opened === "new";
  const isEnded = row?.status === "ended";
  const title = row ? kind.nameOf(row) : `New ${kind.noun}`;
  return (
    <Drawer isForm={isNew} open={isNew || row !== undefined} onClose={onClose} title={title}>
      {(isNew || row) && (
        <div className="grid gap-6">
          {row && <kind.Details row={row} />}
          {!isEnded && <kind.Form key={opened} {...props} onSaved={onClose} />}
          {row && !isEnded && (
            <EndSection
              noun={kind.endNoun}
              end={(write) => kind.setStatus(write, row.id, "ended")}
              remove={kind.removeOf?.(row)}
              onDone={onClose}
            />
          )}
        </div>
      )}
    </Drawer>
  );
}
