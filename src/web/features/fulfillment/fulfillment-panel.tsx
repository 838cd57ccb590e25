import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { type OpenDialog, SentList, SlipLink, small } from "./sent-list.tsx";
import { fulfillmentStatuses, onHoldBadge } from "./labels.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";

const adminFulfillmentQuery = (id: string) => adminQuery("GET /api/admin/orders/{id}/fulfillment", { params: { id } });

const ShipDialog = lazyDialog("The form", async () => (await import("./ship-dialog.tsx")).ShipDialog);
const HandOverDialog = lazyDialog("The form", async () => (await import("./ship-dialog.tsx")).HandOverDialog);
const TrackingDialog = lazyDialog("The form", async () => (await import("./ship-dialog.tsx")).TrackingDialog);
const ReturnDialog = lazyDialog("The form", async () => (await import("./return-dialog.tsx")).ReturnDialog);

/** What of an order's products was sent, handed over, returned and downloaded, and what to do next. Nothing for tickets. */
export function FulfillmentPanel({ orderId }: { orderId: string }) {
  const query = useQuery(adminFulfillmentQuery(orderId));
  const { data } = query;
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const id = useId();
  if (data === undefined) return <ReadFailure label="The items to send" query={query} />;
  if (data.status === null && data.downloads.length === 0) return null;
  const dialog = { orderId, fulfillment: data, onClose: close };
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-panel">
      <header className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <h3 id={id} className="flex items-center gap-3 font-semibold">
          Fulfillment
          {data.status !== null && <StatusBadge {...fulfillmentStatuses[data.status]} />}
          {data.isOnHold && <StatusBadge {...onHoldBadge} />}
        </h3>
        <Actions orderId={orderId} fulfillment={data} onOpen={(name) => setOpen({ dialog: name })} />
      </header>
      <Lines fulfillment={data} orderId={orderId} />
      <SentList fulfillment={data} orderId={orderId} onOpen={setOpen} />
      {open?.dialog === "ship" && <ShipDialog {...dialog} />}
      {open?.dialog === "handOver" && <HandOverDialog {...dialog} />}
      {open?.dialog === "return" && <ReturnDialog {...dialog} />}
      {open?.dialog === "tracking" && <TrackingDialog orderId={orderId} parcel={open.parcel} onClose={close} />}
      <VoidDialog orderId={orderId} open={open?.dialog === "void" ? open : undefined} onClose={close} />
    </section>
  );
}

type ActionsProps = {
  orderId: string;
  fulfillment: AdminFulfillment;
  onOpen: (dialog: "ship" | "handOver" | "return") => void;
};

function Actions({ orderId, fulfillment: { lines, isOnHold, method }, onOpen }: ActionsProps) {
  const isOpen = lines.some(({ toSend }) => toSend > 0);
  const canReturn = lines.some(({ sent, returned }) => sent > returned);
  const ways = method === "pickup" ? (["handOver", "ship"] as const) : (["ship", "handOver"] as const);
  const labels = { ship: "Ship", handOver: "Hand over" };
  return (
    <p className="flex flex-wrap gap-2">
      {isOpen &&
        !isOnHold &&
        ways.map((way, index) => (
          <Button
            key={way}
            size="sm"
            variant={index === 0 ? "gold" : "outline"}
            className={small}
            onClick={() => onOpen(way)}
          >
            {labels[way]}
          </Button>
        ))}
      {isOpen && <SlipLink orderId={orderId} />}
      {canReturn && (
        <Button size="sm" variant="outline" className={small} onClick={() => onOpen("return")}>
          Record return
        </Button>
      )}
    </p>
  );
}

type LinesProps = { fulfillment: AdminFulfillment; orderId: string };

function Lines({ fulfillment: { lines, address, event, downloads }, orderId }: LinesProps) {
  return (
    <>
      {(address.length > 0 || event !== null) && (
        <p className="border-b border-line px-4 py-2.5 text-sm text-muted wrap-anywhere">
          {event === null ? address.join(" · ") : `Pickup at ${event.title}`}
        </p>
      )}
      <ul aria-label="Items to send">
        {lines.map(({ lineId, name, sku, quantity, toSend, sent, returned, refunded }) => (
          <li key={lineId} className="split-row border-b border-line px-4 py-2.5">
            <p>
              {quantity} × {name}
              <span className="block text-sm text-muted">{sku}</span>
            </p>
            <p className="text-sm text-muted tabular-nums">
              {[
                toSend > 0 && `${toSend} to send`,
                sent > 0 && `${sent} sent`,
                returned > 0 && `${returned} returned`,
                refunded > 0 && `${refunded} refunded`,
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
          </li>
        ))}
        {downloads.map((download) => (
          <DownloadLine key={download.lineId} download={download} orderId={orderId} />
        ))}
      </ul>
    </>
  );
}

type DownloadLineProps = { download: AdminFulfillment["downloads"][number]; orderId: string };

/** A file of the order, and how many of its downloads are used. */
function DownloadLine({ download: { lineId, name, uses, maxUses, lastAt }, orderId }: DownloadLineProps) {
  const renew = usePress("We couldn't renew the downloads", async (write) => {
    await write("POST /api/admin/orders/{id}/downloads/renew", { params: { id: orderId }, body: { lineId } });
    showSuccess("Downloads renewed");
  });
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
      <p className="min-w-0 wrap-anywhere">{name}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
        <p>
          {uses} of {maxUses} downloads used
          {lastAt !== null && (
            <>
              , last <Moment at={lastAt} relative />
            </>
          )}
        </p>
        {uses > 0 && (
          <Button size="sm" variant="outline" className={small} aria-label={`Renew downloads of ${name}`} {...renew}>
            Renew
          </Button>
        )}
      </div>
    </li>
  );
}

const words = {
  parcel: {
    title: "Void parcel",
    text: "Its items are to be sent again. The buyer isn't emailed.",
    done: "Parcel voided",
  },
  handover: { title: "Undo handover", text: "Its items are to be handed over again.", done: "Handover undone" },
};

type VoidDialogProps = {
  orderId: string;
  open: Extract<OpenDialog, { dialog: "void" }> | undefined;
  onClose: () => void;
};

function VoidDialog({ orderId, open, onClose }: VoidDialogProps) {
  const { title, text, done } = words[open?.what ?? "parcel"];
  const form = useReasonForm({
    onClose,
    submit: async ({ reason }, write) => {
      const params = { id: orderId, shipmentId: open!.id };
      await write("POST /api/admin/orders/{id}/shipments/{shipmentId}/void", { params, body: { reason } });
      showSuccess(done);
    },
  });
  return (
    <ReasonDialog form={form} open={open !== undefined} title={title} action={title} danger>
      {text}
    </ReasonDialog>
  );
}
