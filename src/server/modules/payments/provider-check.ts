import type { Config } from "#server/config.ts";
import type { Finding } from "#server/platform/finding-rules.ts";
import { reportPayments } from "./provider-rules.ts";
import { tryStripeKey } from "./stripe/index.ts";

/** Whether payments move real money. Asks Stripe about the key, and moves nothing. */
export const checkPaymentProvider = async (config: Pick<Config, "payments" | "stripe">): Promise<Finding> =>
  reportPayments(config, config.stripe === undefined ? undefined : await tryStripeKey(config.stripe));
