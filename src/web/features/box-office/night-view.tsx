import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OfficeNightDetail } from "#contract/box-office.ts";
import { DownloadLink } from "#web/features/desk/download-link.tsx";
import { Figures, formatCount, formatShare } from "#web/features/desk/figures.tsx";
import { ReadFailure } from "#web/features/desk/read-failure.tsx";
import { NightMoment } from "#web/features/desk/moment.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AttendeeTable } from "./attendee-table.tsx";
import { LiveMark, liveMs } from "./live-mark.tsx";
import { OrderTable } from "./order-table.tsx";
import { nightQuery } from "./queries.ts";
import { NightSales } from "./sales/night-sales.tsx";
import { TypeBars } from "./type-bars.tsx";

/** One night: its figures, its ticket types, and who comes. */
export function NightView({ id }: { id: number }) {
  const address = useListAddress();
  const query = useQuery(nightQuery(id, liveMs));
  const { data: night, error } = query;
  const tab = address.choice("tab", ["attendees", "orders", "sales"]) ?? "attendees";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {/* How old figures are that stay in sight is said beside them. */}
      {!night && <ReadFailure label="This night" query={query} />}
      {!night && !error && <Skeleton className="h-80" />}
      {night && (
        <>
          <NightHead night={night} live={<LiveMark query={query} />} />
          <TypeBars types={night.types} />
          <Tabs
            label="Lists of this night"
            value={tab}
            // Another list has another order and other filters.
            onValueChange={(value) =>
              address.change({
                tab: value === "attendees" ? undefined : value,
                q: undefined,
                sort: undefined,
                state: undefined,
                status: undefined,
                type: undefined,
                kind: undefined,
                code: undefined,
                promoter: undefined,
              })
            }
            tabs={[
              { value: "attendees", label: "Attendees", content: <AttendeeTable eventId={id} types={night.types} /> },
              { value: "orders", label: "Orders", content: <OrderTable eventId={id} /> },
              { value: "sales", label: "Sales", content: <NightSales eventId={id} /> },
            ]}
          />
        </>
      )}
    </div>
  );
}

function NightHead({ night, live }: { night: OfficeNightDetail; live: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="display text-display-sm wrap-anywhere">{night.title}</h2>
          <p className="text-muted">
            <NightMoment at={night.startsAt} timeZone={night.timeZone} /> · {night.venue.name}, {night.venue.city}
          </p>
          {live}
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            variant="outline"
            size="sm"
            to={withQuery(paths.admin(), { section: "events", id: night.id, tab: "tickets" })}
          >
            Ticket types
          </LinkButton>
          <LinkButton variant="outline" size="sm" to={withQuery(paths.freeTickets(), { event: night.id })}>
            Free tickets
          </LinkButton>
          <DownloadLink
            to={`/api/admin/events/${night.id}/door-list.pdf`}
            inTab
            className={buttonStyle("outline", "sm")}
          >
            Door list<span className="sr-only"> (opens as PDF)</span>
          </DownloadLink>
          <LinkButton variant="outline" size="sm" to={paths.event(night.id, night.slug)}>
            Public page
          </LinkButton>
        </div>
      </div>
      <Figures
        items={[
          {
            label: "Sold",
            value: formatCount(night.sold),
            note: `of ${formatCount(night.capacity)}, ${formatShare(night.sold, night.capacity)}`,
          },
          { label: "Held", value: formatCount(night.held), note: "in open orders" },
          {
            label: "Admitted",
            value: formatCount(night.admittedCount),
            note: `of ${formatCount(night.ticketCount)} tickets`,
          },
          { label: "Money", value: formatMoney(night.paidCents, night.currency), note: "paid, refunds taken off" },
          {
            label: "Comps",
            value: formatCount(night.compCount),
            note: night.compCount === 1 ? "guest of the house" : "guests of the house",
          },
        ]}
      />
    </>
  );
}
