import { useState } from "react";
import * as z from "zod/mini";
import { Email } from "#contract/form-fields.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout, Focused } from "#web/ui/callout.tsx";
import { TextField } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

const findForm = z.object({ email: Email });

/** Asks for an email and has the links to its tickets sent there. The answer is the same for every address. */
export function FindTickets() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useZodForm({
    schema: findForm,
    defaults: { email: "" },
    messages: {
      email: (email) => (email ? "Enter an email like name@example.com" : "Enter the email you bought with"),
    },
    failureText: (error) => {
      if (!(error instanceof CallError)) return "No connection. Check your internet and try again.";
      if (error.status === 429) return "We're getting a lot of requests from your network. Try again in a few minutes.";
      return "Something went wrong on our side. Please try again.";
    },
    submit: async (body) => {
      await callApi("POST /api/my-tickets/find", { body });
      setSentTo(body.email);
    },
  });
  function again() {
    form.reset();
    setSentTo(undefined);
  }
  return (
    <section
      aria-labelledby="find-tickets"
      className="mt-4 grid w-full max-w-xl gap-5 rounded-lg border border-line bg-panel p-5 sm:p-6"
    >
      <div className="grid gap-1.5">
        <h2 id="find-tickets" className="display text-display-sm">
          Find my tickets
        </h2>
        <p className="text-muted">
          Enter the email you bought with. We'll send it a link to your tickets for upcoming events. No account needed.
        </p>
      </div>
      {sentTo === undefined ? (
        <form {...form.props} className="grid gap-4">
          {form.failure && <Callout tone="bad" title={form.failure} />}
          <TextField label="Email" required {...form.field("email")} type="email" autoComplete="email" />
          <Button type="submit" loading={form.isBusy}>
            Email my tickets
          </Button>
        </form>
      ) : (
        <Focused>
          <div role="status" className="grid justify-items-start gap-4">
            <Callout tone="good" title="Check your email">
              If there are tickets for upcoming events under <span className="wrap-anywhere">{sentTo}</span>, the links
              are on their way.
            </Callout>
            <p className="text-sm text-muted">
              Nothing after a few minutes? Check your spam folder, then the spelling, or try another email that you use.
            </p>
            <Button variant="outline" onClick={again}>
              Try another email
            </Button>
          </div>
        </Focused>
      )}
    </section>
  );
}
