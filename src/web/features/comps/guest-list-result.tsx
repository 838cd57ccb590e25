import { z } from "zod";
import type { DuplicateGuest, GuestListCheck, ListGuest } from "#contract/comps/batches.ts";
import { Reason } from "#contract/form-fields.ts";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

/** A list as it was checked, and the form's values at that time. */
export type CheckedList = {
  list: { ticketTypeId: number; hostId?: number | undefined; guests: ListGuest[] };
  found: GuestListCheck;
  values: string;
};

const issueForm = z.object({ reason: Reason, keepsDuplicates: z.boolean() });

/** What a check found: totals and duplicates, and the button that issues the list. */
export function GuestListResult({
  checked: { list, found },
  onIssued,
}: {
  checked: CheckedList;
  onIssued: () => void;
}) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const form = useZodForm({
    schema: issueForm,
    defaults: { reason: "", keepsDuplicates: false },
    failureText,
    submit: async (answer) => {
      const body = { ...list, ...answer };
      const batch = await sendOnce((key) => write("POST /api/admin/comp-batches", { body, key }));
      showSuccess(
        `Issuing to ${counted(batch.guestCount, "guest")}`,
        "You can leave this page. Emails follow one by one.",
      );
    },
    onSent: onIssued,
  });
  const keeps = form.values.keepsDuplicates;
  const guests = found.guestCount + (keeps ? found.duplicateCount : 0);
  const quantity = found.quantity + (keeps ? found.duplicateQuantity : 0);
  const tickets = found.quantity === 0 ? quantity : (quantity * found.ticketCount) / found.quantity;
  const shortage = shortageOf(found, quantity, tickets);
  return (
    <form {...form.props} className="grid gap-4 border-t border-line pt-4">
      <Failure text={form.failure} />
      <p aria-live="polite">
        <strong>{`${counted(tickets, "ticket")} for ${counted(guests, "guest")}`}</strong>
        {found.withoutEmail > 0 && `, ${found.withoutEmail.toLocaleString("en-US")} without an email`}
        {`. ${found.available.toLocaleString("en-US")} left of this ticket type`}
        {found.hostLeft !== null && `, ${counted(found.hostLeft, "ticket")} left of the host's budget`}.
      </p>
      {shortage && <Callout tone="bad" title={shortage} />}
      {found.duplicateCount > 0 && (
        <Callout tone="soon" title={`${counted(found.duplicateCount, "duplicate")}, left out unless you keep them`}>
          <Duplicates of={found.duplicates} count={found.duplicateCount} />
          <Checkbox
            label="Issue tickets to duplicates too"
            checked={keeps}
            onChange={(e) => form.setValue("keepsDuplicates", e.target.checked)}
          />
        </Callout>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          label="Reason"
          required
          {...form.field("reason")}
          autoComplete="off"
          maxLength={200}
          placeholder="Guests of the sound system"
        />
        <Button
          type="submit"
          loading={form.isBusy}
          disabled={guests === 0 || shortage !== undefined}
          className="sm:mt-7"
        >
          {`Issue to ${counted(guests, "guest")}`}
        </Button>
      </div>
    </form>
  );
}

function shortageOf({ available, hostLeft }: GuestListCheck, quantity: number, tickets: number): string | undefined {
  if (available === 0 && quantity > 0) return "None left. Raise the capacity or choose another ticket type";
  if (quantity > available)
    return `Only ${available.toLocaleString("en-US")} left. Shorten the list or raise the capacity`;
  if (hostLeft !== null && tickets > hostLeft) return `The host has ${counted(hostLeft, "ticket")} left to give`;
  return undefined;
}

/** Duplicates by line; a long list scrolls. */
function Duplicates({ of, count }: { of: DuplicateGuest[]; count: number }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list must be reachable by keyboard
    <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto" tabIndex={0} aria-label="Duplicates">
      {of.map(({ line, name, message }, index) => (
        <li key={`${line} ${index}`}>
          <strong className="text-ink">{`Line ${line}, ${name}:`}</strong> {message}
        </li>
      ))}
      {count > of.length && <li>{`and ${(count - of.length).toLocaleString("en-US")} more`}</li>}
    </ul>
  );
}
