import { type ReactNode, useState } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { MailedLink } from "./mailed-link.ts";

/** The texts for unsubscribing, before and after. */
const leaveLabels = {
  asking: "Unsubscribe from this list?",
  button: "Unsubscribe",
  done: "You're unsubscribed",
  more: "We won't email you about this unless you sign up again.",
};

/** The texts for joining the list of a part of the site. */
const partLabels = {
  asking: "Want an email when it opens?",
  button: "Email me",
  done: "You're on the list",
  more: "We'll email you once, when it opens.",
};

/** The same for the tickets of an event. */
const eventLabels = {
  ...partLabels,
  asking: "Want an email when tickets go on sale?",
  more: "We'll email you once, when tickets for this event go on sale.",
};

/** The same for lists of what a module announces, by the name that their links carry. */
const listLabels: Record<string, typeof partLabels> = {
  "back-in-stock": {
    ...partLabels,
    asking: "Want an email when it's back in stock?",
    more: "We'll email you once, when it's back in stock.",
  },
  news: {
    ...partLabels,
    asking: "Want our emails about events, presales and merch?",
    more: "You can unsubscribe at any time with one click.",
  },
  stream: {
    ...partLabels,
    asking: "Want an email when the stream is live?",
    more: "We'll email you once, when the stream is live.",
  },
};

const oneClick = ({ id, key }: MailedLink) => ({ params: { id }, query: { key } });

/** The target of an emailed link. Only a press takes the step, never opening the link: mail servers open links too. */
export function LinkAnswer({ link, labels }: { link: MailedLink; labels?: typeof partLabels }) {
  const [search] = useSearchParams();
  const [state, setState] = useState<"asking" | "sending" | "done" | "gone" | "failed">("asking");
  const { step, id, key } = link;
  const texts = step === "leave" ? leaveLabels : (labels ?? listLabels[search.get("list") ?? ""] ?? partLabels);

  async function submit() {
    setState("sending");
    try {
      if (step === "confirm") await callApi("POST /api/interest/confirm", { body: { id, key } });
      else await callApi("POST /api/interest/{id}/unsubscribe", oneClick(link));
      setState("done");
    } catch (error) {
      setState(error instanceof CallError && error.status < 429 ? "gone" : "failed");
    }
  }

  if (state === "done") return <Said title={texts.done}>{texts.more}</Said>;
  if (state === "gone") {
    return (
      <Said title="This link doesn't work">
        It may be incomplete, or this email was already unsubscribed. You can sign up again anytime.
      </Said>
    );
  }
  return (
    // Without scripts, the form itself unsubscribes.
    <form
      {...(step === "leave"
        ? { method: "post", action: apiPath("POST /api/interest/{id}/unsubscribe", oneClick(link)) }
        : {})}
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
      className="grid justify-items-start gap-4"
    >
      <p className="display text-display-sm">{texts.asking}</p>
      {state === "failed" && (
        <p role="alert" className="text-hibiscus">
          That didn't work. Please check your internet connection and try again.
        </p>
      )}
      {step === "leave" ? (
        <button type="submit" disabled={state === "sending"} className={buttonStyle("outline", "lg")}>
          {texts.button}
        </button>
      ) : (
        <Button type="submit" size="lg" loading={state === "sending"}>
          {texts.button}
        </Button>
      )}
    </form>
  );
}

/** The final message about a list. */
export function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="grid max-w-[44ch] gap-2 border-l-4 border-gold pl-5">
      <p className="display text-display-sm">{title}</p>
      <p className="text-muted">{children}</p>
    </div>
  );
}

type AnswerProps = { link: MailedLink | undefined };

/** For links about the tickets of an event. */
export const EventSignupAnswer = ({ link }: AnswerProps) => <SignupAnswer link={link} labels={eventLabels} />;

/** For links about a part of the site that is open by now, or about what it announces. */
export const PartSignupAnswer = ({ link }: AnswerProps) => <SignupAnswer link={link} />;

/** The banner that asks to confirm an emailed link's step; without a link, the step was already taken. */
function SignupAnswer({ link, labels }: AnswerProps & { labels?: typeof partLabels }) {
  return (
    <section aria-label="Reminder" className="border-b border-line bg-panel">
      <div className="measure py-8 md:py-10">
        {link ? (
          <LinkAnswer key={`${link.step} ${link.id}`} link={link} labels={labels} />
        ) : (
          <Said title={leaveLabels.done}>{leaveLabels.more}</Said>
        )}
      </div>
    </section>
  );
}
