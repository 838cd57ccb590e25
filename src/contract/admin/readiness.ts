import { z } from "zod";
import { adminEndpoint } from "../endpoint.ts";
import { TextOrNull } from "../shapes.ts";

/** What a site needs before it sells, in the order in which an owner does it. */
export const ReadinessName = z.enum([
  "contact",
  "policies",
  "payments",
  "email",
  "security",
  "event",
  "purchase",
  "staff",
]);
export type ReadinessName = z.infer<typeof ReadinessName>;

/** Whether a site is ready to sell. The same checks as in `npm run doctor`, in the same words. */
export const Readiness = z.object({
  /** True while no real money moves: the built-in sandbox, or a test key of Stripe. */
  isTestMode: z.boolean(),
  steps: z.array(
    z.object({
      name: ReadinessName,
      /** `warning`: to do, the site works without it. `broken`: set up, but it doesn't work. */
      outcome: z.enum(["fine", "warning", "broken"]),
      /** What is the case, in a sentence. */
      says: z.string(),
      /** How to do or mend it; null if it is fine. */
      mend: TextOrNull,
    }),
  ),
});
export type Readiness = z.infer<typeof Readiness>;

/** What the email server and Stripe say is at most a minute old. */
export const getSiteReadiness = adminEndpoint(
  "GET /api/admin/readiness",
  "What the site still needs before it sells: contact, policies, payments, email, security, an event, a purchase, staff",
  { reply: Readiness },
);
