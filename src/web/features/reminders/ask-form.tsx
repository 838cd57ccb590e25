import { type FormEvent, useState } from "react";
import type { AnyTopic } from "#contract/reminders.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { Said } from "./link-answer.tsx";

const notAnAddress = "Enter an email like name@example.com";

/** Why the sign-up failed. */
export function sentenceFor(error: unknown): string {
  if (!(error instanceof CallError))
    return "Network connection error. Please check your internet connection and try again.";
  if (error.status === 400) return notAnAddress;
  if (error.status === 429) return "Too many attempts. Please try again in a minute.";
  return "Something went wrong on our side. Please try again.";
}

type AskFormProps = {
  topic: AnyTopic;
  /** When the email comes. */
  when?: string;
};

/** Signs up for one email about a topic. An address that nobody confirmed counts once its emailed link was opened. */
export function AskForm({ topic, when = "when it opens" }: AskFormProps) {
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const [state, setState] = useState<"open" | "sending" | "asked" | "confirmed">("open");

  async function submit(e: FormEvent<HTMLFormElement>) {
    e.preventDefault();
    const address = email.trim();
    // The server checks more strictly.
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
      setError(notAnAddress);
      e.currentTarget.querySelector("input")?.focus();
      return;
    }
    setError(undefined);
    setState("sending");
    try {
      const { status } = await callApi("POST /api/interest", { body: { topic, email: address } });
      setState(status);
    } catch (failure) {
      setError(sentenceFor(failure));
      setState("open");
    }
  }

  if (state === "asked") return <Said title="Check your email">{askedText(email.trim())}</Said>;
  if (state === "confirmed") {
    return (
      <Said title="You're on the list">
        We'll email {email.trim()} once, {when}.
      </Said>
    );
  }
  return (
    <form noValidate onSubmit={(e) => void submit(e)} className="grid max-w-lg gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
        <Field label="Email" error={error}>
          <Input
            type="email"
            inputMode="email"
            autoComplete="email"
            placeholder="name@example.com"
            value={email}
            onChange={(e) => setEmail(e.target.value)}
          />
        </Field>
        <Button type="submit" loading={state === "sending"} className="min-h-12! self-start sm:mt-[1.625rem]">
          Email me {when}
        </Button>
      </div>
      <p className="text-sm text-muted">
        One email to confirm, if your address is new to us or unsubscribed, and one {when}. Unsubscribe with one click.
      </p>
    </form>
  );
}

/** What a form says after a signup of an address that isn't the visitor's own: it never says whether we know that address. */
export const askedText = (address: string): string =>
  `If ${address} is new to us or unsubscribed before, we sent it a link. Open the link to join the list. Otherwise, you're on the list now.`;
