import { CallError } from "#web/lib/call.ts";

/** A refusal in words. `way` is what helps: choose other tickets, try the same again, sign in, or nothing but what the page offers anyway. */
export type Refusal = { title: string; text: string; way: "choose" | "retry" | "sign-in" | "stay" };

const said: Record<string, Refusal> = {
  sold_out: {
    title: "Somebody was quicker",
    text: "There are not enough left of what you chose. Nothing was charged.",
    way: "choose",
  },
  sales_closed: {
    title: "Not on sale right now",
    text: "Sales of these tickets have closed or not opened yet. Nothing was charged.",
    way: "choose",
  },
  over_limit: {
    title: "That is more than one person may hold",
    text: "Take fewer tickets, or finish or give back the order you hold.",
    way: "choose",
  },
  code_invalid: {
    title: "This code no longer applies",
    text: "Enter your access code again on the night's page.",
    way: "choose",
  },
  not_found: {
    title: "These tickets are no longer offered",
    text: "The night has changed since you chose. Nothing was charged.",
    way: "choose",
  },
  invalid_input: {
    title: "Something in this order is not right",
    text: "Check your name, e-mail and amounts, then try again.",
    way: "retry",
  },
  order_closed: {
    title: "This hold is over",
    text: "The tickets went back on sale. Nothing was charged.",
    way: "choose",
  },
  not_signed_in: {
    title: "You were signed out",
    text: "Sign in or continue as a guest; everything you entered stays here.",
    way: "sign-in",
  },
  too_many_requests: {
    title: "One moment, please",
    text: "That was a lot of tries at once. Wait half a minute and press again; nothing is lost.",
    way: "retry",
  },
  unavailable: {
    title: "The payment page is busy",
    text: "Your tickets stay set aside for you. Try again in a few seconds; nothing is charged twice.",
    way: "retry",
  },
};

const goneCode: Refusal = {
  title: "Your promo code no longer applies",
  text: "Nothing was charged. You can go on without it at the price you see now.",
  way: "stay",
};

const unreachable: Refusal = {
  title: "No connection",
  text: "We could not reach the box office. Nothing you entered is lost, and trying again never buys twice.",
  way: "retry",
};

const unforeseen: Refusal = {
  title: "Something went wrong on our side",
  text: "Nothing was charged. Please try again; trying again never buys twice.",
  way: "retry",
};

/** @param error what a call of the checkout threw */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof CallError)) return unreachable;
  const { code = "", message, errors } = error.answer;
  if (code === "code_invalid" && errors?.[0]?.path === "promoCode")
    return { ...goneCode, text: `${message}. ${goneCode.text}` };
  const refusal = said[code] ?? unforeseen;
  // These messages name the ticket type or the number left, which the sentence above cannot.
  const tells = code === "sold_out" || code === "over_limit" || code === "sales_closed";
  return tells && message ? { ...refusal, text: `${message}. ${refusal.text}` } : refusal;
}
