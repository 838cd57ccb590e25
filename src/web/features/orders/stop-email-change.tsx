import { useState } from "react";
import type { ReplyOf } from "#contract/calls.ts";
import { callApi, refusalOf } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout, Focused } from "#web/ui/callout.tsx";
import { useAttempt } from "#web/ui/use-attempt.ts";

/** The target of the link that a former address got. A press stops the change, not the visit: email programs open links. */
export function StopEmailChange({ token }: { token: string }) {
  const [stopped, setStopped] = useState<ReplyOf<"POST /api/orders/email-stop">>();
  const { failure, press } = useAttempt(failureOf);
  const stop = async () => setStopped(await callApi("POST /api/orders/email-stop", { body: { token } }));

  return (
    <div className="grid justify-items-start gap-5">
      <h1 className="display text-display-lg">{stopped ? "Change stopped" : "Stop this change?"}</h1>
      {stopped ? (
        <Focused>
          <Callout tone="good" title={`Order ${stopped.number} belongs to ${stopped.email} again`}>
            We emailed your tickets there, with new codes. Codes and links sent to other addresses no longer work. To
            change the email from now on, contact us.
          </Callout>
        </Focused>
      ) : (
        <>
          <p className="max-w-[52ch] text-lg text-muted">
            Someone changed the email of an order that had your address. If it wasn't you, stop it: the tickets come
            back to you with new codes.
          </p>
          {failure !== undefined && (
            <Focused>
              <Callout tone={failure.isOver ? "soon" : "bad"} title={failure.title}>
                {failure.isOver &&
                  "It was already used, its 24 hours are up, or the email was changed again. Contact us if something's wrong."}
              </Callout>
            </Focused>
          )}
          {failure?.isOver !== true && (
            <Button size="lg" {...press("stop", stop)}>
              Stop the change
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function failureOf(error: unknown): { isOver: boolean; title: string } {
  const refusal = refusalOf("POST /api/orders/email-stop", error);
  if (refusal === "link_over" || refusal === "invalid_input") {
    return { isOver: true, title: "This link isn't valid anymore" };
  }
  if (!(error instanceof CallError))
    return { isOver: false, title: "No connection. Check your internet and try again." };
  return { isOver: false, title: "Something went wrong on our side. Please try again." };
}
