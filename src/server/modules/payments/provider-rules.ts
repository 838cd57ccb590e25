import type { Config } from "#server/config.ts";
import { findings, type Finding } from "#server/platform/finding-rules.ts";
import type { KeyVerdict } from "./stripe/index.ts";

const about = "Payments";
const { fine, warning, broken } = findings;

/** Whether payments move real money, and if not, why. @param verdict what Stripe says of the key; undefined without one */
export function reportPayments(
  { payments, stripe }: Pick<Config, "payments" | "stripe">,
  verdict: KeyVerdict | undefined,
): Finding {
  if (payments === "sandbox" || stripe === undefined || verdict === undefined) {
    return warning(
      about,
      "The built-in sandbox takes no real money.",
      "Set PAYMENTS=stripe, STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET where the server runs, then restart it.",
    );
  }
  if (verdict === "unreachable") {
    return broken(
      about,
      "Stripe doesn't answer.",
      "Let this machine reach api.stripe.com:443, and check status.stripe.com.",
    );
  }
  const mend = "Copy the key again from the Stripe dashboard into STRIPE_SECRET_KEY: see docs/runbooks/stripe.md.";
  if (verdict === "refused") return broken(about, "Stripe refuses the key.", mend);
  if (verdict !== "valid" && (verdict === "live") !== stripe.live) {
    return broken(about, `STRIPE_SECRET_KEY looks ${stripe.live ? "live" : "test"}, but Stripe says ${verdict}.`, mend);
  }
  return stripe.live
    ? fine(about, "Stripe accepts the live key, and a webhook secret is set.")
    : warning(
        about,
        "Stripe accepts the key, but it's a test key: no real money moves.",
        "Set a live key to sell tickets.",
      );
}
