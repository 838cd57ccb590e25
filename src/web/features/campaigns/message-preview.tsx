import { useState } from "react";
import { longestPreviewQuery } from "#contract/campaigns/campaigns.ts";
import type { AudiencePreview, CampaignPurpose } from "#contract/campaigns/audiences.ts";
import { firstNameOf } from "#contract/first-name.ts";
import { fillIn } from "#contract/email/variables.ts";
import { SelectField } from "#web/ui/field.tsx";
import { useSettled } from "#web/lib/use-settled.ts";
import { Callout } from "#web/ui/callout.tsx";
import type { MessageValues } from "./message-fields.tsx";
import { PreviewFrame } from "#web/features/email/preview-frame.tsx";
import type { QueryOf } from "#contract/calls.ts";
import { apiPath } from "#web/lib/paths.ts";

/** How a text begins, as inboxes show it: without the signs that format it. */
const beginningOf = (body: string) =>
  body
    .slice(0, 300)
    .replace(/\[([^\]\n]+)\]\([^)\s]*\)/g, "$1")
    .replace(/(?<!\\)(?:\*\*|\*|~~)|^(?:#+|-|>)\s+(?!\d)/gm, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");

type MessagePreviewProps = {
  values: MessageValues & { purpose: CampaignPurpose };
  /** The event that a message to attendees is about. */
  aboutEvent: number | null;
  /** A few people of the audience, whose names the message can be shown with. */
  people?: AudiencePreview["sample"] | undefined;
};

/** Stands for a name that isn't known. */
const nameless = "-";

/** The message that is being typed, as readers will see it: the subject as inboxes list it, and the email. */
export function MessagePreview({ values, aboutEvent, people = [] }: MessagePreviewProps) {
  const [chosen, setReader] = useState("");
  const named = people.filter(({ name }) => name !== "");
  // The sample reader, someone without a name, or one of the audience.
  const name = chosen === nameless ? nameless : named.find(({ email }) => email === chosen)?.name;
  const { purpose, subject, preheader, body, heroKey, buttonLabel, buttonUrl, cardEventId } = values;
  const eventId = aboutEvent ?? undefined;
  const typed = { name, purpose, subject, preheader, body, heroKey, buttonLabel, buttonUrl, cardEventId, eventId };
  const settled = JSON.parse(useSettled(JSON.stringify(typed), 400)) as typeof typed;
  const pathOf = (query: QueryOf<"GET /api/admin/campaigns/preview.html">) =>
    apiPath("GET /api/admin/campaigns/preview.html", { query });
  const shown = (text: string) =>
    fillIn(text, {
      firstName: name === nameless ? "" : firstNameOf(name ?? "Sam"),
      eventTitle: "your event",
    });
  return (
    <div className="grid min-w-0 gap-4">
      {people.length > 0 && (
        <SelectField
          label="Preview as"
          value={name === undefined ? "" : chosen}
          onChange={(event) => setReader(event.target.value)}
          options={[
            ["", "Sam, a sample reader"],
            [nameless, "Someone whose name we don't know"],
            ...named.map((person) => [person.email, person.name] as const),
          ]}
        />
      )}
      <div className="grid gap-0.5 rounded-md border border-line bg-panel px-4 py-3">
        <p className="text-sm text-muted">In the inbox</p>
        <p className="font-semibold wrap-anywhere">{shown(subject) || "Your subject"}</p>
        <p className="truncate text-sm text-muted">
          {shown(preheader || beginningOf(body)) || "The preview text, or how your text begins"}
        </p>
      </div>
      {pathOf(settled).length > longestPreviewQuery ? (
        <Callout title="This message is too long to preview while you type">Send yourself a test to see it.</Callout>
      ) : (
        <PreviewFrame title="Preview of the email" srcOf={(theme) => pathOf({ ...settled, theme })} />
      )}
    </div>
  );
}
