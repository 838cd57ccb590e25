import { placeholderFrom } from "#web/lib/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { callApi } from "#web/lib/api.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field, Textarea } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { UnitChoice, unitsOf, type Units } from "./unit-choice.tsx";

type ReturnDialogProps = { orderId: string; fulfillment: AdminFulfillment; onClose: () => void };
type Values = { units: Units; isRestocked: boolean; isRefunded: boolean; note: string };

/** What a return of units would refund. Not under /api/admin: a quote for what just came back must not refetch. */
const quoteQuery = (orderId: string, units: ReturnType<typeof unitsOf>) => ({
  queryKey: ["return-quote", orderId, units] as const,
  queryFn: () => callApi("POST /api/admin/orders/{id}/return-quote", { params: { id: orderId }, body: { units } }),
  ...placeholderFrom(`return-quote ${orderId}`),
  staleTime: 0,
  gcTime: 0,
});

/** Records units that came back, whether they're on sale again, and whether they're refunded. Shows the refund first. */
export function ReturnDialog({ orderId, fulfillment, onClose }: ReturnDialogProps) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const lines = fulfillment.lines
    .map(({ lineId, name, sent, returned }) => ({ lineId, name, max: sent - returned }))
    .filter(({ max }) => max > 0);
  const form = useZodForm<Values>({
    defaults: { units: {}, isRestocked: true, isRefunded: true, note: "" },
    failureText,
    submit: async ({ units, isRestocked, isRefunded, note }) => {
      const body = {
        units: unitsOf(units),
        isRestocked,
        ...(note.trim() === "" ? {} : { note: note.trim() }),
        ...(isRefunded ? { refund: { amountCents: quote.data!.amountCents } } : {}),
      };
      const params = { id: orderId };
      await sendOnce((key) => write("POST /api/admin/orders/{id}/returns", { params, body, key }));
      showSuccess("Return recorded", isRefunded ? "The refund is on its way. We're emailing the buyer." : "");
    },
    onSent: onClose,
  });
  const { isRefunded } = form.values;
  const units = unitsOf(form.values.units);
  const isNone = units.length === 0;
  const quote = useQuery({ ...quoteQuery(orderId, units), enabled: isRefunded && !isNone });
  const isReading = isRefunded && (quote.data === undefined || quote.isPlaceholderData || quote.isError);
  const money = quote.data && formatMoney(quote.data.amountCents, quote.data.currency);
  return (
    <FormDialog
      form={form}
      title="Record a return"
      action={isRefunded && money && !isNone && !isReading ? `Record and refund ${money}` : "Record return"}
      danger={isRefunded}
      disabled={isNone || isReading}
      onClose={onClose}
    >
      <UnitChoice legend="Items that came back" lines={lines} {...form.bind("units")} />
      <div>
        <Checkbox label="Put them back on sale" {...form.register("isRestocked")} />
        <Checkbox label="Refund them" {...form.register("isRefunded")} />
      </div>
      {isRefunded && !isNone && quote.isError && <Callout tone="bad" title={failureText(quote.error)} />}
      {isRefunded && !isNone && !isReading && (
        <p className="font-semibold">Refund to the original payment method: {money}</p>
      )}
      <Field label="Note" hint="Optional. With a refund, we include it in the buyer's email." {...form.field("note")}>
        <Textarea rows={2} maxLength={600} oneLine />
      </Field>
    </FormDialog>
  );
}
