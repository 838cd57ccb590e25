import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { consentText } from "#contract/consent/text.ts";
import type { EmailPreferences } from "#contract/consent/consent.ts";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";

type Preferences = EmailPreferences & { email: string };

/** The preference center of an emailed link. Only a press changes something: mail servers open links too. */
export function EmailPreferencesPage({ token, step }: { token: string; step: string | null }) {
  const { data, error } = useQuery(apiQuery("GET /api/email/preferences", { query: { token } }));
  return (
    <div className="measure grid max-w-2xl! gap-6 py-8 md:py-14">
      <h1 className="display text-display-lg">Email preferences</h1>
      {error && (
        <Callout tone="soon" title="This link doesn't work">
          Open the link in a newer email, or change your emails in your account.
        </Callout>
      )}
      {!data && !error && <Skeleton className="h-60" />}
      {data && <Preferences token={token} initial={data} step={step} />}
    </div>
  );
}

function Preferences({ token, initial, step }: { token: string; initial: Preferences; step: string | null }) {
  const [saved, setSaved] = useState(initial);
  const [typed, setTyped] = useState(initial);
  const [state, setState] = useState<"idle" | "busy" | "saved" | "left" | "failed">(
    step === "unsubscribed" && !initial.news ? "left" : "idle",
  );
  async function save(choices: Pick<Preferences, "news" | "eventMessages">, next: "saved" | "left") {
    setState("busy");
    try {
      const { news, eventMessages } = choices;
      const reply = await callApi("POST /api/email/preferences", { query: { token }, body: { news, eventMessages } });
      setSaved(reply);
      setTyped(reply);
      setState(next);
    } catch {
      setState("failed");
    }
  }
  const asks = step === "unsubscribe" && saved.news && state !== "left";
  return (
    <>
      <p className="text-muted">For {saved.email}. You'll always get receipts and tickets, whatever you choose here.</p>
      {state === "left" && (
        <Callout tone="good" title="You're unsubscribed">
          <p>We won't send you news anymore.</p>
          <Button
            variant="outline"
            size="sm"
            className="mt-3"
            onClick={() => void save({ ...saved, news: true }, "saved")}
          >
            Undo
          </Button>
        </Callout>
      )}
      {state === "saved" && <Callout tone="good" title="Preferences saved" />}
      {state === "failed" && (
        <Callout tone="bad" title="That didn't work. Check your internet connection and try again." />
      )}
      {asks && (
        <Button
          className="justify-self-start"
          loading={state === "busy"}
          onClick={() => void save({ ...saved, news: false }, "left")}
        >
          Unsubscribe from news
        </Button>
      )}
      <form
        className="grid gap-3 rounded-md border border-line bg-panel p-5"
        onSubmit={(e) => {
          e.preventDefault();
          void save(typed, "saved");
        }}
      >
        <ConsentChoices value={typed} onChange={(next) => setTyped({ ...typed, ...next })} />
        <Button
          type="submit"
          variant={asks ? "outline" : "gold"}
          className="justify-self-start"
          loading={state === "busy"}
        >
          Save preferences
        </Button>
      </form>
    </>
  );
}

type Choices = Pick<EmailPreferences, "news" | "eventMessages">;

/** What someone can choose about the emails that they get. */
export const ConsentChoices = ({ value, onChange }: { value: Choices; onChange: (next: Partial<Choices>) => void }) => (
  <>
    <Checkbox label={consentText} checked={value.news} onChange={(e) => onChange({ news: e.target.checked })} />
    <Checkbox
      label="Email me the organizer's messages about events I have tickets for."
      checked={value.eventMessages}
      onChange={(e) => onChange({ eventMessages: e.target.checked })}
    />
  </>
);
