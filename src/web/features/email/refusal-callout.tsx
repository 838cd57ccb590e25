import { Link } from "#web/lib/router.ts";
import type { RefusalCause, SiteRefusal } from "#contract/email/delivery.ts";
import { Callout } from "#web/ui/callout.tsx";
import { plainReason } from "./outbox/labels.ts";
import { emailPath } from "./queries.ts";

const advice: Record<RefusalCause, string> = {
  sender:
    "It doesn't trust the sender. Check that MAIL_FROM is an address of your own domain, and that its SPF, DKIM and DMARC records pass.",
  relay:
    "It won't send for this site. Check the username and password in SMTP_URL, and that the provider has verified your domain.",
  network: "This server's IP address is on a block list. Send through an email provider, or ask the list to remove it.",
  content: "It takes the text for spam. Shorten it, remove short links and all caps, and try again.",
  limit: "You've reached the provider's sending limit. Raise the plan, or lower the emails per second in Settings.",
  other: "Ask your email provider what this answer means.",
};

interface RefusalCalloutProps {
  refusal: SiteRefusal;
  title: string;
  /** What happens to the emails meanwhile. */
  children: string;
}

/** Says that the email server refuses the site, in its own words, what to do, and that nobody lost their place. */
export function RefusalCallout({ refusal: { cause, said }, title, children }: RefusalCalloutProps) {
  return (
    <Callout tone="bad" title={title}>
      <div className="grid gap-2">
        <p>{advice[cause]}</p>
        <p>
          The email server said: <q className="wrap-anywhere">{plainReason(said)}</q>
        </p>
        <p>
          {children}{" "}
          <Link to={emailPath("settings")} className="underline underline-offset-3">
            Open the email doctor
          </Link>
        </p>
      </div>
    </Callout>
  );
}
