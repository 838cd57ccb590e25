import { type ReactNode, useState } from "react";
import { call, CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { MailedLink } from "./mailed-link.ts";

type State = "asking" | "sending" | "done" | "gone" | "failed";

type Words = Record<MailedLink["step"], { asking: string; button: string; done: string; more: string }>;

/** What is said to whoever takes the address off, and after. */
export const leftWords = {
  asking: "Shall we take your address off the list?",
  button: "Take me off",
  done: "You are off the list",
  more: "You will not hear from us about this any more.",
};

const partWords: Words = {
  confirm: {
    asking: "Shall we write to you when it opens?",
    button: "Yes, tell me",
    done: "You are on the list",
    more: "You will hear from us once: when it opens.",
  },
  leave: leftWords,
};

/** The same about the tickets of a night. */
export const nightWords: Words = {
  confirm: {
    asking: "Shall we write to you when tickets open?",
    button: "Yes, tell me",
    done: "You are on the list",
    more: "You will hear from us once: when tickets for this night open.",
  },
  leave: leftWords,
};

const oneClick = ({ id, key }: MailedLink) =>
  `/api/interest/${encodeURIComponent(id)}/unsubscribe?key=${encodeURIComponent(key)}`;

/** Where a mailed link leads. The step is taken by a press, never by opening: mail servers open links as well. */
export function LinkAnswer({ link, words = partWords }: { link: MailedLink; words?: Words }) {
  const [state, setState] = useState<State>("asking");
  const say = words[link.step];

  async function take() {
    setState("sending");
    try {
      if (link.step === "confirm")
        await call("POST", "/api/interest/confirm", { body: { id: link.id, key: link.key } });
      else await call("POST", oneClick(link), { body: {} });
      setState("done");
    } catch (error) {
      setState(error instanceof CallError && error.status < 429 ? "gone" : "failed");
    }
  }

  if (state === "done") return <Said title={say.done}>{say.more}</Said>;
  if (state === "gone") {
    return (
      <Said title="This link does not work any more">
        It may have been cut in two on its way, or the address was taken off the list.
      </Said>
    );
  }
  return (
    // Without scripts the form itself takes the address off.
    <form
      {...(link.step === "leave" ? { method: "post", action: oneClick(link) } : {})}
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
      className="grid justify-items-start gap-4"
    >
      <p className="display text-display-sm">{say.asking}</p>
      {state === "failed" && (
        <p role="alert" className="text-hibiscus">
          That did not work. Please check your internet connection and try again.
        </p>
      )}
      {link.step === "leave" ? (
        <button type="submit" disabled={state === "sending"} className={buttonStyle("outline", "lg")}>
          {say.button}
        </button>
      ) : (
        <Button type="submit" size="lg" loading={state === "sending"}>
          {say.button}
        </Button>
      )}
    </form>
  );
}

/** The last word about a list. */
export function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="grid max-w-[44ch] gap-2 border-l-4 border-gold pl-5">
      <p className="display text-display-sm">{title}</p>
      <p className="text-muted">{children}</p>
    </div>
  );
}
