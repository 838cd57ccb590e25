import { useQuery } from "@tanstack/react-query";
import type { Quote } from "#contract/orders.ts";
import type { Line } from "#web/features/tickets/picks.ts";
import { CallError } from "#web/lib/call.ts";
import { patientCall } from "./purchase.ts";

/** Selected lines in the API's form: only pay-what-you-want lines carry an amount. */
export const draftLines = (lines: Line[]) =>
  lines.map(({ type, quantity, unitCents }) => ({
    ticketTypeId: type.id,
    quantity,
    ...(type.pricing === "open" ? { amountCents: unitCents } : {}),
  }));

export type Quoting = {
  /** The price with the code; undefined without a code, while loading, and if the code doesn't apply. */
  quote: Quote | undefined;
  isAsking: boolean;
  /** Why the code doesn't apply, in the server's words. */
  refusal: string | undefined;
  askAgain: () => void;
};

/** Fetches the price of these lines with a promo code, before any tickets are on hold. */
export function useQuote(lines: Line[], promo: string | undefined, accessCode: string | undefined): Quoting {
  const body = { lines: draftLines(lines), promoCode: promo, ...(accessCode ? { accessCode } : {}) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["/api/orders/quote", body],
    queryFn: () => patientCall<Quote>("POST", "/api/orders/quote", { body }),
    enabled: promo !== undefined && lines.length > 0,
    // A code's last redemption may be used at any moment. A refused code is not retried automatically.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isOn = promo !== undefined;
  return {
    quote: isOn && !error ? data : undefined,
    isAsking: isOn && isFetching,
    refusal: isOn && error ? sayWhy(error) : undefined,
    askAgain: () => void (isOn && refetch()),
  };
}

function sayWhy(error: Error): string {
  if (!(error instanceof CallError)) return "We couldn't check the code. Check your connection and try again.";
  const { code, message } = error.answer;
  const showsMessage = code === "code_invalid" || code === "too_many_requests";
  return showsMessage && message ? message : "We couldn't check the code. Please try again.";
}
