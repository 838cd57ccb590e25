import { z } from "zod";
import type { CompBatch, GuestListCheck, GuestRemark } from "#contract/comps/batches.ts";
import { Reason } from "#contract/form-fields.ts";
import { failureText } from "#web/admin-kit/failure-text.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { TextField } from "#web/admin-kit/form-fields.tsx";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

/** A list as it was checked, and the form's values at that time. */
export type CheckedList = {
  list: { ticketTypeId: number; hostId?: number | undefined; text: string };
  found: GuestListCheck;
  values: string;
};

const issueForm = z.object({ reason: Reason, keepsDuplicates: z.boolean() });

/** What a check found: errors to correct, or totals, duplicates and the first guests, and the button that issues them. */
export function GuestListResult({
  checked: { list, found },
  onIssued,
}: {
  checked: CheckedList;
  onIssued: () => void;
}) {
  const { errorCount, errors } = found;
  if (errorCount > 0) {
    return (
      <Callout tone="bad" title={`Correct ${counted(errorCount, "error")}, then check the list again`}>
        <Remarks of={errors} count={errorCount} />
      </Callout>
    );
  }
  return <IssueList list={list} found={found} onIssued={onIssued} />;
}

function IssueList({ list, found, onIssued }: Omit<CheckedList, "values"> & { onIssued: () => void }) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  const form = useZodForm({
    schema: issueForm,
    defaults: { reason: "", keepsDuplicates: false },
    failureText,
    submit: async (answer) => {
      const body = { ...list, ...answer };
      const batch = await sendOnce((key) => write<CompBatch>("/api/admin/comp-batches", body, key));
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
          <Remarks of={found.duplicates} count={found.duplicateCount} />
          <Checkbox
            label="Issue tickets to duplicates too"
            checked={keeps}
            onChange={(e) => form.setValue("keepsDuplicates", e.target.checked)}
          />
        </Callout>
      )}
      <Preview found={found} keeps={keeps} />
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
  if (quantity > available) return `Only ${available} left. Shorten the list or raise the capacity`;
  if (hostLeft !== null && tickets > hostLeft) return `The host has ${counted(hostLeft, "ticket")} left to give`;
  return undefined;
}

/** The first guests as they were read. */
function Preview({ found: { guests, guestCount, duplicateCount }, keeps }: { found: GuestListCheck; keeps: boolean }) {
  const shown = guests.filter(({ isDuplicate }) => keeps || !isDuplicate).slice(0, 8);
  const more = guestCount + (keeps ? duplicateCount : 0) - shown.length;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="eyebrow pb-2 text-left text-muted">First guests, as we read them</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 pr-4">
              Name
            </th>
            <th scope="col" className="py-1.5 pr-4">
              Email
            </th>
            <th scope="col" className="py-1.5 text-right">
              Quantity
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ row, name, email, quantity }) => (
            <tr key={row} className="border-b border-line">
              <td className="py-1.5 pr-4 wrap-anywhere">{name}</td>
              <td className="py-1.5 pr-4 wrap-anywhere text-muted">{email || "No email"}</td>
              <td className="py-1.5 text-right tabular-nums">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="pt-2 text-sm text-muted">{`and ${more.toLocaleString("en-US")} more`}</p>}
    </div>
  );
}

/** Remarks by row; a long list scrolls. */
function Remarks({ of, count }: { of: GuestRemark[]; count: number }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list must be reachable by keyboard
    <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto" tabIndex={0} aria-label="Rows">
      {of.map(({ row, field, message }) => (
        <li key={`${row} ${field}`}>
          <strong className="text-ink">{`Row ${row}, ${field}:`}</strong> {message}
        </li>
      ))}
      {count > of.length && <li>{`and ${(count - of.length).toLocaleString("en-US")} more`}</li>}
    </ul>
  );
}
