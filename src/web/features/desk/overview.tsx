import { useQuery } from "@tanstack/react-query";
import { BarChart3, Gift, Mail, ScanLine, Ticket, Users } from "lucide-react";
import { Link } from "react-router";
import type { DeskFigures } from "#contract/desk.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { failureText } from "./failure-text.ts";
import { Figures, formatCount, type Figure } from "./figures.tsx";
import { deskQuery, type ListReply } from "./table/list-query.ts";

const desks = [
  { to: paths.ticketManagement(), label: "Ticket Management", text: "Nights, orders, attendees", Icon: Ticket },
  { to: paths.freeTickets(), label: "Free Tickets", text: "Who is on the house, and why", Icon: Gift },
  { to: paths.userManagement(), label: "User Management", text: "Accounts, roles, suspensions", Icon: Users },
  { to: paths.emailManagement(), label: "Email Management", text: "Every mail, as it was sent", Icon: Mail },
  { to: paths.analytics(), label: "Analytics", text: "What people look at", Icon: BarChart3 },
  { to: paths.ticketScanner(), label: "Ticket Scanner", text: "Open the door", Icon: ScanLine },
];

const figuresQuery = () => deskQuery<DeskFigures>("/api/admin/figures", 60_000);
const openErrorsQuery = () => deskQuery<ListReply<unknown>>("/api/admin/errors", 60_000);

/** The last day in figures, what needs a look, and the way to each desk. */
export function Overview() {
  const { data, error, refetch } = useQuery(figuresQuery());
  const errors = useQuery(openErrorsQuery());
  return (
    <div className="grid gap-6">
      {error && !data && (
        <Notice tone="bad" title="The figures could not be read">
          <p>{failureText(error)}</p>
          <Button variant="outline" size="sm" className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <section className="grid gap-2.5" aria-labelledby="last-day">
          <h2 id="last-day" className="text-sm font-semibold text-muted">
            The last 24 hours
          </h2>
          <Figures items={figuresOf(data)} />
        </section>
      )}
      {data && <Attention mails={data.mails} openErrors={errors.data?.total} />}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {desks.map(({ to, label, text, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full items-center gap-4 rounded-md border border-line bg-panel p-5 transition-colors hover:border-gold hover:bg-raised"
            >
              <Icon aria-hidden="true" className="size-7 shrink-0 text-gilt" strokeWidth={1.5} />
              <span className="grid">
                <span className="display text-display-sm">{label}</span>
                <span className="text-sm text-muted">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function figuresOf({ lastDay, nightsToCome }: DeskFigures): Figure[] {
  const money = lastDay.money.length === 0 ? [{ currency: "USD", cents: 0 }] : lastDay.money;
  return [
    { label: "Orders paid", value: formatCount(lastDay.orders) },
    { label: "Money", value: money.map(({ currency, cents }) => formatMoney(cents, currency)).join(" + ") },
    { label: "Tickets", value: formatCount(lastDay.tickets) },
    { label: "Comps", value: formatCount(lastDay.comps) },
    { label: "Nights to come", value: formatCount(nightsToCome) },
  ];
}

function Attention({ mails, openErrors }: { mails: DeskFigures["mails"]; openErrors: number | undefined }) {
  const items = [
    ...(mails.failed > 0
      ? [
          {
            to: withQuery(paths.emailManagement(), { status: "failed" }),
            text: `${formatCount(mails.failed)} ${mails.failed === 1 ? "mail" : "mails"} failed`,
          },
        ]
      : []),
    ...(mails.waiting > 20
      ? [
          {
            to: withQuery(paths.emailManagement(), { status: "queued" }),
            text: `${formatCount(mails.waiting)} mails wait`,
          },
        ]
      : []),
  ];
  const errorsText = openErrors
    ? `${formatCount(openErrors)} open ${openErrors === 1 ? "error" : "errors"}`
    : undefined;
  if (items.length === 0 && !errorsText) return null;
  return (
    <Notice tone="soon" title="Needs a look">
      <ul className="mt-1 grid gap-1">
        {items.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className="text-ink underline underline-offset-3">
              {text}
            </Link>
          </li>
        ))}
        {errorsText && <li>{errorsText} on the site or in visitors&apos; browsers</li>}
      </ul>
    </Notice>
  );
}
