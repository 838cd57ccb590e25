import type { ReactNode } from "react";
import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import { carrierNames } from "#contract/fulfillment/fulfillment.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { apiPath } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";

type Line = { name: string; quantity: number };
type Parcel = AdminFulfillment["parcels"][number];
/** What is open, and what it is about. */
export type OpenDialog =
  | { dialog: "ship" | "handOver" | "return" }
  | { dialog: "tracking"; parcel: Parcel }
  | { dialog: "void"; id: string; what: "parcel" | "handover" };

/** Buttons of rows, large enough for a thumb. */
export const small = "min-h-11! md:min-h-10!";
const listed = (lines: Line[]) => lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");

type SlipLinkProps = { orderId: string; parcelId?: string };

/** The packing slip of an order, or of one of its parcels, as a PDF. */
export const SlipLink = ({ orderId, parcelId }: SlipLinkProps) => (
  <a
    href={apiPath("GET /api/admin/orders/{id}/packing-slip", {
      params: { id: orderId },
      query: { shipment: parcelId },
    })}
    target="_blank"
    rel="noreferrer"
    className={buttonStyle("outline", "sm", small)}
  >
    Packing slip
  </a>
);

type SentProps = { orderId: string; fulfillment: AdminFulfillment; onOpen: (open: OpenDialog) => void };

/** Parcels, handovers and returns, each with what can be done about it. */
export function SentList({ orderId, fulfillment: { parcels, handovers, returns, currency }, onOpen }: SentProps) {
  if (parcels.length + handovers.length + returns.length === 0) return null;
  return (
    <ul aria-label="Parcels, handovers and returns">
      {parcels.map((parcel) => (
        <Entry
          key={parcel.id}
          title={[parcel.carrier === "other" ? "Parcel" : carrierNames[parcel.carrier], parcel.tracking]
            .filter(Boolean)
            .join(" ")}
          lines={parcel.lines}
          by={parcel.by}
          at={parcel.sentAt}
          over={parcel.voidedAt === null ? undefined : "Voided"}
        >
          {parcel.trackingUrl !== null && (
            <a href={parcel.trackingUrl} target="_blank" rel="noreferrer" className={buttonStyle("quiet", "sm", small)}>
              Track
            </a>
          )}
          <SlipLink orderId={orderId} parcelId={parcel.id} />
          <Button size="sm" variant="outline" className={small} onClick={() => onOpen({ dialog: "tracking", parcel })}>
            Change tracking
          </Button>
          <Button
            size="sm"
            variant="outline"
            className={small}
            onClick={() => onOpen({ dialog: "void", id: parcel.id, what: "parcel" })}
          >
            Void
          </Button>
        </Entry>
      ))}
      {handovers.map(({ id, lines, by, gate, handedOverAt, undoneAt }) => (
        <Entry
          key={id}
          title={["Handed over", gate].filter(Boolean).join(" · ")}
          {...{ lines, by }}
          at={handedOverAt}
          over={undoneAt === null ? undefined : "Undone"}
        >
          <Button
            size="sm"
            variant="outline"
            className={small}
            onClick={() => onOpen({ dialog: "void", id, what: "handover" })}
          >
            Undo
          </Button>
        </Entry>
      ))}
      {returns.map(({ id, lines, by, note, isRestocked, refundedCents, returnedAt }) => (
        <Entry
          key={id}
          title={[
            "Returned",
            isRestocked ? "back on sale" : "not back on sale",
            refundedCents === null ? "" : `refunded ${formatMoney(refundedCents, currency)}`,
            note,
          ]
            .filter(Boolean)
            .join(" · ")}
          {...{ lines, by }}
          at={returnedAt}
        />
      ))}
    </ul>
  );
}

type EntryProps = {
  title: string;
  lines: Line[];
  by: string | null;
  at: string;
  over?: string | undefined;
  children?: ReactNode;
};

function Entry({ title, lines, by, at, over, children }: EntryProps) {
  return (
    <li className="grid gap-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
        <span className="font-semibold">{title}</span>
        {over && <Badge>{over}</Badge>}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {listed(lines)} · <Moment at={at} />
        {by && ` · ${by}`}
      </p>
      {children && !over && <p className="flex flex-wrap gap-2">{children}</p>}
    </li>
  );
}
