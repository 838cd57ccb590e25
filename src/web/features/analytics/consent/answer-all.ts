import { answerConsent } from "#web/lib/consent.ts";
import { rememberPromoter } from "#web/lib/offers.ts";

/** Stores the visitor's answer, and does what it says with the promoter's link that they came by. */
export function answerAll(answer: "yes" | "no"): void {
  answerConsent(answer);
  rememberPromoter();
}
