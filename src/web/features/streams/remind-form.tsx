import { BellRing } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { Email } from "#contract/form-fields.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { sentenceFor } from "#web/features/reminders/ask-form.tsx";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { useZodForm, type ZodForm } from "#web/ui/use-zod-form.ts";
import { streamPath } from "./queries.ts";

const remindForm = z.object({ email: z.optional(Email) });

/** Asks for the address that gets one email when a stream is live. Members can use their account's. */
export function RemindForm({ streamId }: { streamId: number }) {
  const { user } = useUser();
  const [isSet, setSet] = useState(false);
  const isOwn = () => user !== null && form.getValues("email").trim() === "";
  const form: ZodForm<{ email: string }> = useZodForm<{ email: string }, object>({
    schema: remindForm,
    bodyOf: ({ email }) => (isOwn() ? {} : { email }),
    defaults: { email: "" },
    messages: { email: "Enter an email like name@example.com" },
    failureText: (failure) => sentenceOf(failure, isOwn()),
    failureAt: () => "email",
    submit: async (body) => {
      await callJson("POST", `${streamPath(streamId)}/reminder`, { body });
      setSet(true);
    },
  });
  const address = form.values.email.trim();

  // The visitor pressed the offer, so move the focus into the form.
  const element = form.props.ref;
  useEffect(() => element.current?.querySelector("input")?.focus({ preventScroll: true }), [element]);

  if (isSet) return <ReminderSet to={address || "your account's address"} />;
  return (
    <form {...form.props} className="grid max-w-lg gap-3 rounded-md bg-panel p-4 text-ink">
      <TextField
        label="Email"
        hint={
          user ? "Leave this empty to use your account's confirmed email." : "One email when we go live. That's all."
        }
        {...form.field("email")}
        type="email"
        autoComplete="email"
        placeholder="name@example.com"
      />
      <Button type="submit" loading={form.isBusy}>
        Remind me
      </Button>
    </form>
  );
}

function sentenceOf(failure: unknown, isOwn: boolean): string {
  const status = failure instanceof CallError ? failure.status : undefined;
  if (status === 404) return "You don't need a reminder: this stream has already started.";
  if (status === 400 && isOwn) return "Your account has no confirmed email yet. Please enter one.";
  return sentenceFor(failure);
}

/** The result, which takes over the form's focus. */
function ReminderSet({ to }: { to: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={box} role="status" tabIndex={-1} className="flex items-start gap-3 outline-none">
      <BellRing className="mt-1 size-5 shrink-0 text-gold" />
      <span>
        <span className="display block text-display-sm">Reminder set</span>
        <span className="text-sm break-words text-bone-dim">We'll email {to} once, when the stream is live.</span>
      </span>
    </div>
  );
}
