import type { CampaignPurpose, MessageContent } from "#contract/email-campaigns.ts";
import { campaignMail, type Mail } from "#server/modules/email/index.ts";
import { findEventById } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";

/** What differs between readers, and where the links of a message lead. */
export interface Reader {
  purpose: CampaignPurpose;
  name: string;
  unsubscribeUrl: string;
  preferencesUrl: string;
  webUrl: string;
  /** Null for what isn't marketing. */
  postalAddress: string | null;
  linkOf: (url: string) => string;
}

/** Writes the message of a campaign or an automation for one reader. */
export async function composeMessage(
  deps: Deps,
  content: MessageContent,
  { purpose, ...reader }: Reader,
): Promise<Mail> {
  const event = content.eventId === null ? undefined : await findEventById(deps.db, content.eventId);
  return campaignMail(
    { ...content, event: event ?? null },
    {
      ...reader,
      baseUrl: deps.config.baseUrl,
      contactEmail: null,
      reason:
        purpose === "marketing"
          ? "You're receiving this because you asked for news by email."
          : "You're receiving this because you have tickets or an order with us.",
    },
  );
}
