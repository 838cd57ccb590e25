import { useQuery } from "@tanstack/react-query";
import type { Quote } from "#contract/orders.ts";
import type { Line } from "#web/features/tickets/picks.ts";
import { CallError } from "#web/lib/call.ts";
import { draftLines } from "./draft-lines.ts";
import { patientCall } from "./patient-call.ts";

export type Quoting = {
  /** What it costs with the code; undefined without one, while it is asked for, and where the code does nothing. */
  quote: Quote | undefined;
  isAsking: boolean;
  /** Why the code does nothing, in the server's words. */
  refusal: string | undefined;
  askAgain: () => void;
};

/** Asks what these lines cost with a promo code, before anything is held. */
export function useQuote(lines: Line[], promo: string | undefined, accessCode: string | undefined): Quoting {
  const body = { lines: draftLines(lines), promoCode: promo, ...(accessCode ? { accessCode } : {}) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["/api/orders/quote", body],
    queryFn: () => patientCall<Quote>("POST", "/api/orders/quote", { body }),
    enabled: promo !== undefined && lines.length > 0,
    // A code's last use may go at any moment; a refused one is not asked for again by itself.
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
  if (!(error instanceof CallError)) return "The code could not be checked: there is no connection. Try again.";
  const { code, message } = error.answer;
  const tells = code === "code_invalid" || code === "too_many_requests";
  return tells && message ? message : "The code could not be checked. Please try again.";
}
