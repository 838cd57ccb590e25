import { clsx } from "clsx";
import type { RefundQuote } from "#contract/refunds/refunds.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

type ChosenTicket = {
  id: number;
  name: string;
  detail: string;
  amountCents: number | undefined;
  isIn?: boolean;
};

/** The tickets in a refund quote. */
export const choicesOf = ({ tickets }: RefundQuote): ChosenTicket[] =>
  tickets.map(({ id, holderName, typeName, amountCents, admittedAt }) => ({
    id,
    name: holderName,
    detail: `${typeName} · ticket ${id}`,
    amountCents,
    isIn: admittedAt !== null,
  }));

type TicketChoiceProps = {
  legend: string;
  tickets: ChosenTicket[];
  chosen: Set<number>;
  currency: string;
  onChange: (chosen: Set<number>) => void;
};

/** Checkboxes for an order's tickets, each with its refund amount, and one checkbox for all. */
export function TicketChoice({ legend, tickets, chosen, currency, onChange }: TicketChoiceProps) {
  const isAll = chosen.size === tickets.length;
  function toggle(id: number) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {tickets.length > 1 && (
        <Checkbox
          label="Select all"
          checked={isAll}
          onChange={() => onChange(new Set(isAll ? [] : tickets.map(({ id }) => id)))}
        />
      )}
      <ul
        className={clsx(
          "divide-y divide-line rounded-sm border border-line",
          // A long list scrolls in its own box, so that the totals below stay close.
          tickets.length > 6 && "max-h-80 overflow-y-auto",
        )}
      >
        {tickets.map((ticket) => (
          <li key={ticket.id} className="flex flex-wrap items-center gap-x-3 px-3">
            <Checkbox
              className="min-w-0 grow basis-36 py-1.5"
              checked={chosen.has(ticket.id)}
              onChange={() => toggle(ticket.id)}
              label={
                <span className="grid wrap-anywhere">
                  <span className="font-semibold">{ticket.name}</span>
                  <span className="text-sm text-muted">
                    {ticket.detail}
                    {ticket.isIn && " · checked in"}
                  </span>
                </span>
              }
            />
            <span className="ml-auto tabular-nums">
              {ticket.amountCents !== undefined && formatMoney(ticket.amountCents, currency)}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
