import { BellRing } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { looksLikeAddress, sentenceFor } from "./ask-labels.ts";

type State = "open" | "sending" | "asked" | "confirmed";

/** Asks for the email that gets one reminder when an event's tickets go on sale. Members can use their account's email. */
export function RemindForm({ eventId }: { eventId: number }) {
  const { user } = useUser();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [state, setState] = useState<State>("open");
  const form = useRef<HTMLFormElement>(null);
  const address = typed.trim();
  const isOwn = user !== null && address === "";

  // The visitor pressed the offer, so move the focus into the form.
  useEffect(() => form.current?.querySelector("input")?.focus({ preventScroll: true }), []);

  async function submit(e: FormEvent) {
    e.preventDefault();
    if (!isOwn && !looksLikeAddress(address)) {
      setError("Enter an email like name@example.com");
      form.current?.querySelector("input")?.focus();
      return;
    }
    setError(undefined);
    setState("sending");
    try {
      const reply = await callJson<{ status: "asked" | "confirmed" }>("POST", `/api/events/${eventId}/reminder`, {
        body: isOwn ? {} : { email: address },
      });
      setState(reply.status);
    } catch (failure) {
      setError(sentenceOf(failure, isOwn));
      setState("open");
    }
  }

  if (state === "confirmed")
    return (
      <Confirmation title="Reminder set">
        We'll email {address || "your account's address"} once, when sales open.
      </Confirmation>
    );
  if (state === "asked") {
    return (
      <Confirmation title="Check your email">
        If {address} isn't on the list yet, we sent it a link. Open the link to join the list.
      </Confirmation>
    );
  }
  return (
    <form ref={form} noValidate onSubmit={(e) => void submit(e)} className="grid gap-3">
      <Field
        label="Email"
        hint={
          user
            ? `We email you when sales open. Leave this empty to use your account's confirmed email.`
            : "One email to confirm, one when sales open. Unsubscribe with one click."
        }
        error={error}
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="name@example.com"
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" loading={state === "sending"}>
        Remind me
      </Button>
    </form>
  );
}

function sentenceOf(failure: unknown, isOwn: boolean): string {
  const status = failure instanceof CallError ? failure.status : undefined;
  if (status === 404) return "You don't need a reminder: all tickets are already on sale.";
  if (status === 400 && isOwn) return "Your account has no confirmed email yet. Please enter one.";
  return sentenceFor(failure);
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
      <BellRing aria-hidden="true" className="mt-1 size-5 text-gilt" />
      <p className="display text-display-sm">{title}</p>
      <p className="col-start-2 text-sm break-words text-muted">{children}</p>
    </div>
  );
}
