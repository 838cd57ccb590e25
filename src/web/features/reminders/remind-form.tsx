import { BellRing } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { Email } from "#contract/form-fields.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import type { ButtonVariant } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { useZodForm, type ZodForm } from "#web/ui/use-zod-form.ts";
import { sentenceFor, askedText } from "./ask-form.tsx";

const remindForm = z.object({ email: z.optional(Email) });

type EmailFormProps = {
  /** For members, who can leave the field empty: their account's email is meant. */
  memberHint: string;
  guestHint: string;
  /** Why there is nothing to be reminded of any more. */
  closed: string;
  className: string;
  variant?: ButtonVariant;
  send: (body: object) => Promise<void>;
  /** What replaces the form. Undefined until it was sent. */
  children: (address: string) => ReactNode | undefined;
};

/** Asks for the email that gets a reminder. Members can use their account's. */
export function ReminderForm({ memberHint, guestHint, closed, className, variant, send, children }: EmailFormProps) {
  const { user } = useUser();
  const isOwn = () => user !== null && form.getValues("email").trim() === "";
  const form: ZodForm<{ email: string }> = useZodForm<{ email: string }, object>({
    schema: remindForm,
    bodyOf: ({ email }) => (isOwn() ? {} : { email }),
    defaults: { email: "" },
    messages: { email: "Enter an email like name@example.com" },
    failureText: (failure) => sentenceOf(failure, isOwn(), closed),
    failureAt: () => "email",
    submit: send,
  });

  // The visitor pressed the offer, so move the focus into the form.
  const element = form.props.ref;
  useEffect(() => element.current?.querySelector("input")?.focus({ preventScroll: true }), [element]);

  const sent = children(form.values.email.trim() || "your account's address");
  if (sent !== undefined) return sent;
  return (
    <form {...form.props} className={className}>
      <TextField
        label="Email"
        hint={user ? memberHint : guestHint}
        {...form.field("email")}
        type="email"
        autoComplete="email"
        placeholder="name@example.com"
      />
      <Button type="submit" variant={variant} loading={form.isBusy}>
        Remind me
      </Button>
    </form>
  );
}

function sentenceOf(failure: unknown, isOwn: boolean, closed: string): string {
  const status = failure instanceof CallError ? failure.status : undefined;
  if (status === 404) return closed;
  if (status === 400 && isOwn) return "Your account has no confirmed email yet. Please enter one.";
  return sentenceFor(failure);
}

/** Asks for the email that gets one reminder when an event's tickets go on sale. */
export function RemindForm({ eventId }: { eventId: number }) {
  const [status, setStatus] = useState<"asked" | "confirmed">();
  return (
    <ReminderForm
      memberHint="We email you when sales open. Leave this empty to use your account's confirmed email."
      guestHint="One email to confirm, one when sales open. Unsubscribe with one click."
      closed="You don't need a reminder: all tickets are already on sale."
      className="grid gap-3"
      variant="outline"
      send={async (body) => {
        setStatus((await callApi("POST /api/events/{id}/reminder", { params: { id: eventId }, body })).status);
      }}
    >
      {(address) =>
        status && (
          <Confirmation title={status === "confirmed" ? "Reminder set" : "Check your email"}>
            {status === "confirmed" ? `We'll email ${address} once, when sales open.` : askedText(address)}
          </Confirmation>
        )
      }
    </ReminderForm>
  );
}

/** The result, which takes over the form's focus. */
function Confirmation({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 outline-none"
    >
      <BellRing className="mt-1 size-5 text-gilt" />
      <p className="display text-display-sm">{title}</p>
      <p className="col-start-2 text-sm break-words text-muted">{children}</p>
    </div>
  );
}
