import { clsx } from "clsx";
import type { TicketType } from "#contract/events/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Price } from "#web/ui/price.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { streamPassText } from "./ticket-text.ts";
import { maxUnits, type Pick, unitCents } from "./picks.ts";
import { useState } from "react";
import { MoneyField } from "#web/ui/field.tsx";
import { readAmount } from "#web/lib/amounts.ts";
import { formatLongDate, formatTime } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Beyond this, a date reads better than a countdown. */
const farMs = 48 * hourMs;

/** "3 hr 20 min", "12 min", "less than a minute"; undefined if it has passed or is far away. */
export function countDown(until: string, now: number): string | undefined {
  const left = Date.parse(until) - now;
  if (left <= 0 || left > farMs) return undefined;
  if (left < minuteMs) return "less than a minute";
  const [hours, minutes] = [Math.floor(left / hourMs), Math.floor((left % hourMs) / minuteMs)];
  if (hours === 0) return `${minutes} min`;
  return minutes === 0 || hours >= 10 ? `${hours} hr` : `${hours} hr ${minutes} min`;
}

type TicketTypeRowProps = {
  type: TicketType;
  timeZone: string;
  pick: Pick | undefined;
  onPick: (change: Partial<Pick>) => void;
};

export function TicketTypeRow({ type, timeZone, pick, onPick }: TicketTypeRowProps) {
  const max = maxUnits(type);
  const quantity = Math.min(pick?.quantity ?? 0, max);
  const wasQuicker = pick !== undefined && pick.quantity > quantity;
  const isOff = type.status === "sold_out" || type.status === "ended";

  return (
    <li className="grid grid-cols-1 gap-2.5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className={clsx("min-w-0 flex-1 basis-[min(8.5rem,100%)]", isOff && "text-muted")}>
          <h3 className="display text-display-sm">{type.name}</h3>
          <TypePrice type={type} />
        </div>
        {max > 0 && (
          <Stepper
            label={type.name}
            value={quantity}
            max={max}
            firstStep={type.minPerOrder}
            onChange={(next) => onPick({ quantity: next })}
          />
        )}
      </div>
      <TypeNotes type={type} timeZone={timeZone} />
      {wasQuicker && (
        <p role="status" className="text-sm font-medium text-hibiscus">
          {quickerLabel(type, max)}
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
    type.isStreamPass ? streamPassText : type.ticketsPerUnit > 1 && `Admits ${type.ticketsPerUnit}`,
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

type OpenPriceProps = {
  type: TicketType;
  amountCents: number | undefined;
  onChange: (change: { amountCents?: number; isUnclear: boolean }) => void;
};

/** Pay what you want, above a minimum. An invalid amount or one below the minimum is never passed on. */
function OpenPrice({ type, amountCents, onChange }: OpenPriceProps) {
  const minimum = type.minimumCents ?? 0;
  const [text, setText] = useState(((amountCents ?? minimum) / 100).toFixed(2));
  const cents = readAmount(text);
  const isFine = cents !== undefined && cents >= minimum;

  function change(next: string) {
    setText(next);
    const read = readAmount(next);
    onChange(read !== undefined && read >= minimum ? { amountCents: read, isUnclear: false } : { isUnclear: true });
  }

  return (
    <MoneyField
      label="Your price per ticket"
      hint={
        minimum > 0
          ? `${formatMoney(minimum, type.currency)} or more. It's up to you.`
          : "It's up to you. Free is fine too."
      }
      error={isFine ? undefined : `Enter an amount of ${formatMoney(minimum, type.currency)} or more`}
      className="max-w-56"
      value={text}
      onChange={(e) => change(e.target.value)}
      inputClass="text-lg font-semibold"
    />
  );
}

function quickerLabel({ status }: TicketType, max: number): string {
  if (max > 0) return `Someone beat you to it. You can still get ${max}.`;
  return status === "in_carts"
    ? "Someone beat you to it. These may come back."
    : "These sold out while you were choosing.";
}

/** The rest is on hold in unpaid orders: when some could come back, in the event's time zone. */
function InCarts({ moreAt, timeZone }: { moreAt: string | null; timeZone: string }) {
  return (
    <p className="text-sm font-semibold text-mango">
      All in carts.{" "}
      {moreAt === null ? (
        "More may come back in a few minutes."
      ) : (
        <>
          More at <time dateTime={moreAt}>{formatTime(moreAt, timeZone)}</time>
        </>
      )}
    </p>
  );
}

/** A ticket type's status for a buyer. Shows nothing while it is simply on sale: the stepper beside it says that. */
function TypeStatus({ type, timeZone }: { type: TicketType; timeZone: string }) {
  if (type.status === "in_carts") return <InCarts moreAt={type.moreAt} timeZone={timeZone} />;
  if (type.status === "sold_out") return <Badge tone="gone">Sold out</Badge>;
  if (type.status === "ended") return <Badge>Sales ended</Badge>;
  if (type.status === "scheduled") return <Scheduled type={type} timeZone={timeZone} />;
  return (
    <>
      {type.nearlyGone && <Badge tone="soon">{type.available ? `Only ${type.available} left` : "Almost gone"}</Badge>}
      {type.salesEndAt && <Closing closesAt={type.salesEndAt} />}
    </>
  );
}

/** What opens it: the price tier before it selling out, or a date. */
function Scheduled({ type: { salesStartAt: opensAt, opensAfter }, timeZone }: { type: TicketType; timeZone: string }) {
  const now = useNow();
  const isAhead = opensAt !== null && Date.parse(opensAt) > now;
  if (opensAfter && !isAhead)
    return <p className="text-sm font-semibold text-mango">On sale when {opensAfter} sells out</p>;
  if (!opensAt) return <Badge tone="soon">On sale soon</Badge>;
  const left = countDown(opensAt, now);
  return (
    <p className="text-sm font-semibold text-mango">
      {left && <>On sale in {left} · </>}
      {left ? "" : "On sale "}
      <time dateTime={opensAt}>{formatLongDate(opensAt, timeZone)}</time>
    </p>
  );
}

/** Shown only when the end is near; before that it is noise. */
function Closing({ closesAt }: { closesAt: string }) {
  const left = countDown(closesAt, useNow());
  if (!left) return null;
  return (
    <p className="text-sm font-semibold text-mango">
      Sales end in <time dateTime={closesAt}>{left}</time>
    </p>
  );
}
