import { Download } from "lucide-react";
import { Fragment, useState } from "react";
import { DownloadLink } from "#web/features/desk/download-link.tsx";
import { withQuery } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { lastMonth } from "./last-month.ts";

const accounts = [
  { term: "provider", detail: "Money that the payment provider holds for the house" },
  { term: "buyers", detail: "What buyers paid and have not got yet; zero once an order is delivered" },
  { term: "sales", detail: "Tickets sold, without the fees in their prices" },
  { term: "fees", detail: "The house's share inside the prices" },
  { term: "tax", detail: "Tax on top of the prices; tax contained in them stays in sales" },
  { term: "disputes", detail: "Money that banks have taken back" },
  { term: "by_hand", detail: "Money that staff paid back past the provider" },
];

const files = [
  { path: "/api/admin/journal.csv", label: "Download CSV", variant: "gold" },
  { path: "/api/admin/papers.csv", label: "Papers of the period", variant: "outline" },
] as const;

/** The ledger and the papers of a period as files for the accountant. */
export function JournalView() {
  const [period, setPeriod] = useState(() => lastMonth(new Date()));
  const fault =
    period.from === "" || period.to === ""
      ? "Both days are needed"
      : period.to < period.from
        ? "The last day comes before the first"
        : undefined;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section aria-labelledby="journal" className="grid gap-5 rounded-md border border-line bg-panel p-5">
        <div className="grid gap-1">
          <h2 id="journal" className="display text-display-sm">
            Journal
          </h2>
          <p className="text-muted">
            Every movement of money, line by line, with its paper: it sums to zero. Beside it every receipt, invoice,
            cancellation and credit note by its number.
          </p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First day">
            <Input
              type="date"
              value={period.from}
              onChange={(event) => setPeriod({ ...period, from: event.target.value })}
            />
          </Field>
          <Field label="Last day" error={fault}>
            <Input
              type="date"
              value={period.to}
              onChange={(event) => setPeriod({ ...period, to: event.target.value })}
            />
          </Field>
        </div>
        <div className="flex flex-wrap gap-3">
          {files.map(({ path, label, variant }) =>
            fault === undefined ? (
              <DownloadLink key={path} to={withQuery(path, period)} className={buttonStyle(variant, "md")}>
                <Download aria-hidden="true" className="size-5" />
                {label}
              </DownloadLink>
            ) : (
              <span key={path} aria-disabled="true" className={buttonStyle(variant, "md")}>
                <Download aria-hidden="true" className="size-5" />
                {label}
              </span>
            ),
          )}
        </div>
        <p className="text-sm text-muted">
          Days are those of the house's time zone, in the settings. Debits stand above zero, credits below.
        </p>
      </section>
      <section aria-labelledby="accounts" className="grid gap-4 rounded-md border border-line bg-panel p-5">
        <h2 id="accounts" className="display text-display-sm">
          Accounts
        </h2>
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
          {accounts.map(({ term, detail }) => (
            <Fragment key={term}>
              <dt className="font-semibold">{term}</dt>
              <dd className="text-muted">{detail}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
    </div>
  );
}
