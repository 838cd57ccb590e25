import { useState } from "react";
import type { TicketType } from "#contract/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Field } from "#web/ui/field.tsx";
import { readAmount } from "#web/lib/amounts.ts";
import { MoneyInput } from "#web/ui/money-input.tsx";

export type OpenPriceProps = {
  type: TicketType;
  amountCents: number | undefined;
  onChange: (change: { amountCents?: number; isUnclear: boolean }) => void;
};

/** Pay what you want: an amount with a floor. What is under the floor or no amount at all is never passed on. */
export function OpenPrice({ type, amountCents, onChange }: OpenPriceProps) {
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
    <Field
      label="Your price per ticket"
      hint={
        minimum > 0
          ? `${formatMoney(minimum, type.currency)} or more, as you like.`
          : "As you like; nothing is fine too."
      }
      error={isFine ? undefined : `Give ${formatMoney(minimum, type.currency)} or more, like 15 or 15.50`}
      className="max-w-56"
    >
      <MoneyInput value={text} onChange={(event) => change(event.target.value)} className="text-lg font-semibold" />
    </Field>
  );
}
