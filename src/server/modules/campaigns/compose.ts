import type { MessageContent } from "#contract/campaigns/campaigns.ts";
import type { CampaignPurpose } from "#contract/campaigns/audiences.ts";
import type { Mail } from "#server/modules/email/index.ts";
import { findEventById } from "#server/modules/events/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { campaignMail } from "./campaign-mail.ts";
import { reasonOf } from "./rules.ts";

/** What differs between readers, and where the links of a message lead. */
interface Reader {
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
  {
    purpose,
    content,
    aboutEventId,
  }: { purpose: CampaignPurpose; content: MessageContent; aboutEventId: number | null },
  reader: Reader,
): Promise<Mail> {
  const find = async (id: number | null) => (id === null ? undefined : findEventById(deps.db, id));
  const event = await find(content.eventId);
  const about = aboutEventId === content.eventId ? event : await find(aboutEventId);
  return campaignMail(
    { ...content, event: event ?? null },
    {
      ...reader,
      baseUrl: deps.config.baseUrl,
      contactEmail: null,
      reason: reasonOf(purpose, about?.title),
    },
  );
}
