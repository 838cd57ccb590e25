import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { Paper } from "#contract/papers.ts";
import { formatMoney } from "#web/lib/money.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { paperNames, paperPath, papersQuery } from "./queries.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const InvoiceDialog = lazyDialog("The form", async () => (await import("./invoice-dialog.tsx")).InvoiceDialog);
const CorrectInvoice = lazyDialog("The form", async () => (await import("./correct-invoice.tsx")).CorrectInvoice);

type OrderPapersProps = {
  orderId: string;
  linkKey?: string | undefined;
  /** Staff look at it: they correct as often as it takes, under their name. */
  isDesk?: boolean;
};

/** The papers of a paid order, each to open as PDF, and the way to an invoice. The receipt is there without waiting. */
export function OrderPapers({ orderId, linkKey, isDesk = false }: OrderPapersProps) {
  const isReady = useHydrated();
  const { data, error, isFetching, refetch } = useQuery({ ...papersQuery(orderId, linkKey), enabled: isReady });
  const [asked, setAsked] = useState<"make" | Paper>();
  const button = useRef<HTMLButtonElement>(null);
  const receipt = data?.items.find(({ kind }) => kind === "receipt");
  const others = data?.items.filter(({ kind }) => kind !== "receipt") ?? [];
  const invoice = others.findLast(({ kind }) => kind === "invoice");
  const isCorrectable = invoice !== undefined && (isDesk || invoice.corrects === null);

  function close() {
    setAsked(undefined);
    button.current?.focus();
  }

  return (
    <div className="grid gap-2">
      <ul aria-label="Papers" className="grid gap-1">
        <PaperLink to={paperPath(orderId, "receipt.pdf", linkKey)} name="Receipt" note={receipt?.number ?? "PDF"} />
        {others.map((paper) => (
          <PaperLink
            key={paper.id}
            to={paperPath(orderId, `papers/${paper.id}`, linkKey)}
            name={paperNames[paper.kind]}
            note={noteOf(paper)}
          />
        ))}
      </ul>
      {!data && !error && (
        <p role="status" className="text-sm text-muted">
          Looking for the other papers…
        </p>
      )}
      {!data && error && (
        <Notice tone="bad" title="The other papers could not be read">
          <p>Invoices and credit notes may be missing here. The receipt opens all the same.</p>
          <Button variant="outline" size="sm" className="mt-3" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {data && (invoice === undefined || isCorrectable) && (
        <Button
          ref={button}
          variant="quiet"
          size="sm"
          className="-ml-3 justify-self-start"
          onClick={() => setAsked(invoice ?? "make")}
        >
          {invoice ? "Correct the invoice" : "Make out an invoice"}
        </Button>
      )}
      {asked !== undefined && (
        <Suspense fallback={null}>
          {asked !== "make" && isDesk ? (
            <CorrectInvoice orderId={orderId} invoice={asked} open onClose={close} />
          ) : (
            <InvoiceDialog
              orderId={orderId}
              linkKey={linkKey}
              wrong={asked === "make" ? undefined : asked}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}

/** Its number, and what became of it or what it is about. */
function noteOf({ kind, number, totalCents, currency, corrects, isCancelled }: Paper): string {
  if (kind === "credit_note") return `${number}, ${formatMoney(totalCents, currency)}`;
  if (kind === "cancellation") return `${number}, of ${corrects}`;
  return isCancelled ? `${number}, cancelled` : number;
}

function PaperLink({ to, name, note }: { to: string; name: string; note: string }) {
  return (
    <li>
      <a
        href={to}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-11 items-center gap-3 font-semibold underline-offset-4 hover:underline"
      >
        <FileText aria-hidden="true" className="size-5 shrink-0 text-gilt" />
        <span>
          {name} <span className="text-sm font-normal text-muted tabular-nums">{note}</span>
          <span className="sr-only"> (opens as PDF)</span>
        </span>
      </a>
    </li>
  );
}
