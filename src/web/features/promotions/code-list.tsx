import { useQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { Link } from "react-router";
import { type PromoCode, PromoCodeStatus } from "#contract/promo-codes.ts";
import { Moment, EventMoment } from "#web/features/admin/moment.tsx";
import { DownloadLink } from "#web/features/admin/download-link.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CodeDrawer } from "./code-drawer.tsx";
import { CopyButton } from "./copy-button.tsx";
import { promoCodesFile, promoCodesQuery } from "./queries.ts";
import { StatusButton } from "./status-button.tsx";
import { Stayed } from "./stayed.tsx";
import { UsedBar } from "./used-bar.tsx";
import { codeAddress, codeStatuses, conditionsText, discountText } from "./labels.ts";

const sorts = ["-createdAt", "createdAt", "code", "-code", "-used", "used", "-revenue", "revenue"] as const;

const columns: Column<PromoCode>[] = [
  {
    accessorKey: "code",
    header: "Code",
    meta: { phone: "title" },
    cell: ({ row: { original: code } }) => (
      <>
        <span className="font-mono font-semibold tracking-wide columns:whitespace-nowrap">{code.code}</span>
        <span className="sr-only">: edit</span>
      </>
    ),
  },
  {
    id: "what",
    header: "Discount",
    meta: { className: "columns:max-w-64" },
    cell: ({ row: { original: code } }) => (
      <>
        <span className="text-ink">{discountText(code.discount, code.currency)}</span>
        <span className="block text-sm text-muted wrap-break-word">{conditionsText(code)}</span>
        {code.note && <span className="block text-sm text-muted wrap-break-word">{code.note}</span>}
      </>
    ),
  },
  {
    id: "event",
    header: "For",
    cell: ({ row: { original: code } }) => (
      <>
        <span className="text-ink">{code.event?.title ?? "All events"}</span>
        <span className="block text-sm text-muted">
          <Window code={code} />
        </span>
      </>
    ),
  },
  {
    accessorKey: "used",
    header: "Uses",
    sortDescFirst: true,
    meta: { className: "columns:w-44" },
    cell: ({ row: { original: code } }) => (
      <UsedBar
        used={code.used}
        held={code.held}
        limit={code.totalLimit}
        unit={code.used === 1 && code.totalLimit === null ? "use" : "uses"}
      />
    ),
  },
  {
    id: "revenue",
    accessorKey: "revenueCents",
    header: "Revenue",
    sortDescFirst: true,
    meta: { figures: true },
    cell: ({ row: { original: code } }) => (
      <>
        <Stayed result={code} />
        <span className="text-muted columns:block columns:text-sm cards:before:content-['_·_']">
          {formatMoney(code.discountCents, code.currency)} off
        </span>
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: code } }) => (
      <Badge tone={codeStatuses[code.status].tone}>{codeStatuses[code.status].label}</Badge>
    ),
  },
  {
    id: "actions",
    header: "Actions",
    meta: { hideHeader: true, figures: true, phone: "foot" },
    cell: ({ row: { original: code } }) => <Actions code={code} />,
  },
];

function Window({ code: { startsAt, endsAt, event } }: { code: PromoCode }) {
  const show = (at: string) => (event ? <EventMoment at={at} timeZone={event.timeZone} /> : <Moment at={at} />);
  if (!startsAt && !endsAt) return <>Any time</>;
  return (
    <>
      {startsAt && <>from {show(startsAt)}</>} {endsAt && <>until {show(endsAt)}</>}
    </>
  );
}

/** Nobody can use an expired or used-up code, so there is nothing to pause. */
const isStill = ({ status }: PromoCode) => status !== "expired" && status !== "used_up";

function Actions({ code }: { code: PromoCode }) {
  const address = codeAddress(code);
  if (code.manualStatus === "ended") return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      {address ? (
        <CopyButton text={location.origin + address} label="Copy link" description={`Copy link: ${code.code}`} />
      ) : (
        <CopyButton text={code.code} label="Copy code" description={`Copy code: ${code.code}`} />
      )}
      {isStill(code) && (
        <StatusButton path={`/api/admin/promo-codes/${code.id}`} status={code.manualStatus} name={code.code} />
      )}
    </span>
  );
}

/** Promo codes and their results: those that apply to one event, or all. */
export function CodeList({ eventId }: { eventId?: number }) {
  const address = useListAddress();
  const status = address.choice("status", PromoCodeStatus.options);
  const sort = address.choice("sort", sorts) ?? "-createdAt";
  const filter = { q: address.q, eventId, status, sort };
  const query = useQuery(promoCodesQuery({ ...filter, ...address.at }));
  const opened = address.search.get("code");

  return (
    <>
      <StaffTable
        label="Promo codes"
        columns={columns}
        query={query}
        address={address}
        sort={sort}
        keyOf={(code) => code.id}
        rowTo={(code) => address.addressWith({ code: code.id, ...address.at })}
        empty={{
          title: "No codes",
          text:
            address.q || status
              ? "No codes match your search."
              : "Create a code for the newsletter, the street team or the radio.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Code, note or event"
            filters={
              <FilterSelect
                label="Status"
                any="Any status"
                value={status}
                choices={Object.entries(codeStatuses).map(([value, { label }]) => ({ value, label }))}
                onChange={(value) => address.change({ status: value })}
              />
            }
            actions={
              <>
                <DownloadLink to={promoCodesFile(filter)} className={buttonStyle("outline", "sm")}>
                  <Download aria-hidden="true" className="size-4" /> CSV
                </DownloadLink>
                <Link
                  to={address.addressWith({ code: "new" })}
                  preventScrollReset
                  className={buttonStyle("gold", "sm")}
                >
                  <Plus aria-hidden="true" className="size-4" /> Create code
                </Link>
              </>
            }
          />
        }
      />
      <CodeDrawer
        opened={opened}
        code={query.data?.items.find(({ id }) => String(id) === opened)}
        eventId={eventId}
        onClose={() => address.change({ code: undefined, ...address.at })}
      />
    </>
  );
}
