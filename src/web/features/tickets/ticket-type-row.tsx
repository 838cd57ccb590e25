import { clsx } from "clsx";
import type { TicketType } from "#contract/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Price } from "#web/ui/price.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { OpenPrice } from "./open-price.tsx";
import { mostUnits, type Pick, unitCents } from "./picks.ts";
import { TypeStatus } from "./type-status.tsx";

export type TicketTypeRowProps = {
  type: TicketType;
  timeZone: string;
  pick: Pick | undefined;
  onPick: (change: Partial<Pick>) => void;
};

export function TicketTypeRow({ type, timeZone, pick, onPick }: TicketTypeRowProps) {
  const most = mostUnits(type);
  const quantity = Math.min(pick?.quantity ?? 0, most);
  const wasQuicker = pick !== undefined && pick.quantity > quantity;
  const isOff = type.status === "sold_out" || type.status === "ended";

  return (
    <li className="grid gap-2.5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className={clsx("min-w-0 flex-1 basis-34", isOff && "text-muted")}>
          <h3 className="display text-display-sm">{type.name}</h3>
          <TypePrice type={type} />
        </div>
        {most > 0 && (
          <Stepper
            label={type.name}
            value={quantity}
            max={most}
            firstStep={type.minPerOrder}
            onChange={(next) => onPick({ quantity: next })}
          />
        )}
      </div>
      <TypeNotes type={type} timeZone={timeZone} />
      {wasQuicker && (
        <p role="status" className="text-sm font-medium text-hibiscus">
          {most === 0
            ? "These sold out while you were choosing."
            : `Someone beat you to it. You can still get ${most}.`}
        </p>
      )}
      {type.pricing === "open" && quantity > 0 && (
        <OpenPrice type={type} amountCents={pick?.amountCents} onChange={onPick} />
      )}
    </li>
  );
}

function TypePrice({ type }: { type: TicketType }) {
  if (type.pricing === "open") return <p className="mt-1 text-lg leading-tight font-bold">Pay what you want</p>;
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <Price cents={unitCents(type)} currency={type.currency} className="text-lg font-bold" />
      {type.feeCents > 0 && (
        <span className="text-sm whitespace-nowrap text-muted">
          incl. {formatMoney(type.feeCents, type.currency)} fees
        </span>
      )}
    </p>
  );
}

function TypeNotes({ type, timeZone }: { type: TicketType; timeZone: string }) {
  const details = [
    type.ticketsPerUnit > 1 && `Admits ${type.ticketsPerUnit}`,
    type.minPerOrder > 1 && `Minimum ${type.minPerOrder} per order`,
    type.maxPerPerson !== null && `Limit ${type.maxPerPerson} per person`,
    type.status === "on_sale" &&
      type.maxPerOrder < Math.min(5, type.maxPerPerson ?? 5) &&
      `Limit ${type.maxPerOrder} per order`,
  ].filter(Boolean);
  return (
    <div className="grid justify-items-start gap-1.5 empty:hidden">
      {type.description && <p className="max-w-[52ch] text-sm text-muted">{type.description}</p>}
      {details.length > 0 && <p className="text-sm font-semibold text-gilt">{details.join(" · ")}</p>}
      <TypeStatus type={type} timeZone={timeZone} />
    </div>
  );
}
