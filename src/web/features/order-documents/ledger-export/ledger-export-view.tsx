import { TextField } from "#web/ui/field.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Download } from "lucide-react";
import { Fragment, useState } from "react";
import { DownloadLink } from "#web/admin-kit/download-link.tsx";
import { apiPath } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

const accounts = [
  { term: "provider", detail: "Money that the payment provider holds for you" },
  { term: "buyers", detail: "What buyers paid for but haven't received yet; zero once an order is complete" },
  { term: "sales", detail: "What tickets and items sold for, excluding the fees in the prices" },
  { term: "fees", detail: "Your fees, included in the prices" },
  { term: "tax", detail: "Tax added to the prices; tax included in them stays in sales" },
  { term: "shipping", detail: "Shipping that buyers paid for" },
  { term: "disputes", detail: "Money withdrawn in disputes" },
  { term: "by_hand", detail: "Refunds that staff paid outside the payment provider" },
];

const files = [
  { file: "GET /api/admin/ledger.csv", label: "Export ledger", variant: "gold", isPlain: true },
  { file: "GET /api/admin/order-documents.csv", label: "Export documents", variant: "outline", isPlain: false },
] as const;

/** The ledger and the documents of a period as files for the accountant. */
export function LedgerExportView() {
  const [period, setPeriod] = useState(() => lastMonth(new Date()));
  const fieldError =
    period.from === "" || period.to === ""
      ? "Enter both days"
      : period.to < period.from
        ? "The last day is before the first day"
        : undefined;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section aria-labelledby="ledger-export" className="grid gap-5 rounded-md border border-line bg-panel p-5">
        <div className="grid gap-1">
          <h2 id="ledger-export" className="display text-display-sm">
            Ledger export
          </h2>
          <p className="text-muted">
            Every money movement, line by line, with its document; the lines sum to zero. The second file lists every
            receipt, invoice, cancellation and credit note by number.
          </p>
        </div>
        <div className="across-2 gap-4">
          <TextField
            label="First day"
            type="date"
            value={period.from}
            onChange={(e) => setPeriod({ ...period, from: e.target.value })}
          />
          <TextField
            label="Last day"
            error={fieldError}
            type="date"
            value={period.to}
            onChange={(e) => setPeriod({ ...period, to: e.target.value })}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          {files.map(({ file, label, variant, isPlain }) =>
            fieldError === undefined ? (
              <DownloadLink
                key={file}
                to={apiPath(file, { query: period })}
                isPlain={isPlain}
                className={buttonStyle(variant, "md")}
              >
                <Download className="size-5" />
                {label}
              </DownloadLink>
            ) : (
              <span key={file} aria-disabled="true" className={buttonStyle(variant, "md")}>
                <Download className="size-5" />
                {label}
              </span>
            ),
          )}
        </div>
        <p className="text-sm text-muted">
          Days use the site's time zone from Settings. Debits are positive, credits negative.
        </p>
      </section>
      <Panel compact title="Accounts">
        <dl className="grid sm:grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
          {accounts.map(({ term, detail }) => (
            <Fragment key={term}>
              <dt className="font-semibold">{term}</dt>
              <dd className="text-muted">{detail}</dd>
            </Fragment>
          ))}
        </dl>
      </Panel>
    </div>
  );
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** First and last day of the previous month in date-field format: the period that accountants ask for most. */
export function lastMonth(now: Date): { from: string; to: string } {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  return { from: dayOf(new Date(Date.UTC(year, month - 1, 1))), to: dayOf(new Date(Date.UTC(year, month, 0))) };
}
