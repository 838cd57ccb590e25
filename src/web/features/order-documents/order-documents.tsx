import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useRef, useState } from "react";
import type { OrderDocument } from "#contract/order-documents.ts";
import { apiPath } from "#web/lib/paths.ts";
import { formatMoney } from "#web/lib/money.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { documentNames, documentsQuery } from "./queries.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const InvoiceDialog = lazyDialog("The invoice form", async () => (await import("./invoice-dialog.tsx")).InvoiceDialog);
const CorrectInvoice = lazyDialog(
  "The invoice form",
  async () => (await import("./correct-invoice.tsx")).CorrectInvoice,
);

type OrderDocumentsProps = {
  orderId: string;
  linkKey?: string | undefined;
  /** True on admin pages: staff can correct an invoice as often as needed, under their name. */
  inAdmin?: boolean;
};

/** The documents of a paid order as links to PDFs, and the button for an invoice. The receipt shows right away. */
export function OrderDocuments({ orderId, linkKey, inAdmin = false }: OrderDocumentsProps) {
  const isReady = useHydrated();
  const { data, error, isFetching, refetch } = useQuery({ ...documentsQuery(orderId, linkKey), enabled: isReady });
  const [invoiceRequest, setInvoiceRequest] = useState<{ wrong: OrderDocument | undefined }>();
  const button = useRef<HTMLButtonElement>(null);
  const receipt = data?.items.find(({ kind }) => kind === "receipt");
  const others = data?.items.filter(({ kind }) => kind !== "receipt") ?? [];
  const invoice = others.findLast(({ kind }) => kind === "invoice");
  const mayAsk = invoice === undefined || inAdmin || invoice.corrects === null;

  function close() {
    setInvoiceRequest(undefined);
    button.current?.focus();
  }

  return (
    <div className="grid gap-2">
      <ul aria-label="Documents" className="grid gap-1">
        {[
          {
            href: apiPath("GET /api/orders/{id}/receipt.pdf", { params: { id: orderId }, query: { key: linkKey } }),
            name: "Receipt",
            note: receipt?.number ?? "PDF",
          },
          ...others.map((each) => ({
            href: apiPath("GET /api/orders/{id}/documents/{documentId}", {
              params: { id: orderId, documentId: each.id },
              query: { key: linkKey },
            }),
            name: documentNames[each.kind],
            note: captionOf(each),
          })),
        ].map(({ href, name, note }) => (
          <li key={href}>
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 items-center gap-3 font-semibold underline-offset-4 hover:underline"
            >
              <FileText className="size-5 shrink-0 text-gilt" />
              <span>
                {name} <span className="text-sm font-normal text-muted tabular-nums">{note}</span>
                <span className="sr-only"> (opens a PDF)</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {!data && !error && (
        <p role="status" className="text-sm text-muted">
          Loading the other documents…
        </p>
      )}
      {!data && error && (
        <Callout tone="bad" title="We couldn't load the other documents">
          <p>Invoices and credit notes may be missing. You can still open the receipt.</p>
          <Button variant="outline" size="sm" className="mt-3" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Callout>
      )}
      {data && mayAsk && (
        <Button
          ref={button}
          variant="quiet"
          size="sm"
          className="-ml-3 justify-self-start"
          onClick={() => setInvoiceRequest({ wrong: invoice })}
        >
          {invoice ? "Correct invoice" : "Create invoice"}
        </Button>
      )}
      {invoiceRequest?.wrong && inAdmin ? (
        <CorrectInvoice orderId={orderId} invoice={invoiceRequest.wrong} onClose={close} />
      ) : (
        invoiceRequest && (
          <InvoiceDialog orderId={orderId} linkKey={linkKey} wrong={invoiceRequest.wrong} onClose={close} />
        )
      )}
    </div>
  );
}

/** The document's number, with its amount, the invoice it cancels, or its status. */
function captionOf({ kind, number, totalCents, currency, corrects, isCanceled }: OrderDocument): string {
  if (kind === "credit_note") return `${number}, ${formatMoney(totalCents, currency)}`;
  if (kind === "cancellation") return `${number}, for ${corrects}`;
  return isCanceled ? `${number}, canceled` : number;
}
