import { useQuery } from "@tanstack/react-query";
import type { OfficeNightDetail } from "#contract/box-office.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Figures, formatCount, formatShare } from "#web/features/desk/figures.tsx";
import { NightMoment } from "#web/features/desk/moment.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AttendeeTable } from "./attendee-table.tsx";
import { OrderTable } from "./order-table.tsx";
import { nightQuery } from "./queries.ts";
import { TypeBars } from "./type-bars.tsx";

/** One night: its figures, its ticket types, and who comes. */
export function NightView({ id }: { id: number }) {
  const address = useListAddress();
  const { data: night, error } = useQuery(nightQuery(id));
  const tab = address.choice("tab", ["attendees", "orders"]) ?? "attendees";
  return (
    <div className="grid gap-5">
      {error && !night && <Notice tone="bad" title={failureText(error)} />}
      {!night && !error && <Skeleton className="h-80" />}
      {night && (
        <>
          <NightHead night={night} />
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
              })
            }
            tabs={[
              { value: "attendees", label: "Attendees", content: <AttendeeTable eventId={id} types={night.types} /> },
              { value: "orders", label: "Orders", content: <OrderTable eventId={id} /> },
            ]}
          />
        </>
      )}
    </div>
  );
}

function NightHead({ night }: { night: OfficeNightDetail }) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="display text-display-sm wrap-anywhere">{night.title}</h2>
          <p className="text-muted">
            <NightMoment at={night.startsAt} timeZone={night.timeZone} /> · {night.venue.name}, {night.venue.city}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton variant="outline" size="sm" to={withQuery(paths.freeTickets(), { event: night.id })}>
            Free tickets
          </LinkButton>
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
