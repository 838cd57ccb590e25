import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Cents, Currency, Instant, TextOrNull } from "../shapes.ts";

/** Who takes a payment. */
export const PaymentProvider = z.enum(["sandbox", "stripe"]);
export type PaymentProvider = z.infer<typeof PaymentProvider>;

const ref = z.object({ ref: z.string().regex(/^sbx_[\w-]{22,64}$/) });

/** What the built-in sandbox's payment page shows. */
export const SandboxSession = z.object({
  ref: z.string(),
  merchant: z.string(),
  description: z.string(),
  amountCents: Cents,
  currency: Currency,
  status: z.enum(["open", "processing", "approved", "declined", "canceled", "expired"]),
  expiresAt: Instant,
  returnUrl: z.string(),
  cancelUrl: z.string(),
});
export type SandboxSession = z.infer<typeof SandboxSession>;

/** Only while the sandbox takes the payments. */
export const getSandboxSession = endpoint(
  "GET /api/payments/sandbox/{ref}",
  "The sandbox's payment page (HTML for browsers, JSON otherwise)",
  {
    access: "public",
    params: ref,
    reply: SandboxSession,
    hasPage: true,
  },
);

/** `payment_closed` if there is nothing left to choose. A late approval takes about 20 seconds. */
export const completeSandboxSession = endpoint(
  "POST /api/payments/sandbox/{ref}/complete",
  "What the sandbox page posts: approve, decline, approve late, approve and dispute, or cancel",
  {
    access: "public",
    limit: "checkout",
    params: ref,
    body: z.strictObject({ outcome: z.enum(["approve", "decline", "approve_late", "approve_disputed", "cancel"]) }),
    reply: z.object({
      status: SandboxSession.shape.status,
      /** Where the page sends the buyer next; null if the buyer can try again here. */
      redirectUrl: TextOrNull,
    }),
    errors: ["not_found", "payment_closed"],
  },
);

/**
 * A hint only: the provider's own status is looked up. Once this has answered, it is stored, and retried if it can't be processed now. `not_found` for a provider that isn't in use.
 */
export const receiveWebhook = endpoint(
  "POST /api/payments/webhooks/{provider}",
  "A payment provider's signed webhook; duplicates and out-of-order delivery are harmless",
  {
    access: "signed",
    limit: "none",
    params: z.object({ provider: PaymentProvider }),
    reply: z.object({ received: z.literal(true) }),
    errors: ["bad_signature", "not_found"],
  },
);
