import { Suspense } from "react";
import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Callout, Focused } from "#web/ui/callout.tsx";
import type { Things } from "#contract/orders/texts.ts";
import { formatMoney } from "#web/lib/money.ts";
import type { Change } from "./checkout-query.ts";
import { CallError } from "#web/lib/call.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const ConfirmEmail = lazyPart("The form", async () => (await import("./confirm-email.tsx")).ConfirmEmail);

/** The message for a refusal. `way` is the next step: choose other tickets, retry, sign in, confirm the email, or stay on the page. */
export type Refusal = {
  title: string;
  text: string;
  way: "choose" | "retry" | "sign-in" | "confirm" | "confirm-or-retry" | "stay";
  /** True if the order costs something else than the button said. */
  isNewTotal?: true;
};

const refusals: Record<string, Refusal> = {
  sold_out: {
    title: "Someone beat you to it",
    text: "There aren't enough left for your order. You weren't charged.",
    way: "choose",
  },
  in_carts: {
    title: "Someone beat you to it",
    text: "Tickets come back if they aren't paid for in time. You weren't charged.",
    way: "choose",
  },
  sales_closed: {
    title: "Not on sale right now",
    text: "Sales for these tickets have ended or haven't started yet. You weren't charged.",
    way: "choose",
  },
  over_limit: {
    title: "Check the ticket limit",
    text: "Change how many tickets you want, or pay for or release the order you have on hold.",
    way: "choose",
  },
  code_invalid: {
    title: "This code doesn't work anymore",
    text: "Enter your access code again on the event page.",
    way: "choose",
  },
  not_found: {
    title: "These tickets are no longer available",
    text: "The event has changed since you chose. You weren't charged.",
    way: "choose",
  },
  invalid_input: {
    title: "Something isn't right with this order",
    text: "Check your name, email and amounts, then try again.",
    way: "retry",
  },
  order_closed: {
    title: "Your hold has expired",
    text: "The tickets went back on sale. You weren't charged.",
    way: "choose",
  },
  not_signed_in: {
    title: "You were signed out",
    text: "Sign in or continue as a guest. Everything you entered stays here.",
    way: "sign-in",
  },
  proof_required: {
    title: "One moment, please",
    text: "A lot of people on your network are buying right now, and the quick check in your browser didn't finish. Try again. You weren't charged.",
    way: "retry",
  },
  confirm_email: {
    title: "Confirm your email to continue",
    text: "A lot of tickets were held and never paid for, so the rest go to confirmed emails first. You weren't charged.",
    way: "confirm",
  },
  free_limit: {
    title: "That's it for free tickets today",
    text: "This email or network has reached today's limit. Sign in with a confirmed email, or try again tomorrow.",
    way: "sign-in",
  },
  too_many_requests: {
    title: "One moment, please",
    text: "Too many attempts at once. Wait 30 seconds and try again. Nothing you entered is lost.",
    way: "retry",
  },
  unavailable: {
    title: "We're busy right now",
    text: "Try again in a few seconds. Tickets on hold stay on hold, and you won't be charged twice.",
    way: "retry",
  },
};

/** A check in the browser that didn't finish, where an emailed code serves as well. */
const instead: Refusal = {
  title: "One moment, please",
  text: "A lot of people on your network are buying right now, and the quick check in your browser didn't finish. Confirm your email with a code instead, or try again. You weren't charged.",
  way: "confirm-or-retry",
};

const newTotal: Refusal = {
  title: "The total changed",
  text: "A price changed while you were checking out.",
  way: "stay",
  isNewTotal: true,
};

const goneCode: Refusal = {
  title: "Your promo code doesn't work anymore",
  text: "You weren't charged. You can continue without it at the price shown now.",
  way: "stay",
};

const unreachable: Refusal = {
  title: "No connection",
  text: "Nothing you entered is lost. Check your connection and try again. You won't be charged twice.",
  way: "retry",
};

const unforeseen: Refusal = {
  title: "Something went wrong on our side",
  text: "You weren't charged, and it's safe to try again.",
  way: "retry",
};

/** Their messages name the ticket type, the number left or a time, which the texts above can't. */
const showsMessage = new Set(["sold_out", "in_carts", "over_limit", "sales_closed"]);

/** What is said otherwise when not only tickets are ordered. */
const saidOfItems: Record<string, Partial<Refusal>> = {
  in_carts: { text: "Items come back if they aren't paid for in time. You weren't charged." },
  sales_closed: { text: "Sales have ended or haven't started yet. You weren't charged." },
  over_limit: {
    title: "Check the limit",
    text: "Change how many you want, or pay for or release the order you have on hold.",
  },
  not_found: {
    title: "These items are no longer available",
    text: "Something has changed since you chose. You weren't charged.",
  },
  order_closed: { text: "The items went back on sale. You weren't charged." },
  free_limit: { title: "That's it for free orders today" },
  confirm_email: {
    text: "A lot of these were held and never paid for, so the rest go to confirmed emails first. You weren't charged.",
  },
  unavailable: { text: "Try again in a few seconds. Orders on hold stay on hold, and you won't be charged twice." },
};

/**
 * @param error what a checkout call threw
 * @param things what is ordered
 */
export function refusalOf(error: unknown, things: Things = "tickets"): Refusal {
  if (!(error instanceof CallError)) return unreachable;
  const { code = "", message, errors, canConfirmEmail, totals } = error.answer;
  if (totals) return { ...newTotal, text: `${newTotal.text} ${nextStepAt(totals)}` };
  if (code === "proof_required" && canConfirmEmail) return instead;
  if (code === "code_invalid" && errors?.[0]?.path === "promoCode")
    return { ...goneCode, text: `${message}. ${goneCode.text}` };
  const refusal = { ...(refusals[code] ?? unforeseen), ...(things === "items" && saidOfItems[code]) };
  return showsMessage.has(code) && message ? { ...refusal, text: `${message}. ${refusal.text}` } : refusal;
}

type RefusalCalloutProps = {
  refusal: Refusal;
  chooseAddress: string;
  onRetry: () => void;
  /** The email that was ordered with, for a refusal that asks to confirm it. */
  email?: string | undefined;
};

/** Shows why the request was refused, and the next step if there is one. */
export function RefusalCallout({ refusal, chooseAddress, onRetry, email }: RefusalCalloutProps) {
  return (
    <Focused>
      <Callout tone={refusal.isNewTotal ? "soon" : "bad"} title={refusal.title}>
        <p>{refusal.text}</p>
        {(refusal.way === "confirm" || refusal.way === "confirm-or-retry") && email !== undefined && (
          <Suspense>
            <ConfirmEmail email={email} onConfirmed={onRetry} />
          </Suspense>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {refusal.way === "choose" && (
            <LinkButton size="sm" variant="outline" to={chooseAddress}>
              Choose again
            </LinkButton>
          )}
          {refusal.way === "sign-in" && (
            <Button size="sm" variant="outline" onClick={() => openAuth()}>
              Sign In
            </Button>
          )}
          {(refusal.way === "retry" || refusal.way === "confirm-or-retry") && (
            <Button size="sm" variant="outline" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </Callout>
    </Focused>
  );
}

type ChangeCalloutProps = { change: Change; refusal: Refusal | undefined; totalCents: number; currency: string };

/** Shown before payment, never after: the selection no longer matches what is available. */
export function ChangeCallout({ change, refusal, totalCents, currency }: ChangeCalloutProps) {
  const { isShort, promisedCents } = change;
  const title = isShort ? (refusal?.title ?? "Some tickets are no longer available") : "The price has changed";
  const callout = (
    <Callout tone={isShort && refusal ? "bad" : "soon"} title={title}>
      {promisedCents !== undefined && `It was ${formatMoney(promisedCents, currency)} when you chose. `}
      Your total is now {formatMoney(totalCents, currency)}.{refusal && " You weren't charged."}
    </Callout>
  );
  return isShort && refusal ? <Focused>{callout}</Focused> : callout;
}

/** What a new total means for the buyer. */
const nextStepAt = ({ totalCents, currency }: { totalCents: number; currency: string }): string =>
  `Your total is now ${formatMoney(totalCents, currency)}. You weren't charged. To continue, press the button again.`;

/** Shown when a press didn't pay because the total isn't the one that the button said. */
export const NewTotalCallout = ({ title, text, totalCents, currency }: NewTotal & { currency: string }) => (
  <Focused>
    <Callout tone="soon" title={title}>
      {text} {nextStepAt({ totalCents, currency })}
    </Callout>
  </Focused>
);

/** Why a total isn't the one that the button said. */
export type NewTotal = { title: string; text: string; totalCents: number };
