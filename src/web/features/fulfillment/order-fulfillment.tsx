import { useQuery } from "@tanstack/react-query";
import { Download as DownloadIcon, Package } from "lucide-react";
import { type ReactNode, useId } from "react";
import {
  carrierNames,
  type Download,
  type OrderFulfillment as Fulfillment,
  type Parcel,
} from "#contract/fulfillment/fulfillment.ts";
import { QrCode } from "#web/ui/qr-code.tsx";
import { spacedCode } from "#web/features/tickets/ticket-text.ts";
import { callApi, apiQuery } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { formatDay, ownZone, formatCalendarDay, eventDate } from "#web/lib/dates.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { useAttempt } from "#web/ui/use-attempt.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Poster } from "#web/ui/poster.tsx";

/** @param key signed key from the email: opens this one order without a session */
const buyerFulfillmentQuery = (id: string, key?: string) =>
  apiQuery("GET /api/orders/{id}/fulfillment", { params: { id }, query: { key } });

type OrderFulfillmentProps = { orderId: string; linkKey?: string | undefined };

/** What of an order is on its way, to pick up, and to download, for its buyer. Shows nothing for an order of tickets. */
export function OrderFulfillment({ orderId, linkKey }: OrderFulfillmentProps) {
  const isReady = useHydrated();
  const { data, isError, refetch } = useQuery({
    ...buyerFulfillmentQuery(orderId, linkKey),
    enabled: isReady,
    refetchOnMount: "always",
    refetchOnReconnect: "always",
  });
  if (isError && data === undefined) {
    return (
      <Callout tone="soon" title="We couldn't load your items">
        <p className="mb-2">Your order is safe. Check your connection and try again.</p>
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Callout>
    );
  }
  if (data === undefined) return null;
  return (
    <>
      {data.status !== null && <Items fulfillment={data} />}
      {data.downloads.length > 0 && <Downloads downloads={data.downloads} orderId={orderId} linkKey={linkKey} />}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-line bg-panel p-5">
      <h2 id={id} className="eyebrow text-gilt">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Items({ fulfillment }: { fulfillment: Fulfillment }) {
  const { pickup, parcels, lines } = fulfillment;
  const text = statusText(fulfillment);
  return (
    <Section title={pickup === null ? "Your items" : "Pick up your items"}>
      {text && <p className="max-w-[60ch]">{text}</p>}
      {pickup !== null && (
        <p>
          <span className="font-semibold">{pickup.event.title}</span>
          <span className="block text-muted">
            {eventDate(pickup.event)} · {pickup.event.venueName}, {pickup.event.city}
          </span>
        </p>
      )}
      {pickup !== null && pickup.code !== null && (
        <div className="grid w-full max-w-72 justify-items-center gap-1 rounded-md bg-[#ffffff] p-2 text-on-gold">
          <QrCode code={pickup.code} label="QR code for your pickup" />
          <p className="text-center text-sm tracking-[0.06em] tabular-nums">{spacedCode(pickup.code)}</p>
        </div>
      )}
      {parcels.length > 0 && (
        <ul aria-label="Parcels" className="grid gap-3">
          {parcels.map((parcel) => (
            <ParcelRow key={parcel.id} parcel={parcel} />
          ))}
        </ul>
      )}
      <ul aria-label="Items" className="divide-y divide-line border-t border-line">
        {lines.map(({ lineId, name, picture, quantity, toSend, refunded }) => (
          <li key={lineId} className="flex items-center gap-3 py-2">
            {picture && <Poster poster={picture} sizes="48px" decorative className="size-12 shrink-0 rounded-sm" />}
            <span className="min-w-0 wrap-anywhere">
              {quantity} × {name}
              <span className="block text-sm text-muted">
                {[
                  toSend > 0 && (pickup === null ? `${toSend} not shipped yet` : `${toSend} to pick up`),
                  refunded > 0 && `${refunded} refunded`,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ParcelRow({ parcel: { carrier, tracking, trackingUrl, sentAt, lines } }: { parcel: Parcel }) {
  const by = [carrier === "other" ? null : carrierNames[carrier], tracking].filter(Boolean).join(" ");
  return (
    <li className="flex gap-3 rounded-md border border-line bg-raised p-3">
      <Package className="mt-0.5 size-5 shrink-0 text-gilt" />
      <div className="min-w-0">
        <p className="font-semibold">Shipped {formatDay(sentAt, ownZone())}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}
        </p>
        {trackingUrl === null ? (
          by && <p className="text-sm wrap-anywhere">{by}</p>
        ) : (
          <a
            href={trackingUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 wrap-anywhere"
          >
            Track with {by}
          </a>
        )}
      </div>
    </li>
  );
}

type DownloadsProps = OrderFulfillmentProps & { downloads: Download[] };

function Downloads({ downloads, orderId, linkKey }: DownloadsProps) {
  const { failure, press } = useAttempt(
    (error) =>
      (error instanceof CallError ? error.answer.message : undefined) ??
      "The download didn't start. Check your connection and try again.",
  );

  /** Gets a link and opens it: the file is an attachment, so the browser saves it and this page stays. */
  async function open(lineId: string) {
    const { url } = await callApi("POST /api/orders/{id}/downloads", {
      params: { id: orderId },
      query: { key: linkKey },
      body: { lineId },
    });
    window.location.assign(url);
  }
  return (
    <Section title="Downloads">
      {failure && <Callout tone="bad" title={failure} />}
      <ul aria-label="Downloads" className="divide-y divide-line">
        {downloads.map(({ lineId, name, isAvailable, fileName, bytes }) => (
          <li key={lineId} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              {name}
              <span className="block text-sm text-muted">
                {isAvailable
                  ? [fileName, bytes !== null && fileSize(bytes)].filter(Boolean).join(" · ")
                  : fileName === null
                    ? "The file isn't ready yet."
                    : "Not available anymore."}
              </span>
            </span>
            {isAvailable && (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Download ${name}`}
                {...press(lineId, () => open(lineId))}
              >
                <DownloadIcon className="size-4.5" />
                Download
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Status = Pick<Fulfillment, "status" | "pickup" | "lines">;

/** Where an order's items are, in one sentence for its buyer; undefined if the parcels say it all. */
export function statusText({ status, pickup, lines }: Status): string | undefined {
  const left = lines.reduce((sum, { toSend }) => sum + toSend, 0);
  const later = lines.filter(({ toSend, shipsOn }) => toSend > 0 && shipsOn !== null);
  const day = later.map(({ shipsOn }) => shipsOn!).toSorted()[0];
  if (pickup?.isOnHold === true) {
    return "Your bank is disputing the payment, so your items are on hold until it decides.";
  }
  if (status === "to_ship") {
    return later.length === lines.filter(({ toSend }) => toSend > 0).length && day !== undefined
      ? `Made to order: ships from ${formatCalendarDay(day)} on. We'll email you when it's on its way.`
      : "We're packing your order. We'll email you when it's on its way.";
  }
  if (status === "partly_shipped") {
    return `${left === 1 ? "1 item follows" : `${left} items follow`} in another parcel.`;
  }
  if (status === "to_pick_up" || status === "partly_picked_up") {
    return pickup?.event.status === "canceled"
      ? "This event was canceled, so your items can't be picked up there. We'll contact you."
      : "Show this code at the event once doors open. Staff will scan it and hand you your items.";
  }
  if (status === "picked_up") return "You have picked up your items.";
  if (status === "nothing_left") return "These items were refunded.";
  return undefined;
}

/** "12 MB" */
export function fileSize(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  for (; size >= 1000 && unit < units.length - 1; unit++) size /= 1000;
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
