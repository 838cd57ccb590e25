import { listMethods, methodsFor } from "#contract/payments/methods.ts";
import { useSite } from "#web/lib/site.ts";

type HoldSentenceProps = { what: "tickets" | "order"; amountCents: number; currency: string };

/** Before a buyer leaves for the payment page: how long the order is on hold, and what they can pay with there. */
export function HoldSentence({ what, ...due }: HoldSentenceProps) {
  const methods = methodsFor(useSite().settings.paymentMethods, due);
  return (
    <>
      We hold your {what} for 10 minutes while you pay on a secure page
      {methods.length > 0 && ` by ${listMethods(methods)}`}.{" "}
    </>
  );
}
