import { BellRing } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { looksLikeAddress, sentenceFor } from "./ask-words.ts";

type State = "open" | "sending" | "asked" | "confirmed";

/** Asks for the address that is told once when tickets of a night open. A member's own is there already. */
export function RemindForm({ eventId }: { eventId: number }) {
  const { user } = useUser();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [state, setState] = useState<State>("open");
  const form = useRef<HTMLFormElement>(null);
  const address = typed.trim();
  const isOwn = user !== null && address === "";

  // Whoever pressed the offer is in the form now.
  useEffect(() => form.current?.querySelector("input")?.focus({ preventScroll: true }), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isOwn && !looksLikeAddress(address)) {
      setError("Please enter an e-mail address, as name@example.com");
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
      <Told title="We will tell you">One mail to {address || "the address of your account"}, when sales open.</Told>
    );
  if (state === "asked") {
    return (
      <Told title="Look into your mail">
        If {address} is not on the list yet, a mail with a link is on its way. Only that link puts you on it.
      </Told>
    );
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <Field
        label="E-mail"
        hint={
          user
            ? `One mail when sales open. Left empty, it goes to the confirmed address of your account.`
            : "One mail when sales open. Off the list with one click."
        }
        error={error}
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="name@example.com"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
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
  if (status === 404) return "There is nothing to wait for any more: all of its tickets are open.";
  if (status === 400 && isOwn) return "Your account has no confirmed address yet. Please enter one.";
  return sentenceFor(failure);
}

/** The outcome, which takes the focus that the form had. */
function Told({ title, children }: { title: string; children: ReactNode }) {
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
