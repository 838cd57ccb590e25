import { type FormEvent, useState } from "react";
import type { InterestTopic } from "#contract/interest.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { looksLikeAddress, sentenceFor } from "./ask-words.ts";

/** Asks to be told when a part of the site opens. Nothing is promised before the mailed link is followed. */
export function AskForm({ topic }: { topic: InterestTopic }) {
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const [state, setState] = useState<"open" | "sending" | "sent">("open");

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = email.trim();
    if (!looksLikeAddress(address)) {
      setError("Please enter an e-mail address, as name@example.com");
      event.currentTarget.querySelector("input")?.focus();
      return;
    }
    setError(undefined);
    setState("sending");
    try {
      await call("POST", "/api/interest", { body: { topic, email: address } });
      setState("sent");
    } catch (failure) {
      setError(sentenceFor(failure));
      setState("open");
    }
  }

  if (state === "sent") {
    return (
      <div role="status" className="grid max-w-[44ch] gap-2 border-l-4 border-gold pl-5">
        <p className="display text-display-sm">Look into your mail</p>
        <p className="text-muted">
          If {email.trim()} is not on the list yet, a mail with a link is on its way. Only that link puts you on it.
        </p>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-lg gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
        <Field label="E-mail" error={error}>
          <Input
            type="email"
            inputMode="email"
            autoComplete="email"
            placeholder="name@example.com"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" loading={state === "sending"} className="min-h-12! self-start sm:mt-[1.625rem]">
          Tell me when it opens
        </Button>
      </div>
      <p className="text-sm text-muted">One mail to confirm, one when it opens. Off the list with one click.</p>
    </form>
  );
}
