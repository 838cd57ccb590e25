import { useState } from "react";
import { fetchApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";

/** The target of the link in a digest email. Only a press unsubscribes: mail servers open links too. */
export function LeaveDigest({ id, secret }: { id: number; secret: string }) {
  const [state, setState] = useState<"asking" | "sending" | "done" | "gone" | "failed">("asking");
  async function leave() {
    setState("sending");
    try {
      await fetchApi("POST /api/notifications/{id}/unsubscribe", { params: { id }, query: { key: secret } });
      setState("done");
    } catch (error) {
      setState(error instanceof CallError && error.status < 429 ? "gone" : "failed");
    }
  }
  return (
    <div className="measure pt-6">
      {state === "done" ? (
        <Callout tone="good" title="You're unsubscribed">
          We won't email you what you missed. You can turn it on again in your account.
        </Callout>
      ) : state === "gone" ? (
        <Callout tone="soon" title="This link doesn't work">
          You can change your emails in your account.
        </Callout>
      ) : (
        <Callout tone={state === "failed" ? "bad" : "plain"} title="Stop emails about what you missed?">
          {state === "failed" && <p>That didn't work. Check your internet connection and try again.</p>}
          <Button size="sm" className="mt-3" loading={state === "sending"} onClick={() => void leave()}>
            Unsubscribe
          </Button>
        </Callout>
      )}
    </div>
  );
}
