import { eventOptions } from "#web/features/events/admin-events.ts";
import { SelectField } from "#web/ui/field.tsx";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { MoveChoice, MoveChoices } from "#contract/ticket-changes.ts";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { ReasonDialog, useReasonForm, type ReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { toNote, NoteField } from "#web/features/refunds/form-parts.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { Radio, Checkbox } from "#web/ui/checkbox.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import {
  useDifference,
  noteHint,
  refundEmailHint,
  MailChoice,
  useTicketWrite,
  type TicketDialogProps,
} from "./ticket-write.tsx";
import type { AdminOrderDetail } from "#contract/admin/order.ts";

/** Moves a ticket to another ticket type of its event or of another event. */
export function MoveDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const write = useTicketWrite();
  const refundDifference = useDifference(ticket);
  const form = useReasonForm<MoveFields>({
    defaults: {
      eventId: ticket.event.id,
      typeId: undefined,
      waiveDifference: false,
      isReturned: false,
      note: "",
      mail: true,
    },
    onClose,
    submit: ({ typeId: ticketTypeId, waiveDifference: waives, mail, reason, note }): Promise<void> =>
      amountCents > 0
        ? refundDifference(
            { ticketTypeId, amountCents, mail, reason, ...toNote(note) },
            `Ticket moved. The ${formatMoney(amountCents, data!.currency)} refund is on its way`,
          )
        : write(
            ticket,
            (send, params) =>
              send("POST /api/admin/tickets/{id}/move", {
                params,
                body: { ticketTypeId: ticketTypeId!, waiveDifference: waives, mail, reason },
              }),
            "Ticket moved",
          ),
  });
  const { eventId, typeId, waiveDifference, isReturned } = form.values;
  const query = useQuery({
    ...adminQuery("GET /api/admin/tickets/{id}/moves", { params: { id: ticket.id }, query: { eventId } }),
    enabled: open,
  });
  const { data, error, isPlaceholderData } = query;
  const chosen = data?.types.find((type) => type.ticketTypeId === typeId);
  const isDearer = chosen !== undefined && chosen.differenceCents > 0 && data?.isComp === false;
  const amountCents = isReturned ? (chosen?.returnCents ?? 0) : 0;
  return (
    <ReasonDialog
      form={form}
      open={open}
      title="Move ticket"
      action={amountCents > 0 ? `Move and refund ${formatMoney(amountCents, data!.currency)}` : "Move ticket"}
      reading={!data}
      waiting={chosen === undefined || isPlaceholderData || (isDearer && !waiveDifference)}
      extra={
        <>
          {!data && <ReadFailure label="Ticket types" query={query} />}
          {!data && !error && <Skeleton className="h-40" />}
          {data && (
            <>
              <SelectField
                label="Event"
                value={eventId}
                onChange={(e) => {
                  form.setValue("eventId", Number(e.target.value));
                  form.setValue("isReturned", false);
                  form.setValue("typeId", undefined);
                }}
                options={eventOptions(data.events)}
              />
              <TypeChoice
                data={data}
                isStale={isPlaceholderData}
                value={typeId}
                onChange={(id) => {
                  form.setValue("typeId", id);
                  form.setValue("waiveDifference", false);
                  form.setValue("isReturned", false);
                }}
              />
              {chosen && <MoveMoney chosen={chosen} data={data} order={order} form={form} />}
              <MailChoice order={order} {...form.register("mail")} />
            </>
          )}
        </>
      }
    >
      {`Ticket ${ticket.id}, ${ticket.typeName}. Its current spot goes back on sale, and its current QR code stops working.`}
    </ReasonDialog>
  );
}

type TypeChoiceProps = {
  data: MoveChoices;
  isStale: boolean;
  value: number | undefined;
  onChange: (id: number) => void;
};

function TypeChoice({ data, isStale, value, onChange }: TypeChoiceProps) {
  if (data.types.length === 0) return <p className="text-sm text-muted">This event has no other ticket types.</p>;
  return (
    <fieldset className={clsx("grid gap-2", isStale && "opacity-50")} disabled={isStale}>
      <legend className="mb-1.5 text-sm font-semibold">Ticket type</legend>
      <div className="grid max-h-64 gap-2 overflow-y-auto p-0.5">
        {data.types.map((type) => {
          const why = type.closed ?? (type.available < 1 ? "None available" : null);
          return (
            <label
              key={type.ticketTypeId}
              className={clsx(
                "flex min-h-12 items-center gap-3 rounded-md border px-3 py-2 has-checked:border-gold has-checked:bg-gold/12",
                why ? "border-line text-muted" : "border-edge hover:border-ink",
              )}
            >
              <Radio
                name="move-to"

                checked={value === type.ticketTypeId}
                disabled={why !== null}
                onChange={() => onChange(type.ticketTypeId)}
              />
              <span className="min-w-0 flex-1 wrap-anywhere">
                {type.name}
                <span className="block text-sm text-muted">{why ?? `${type.available} left`}</span>
              </span>
              <span className="text-right text-sm tabular-nums">
                {formatMoney(type.priceCents, data.currency)}
                <span className="block text-muted">{differenceText(type, data)}</span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function differenceText({ differenceCents }: MoveChoice, { currency, isComp }: MoveChoices): string {
  if (isComp) return "free";
  if (differenceCents === 0) return "same price";
  return `${differenceCents > 0 ? "+" : "−"}${formatMoney(Math.abs(differenceCents), currency)}`;
}

/** What a move asks besides the reason. */
type MoveFields = {
  eventId: number;
  typeId: number | undefined;
  waiveDifference: boolean;
  isReturned: boolean;
  note: string;
  mail: boolean;
};

type MoveMoneyProps = { chosen: MoveChoice; data: MoveChoices; order: AdminOrderDetail; form: ReasonForm<MoveFields> };

/** What happens to the price difference when a ticket moves to a more or less expensive spot. */
function MoveMoney({ chosen, data, order, form }: MoveMoneyProps) {
  if (data.isComp) return null;
  const money = (cents: number) => formatMoney(cents, data.currency);
  if (chosen.differenceCents > 0) {
    return (
      <div>
        <Checkbox
          label={`Waive the ${money(chosen.differenceCents)} price difference`}
          {...form.register("waiveDifference")}
        />
        <p className="text-sm text-muted">
          We can't charge the buyer for a move, so you can only move this ticket if you waive the difference.
        </p>
      </div>
    );
  }
  if (chosen.differenceCents === 0) return null;
  if (chosen.returnCents === 0) {
    return (
      <p className="text-sm text-muted">
        The new type's price is {money(-chosen.differenceCents)} lower, but no lower than what the buyer paid after the
        discount. There's nothing to refund.
      </p>
    );
  }
  const isReturned = form.values.isReturned;
  return (
    <>
      <div>
        <Checkbox label={`Refund the difference (${money(chosen.returnCents)})`} {...form.register("isReturned")} />
        <p className="text-sm text-muted">
          {isReturned
            ? `The ticket stays valid. ${refundEmailHint(order)}`
            : "You keep the difference for now. You can refund it later from the ticket's menu."}
        </p>
      </div>
      {isReturned && <NoteField hint={noteHint} {...form.field("note")} />}
    </>
  );
}
