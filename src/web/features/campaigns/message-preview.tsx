import { longestPreviewQuery } from "#contract/campaigns/campaigns.ts";
import { type CampaignPurpose } from "#contract/campaigns/audiences.ts";
import { withQuery } from "#web/lib/paths.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { Callout } from "#web/ui/callout.tsx";
import type { MessageValues } from "./message-fields.tsx";
import { PreviewFrame } from "#web/features/email/preview-frame.tsx";
import { campaignsPath } from "./queries.ts";

type MessagePreviewProps = {
  values: MessageValues & { purpose: CampaignPurpose };
  /** The event that a message to attendees is about. */
  aboutEvent: number | null;
};

/** The message that is being typed, as readers will see it: the subject as inboxes list it, and the email. */
export function MessagePreview({ values, aboutEvent }: MessagePreviewProps) {
  const { purpose, subject, preheader, body, heroKey, buttonLabel, buttonUrl, cardEventId } = values;
  const eventId = aboutEvent ?? undefined;
  const typed = { purpose, subject, preheader, body, heroKey, buttonLabel, buttonUrl, cardEventId, eventId };
  const settled = JSON.parse(useSettled(JSON.stringify(typed), 400)) as typeof typed;
  const path = `${campaignsPath}/preview.html`;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid gap-0.5 rounded-md border border-line bg-panel px-4 py-3">
        <p className="text-sm text-muted">In the inbox</p>
        <p className="font-semibold wrap-anywhere">{subject || "Your subject"}</p>
        <p className="truncate text-sm text-muted">
          {preheader || body || "The preview text, or how your text begins"}
        </p>
      </div>
      {withQuery(path, settled).length > longestPreviewQuery ? (
        <Callout title="This message is too long to preview while you type">Send yourself a test to see it.</Callout>
      ) : (
        <PreviewFrame title="Preview of the email" srcOf={(theme) => withQuery(path, { ...settled, theme })} />
      )}
    </div>
  );
}
