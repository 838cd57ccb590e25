import { Suspense } from "react";
import type { FieldPath } from "react-hook-form";
import type { MessageContent } from "#contract/campaigns/campaigns.ts";
import { SelectField, TextField, Field } from "#web/ui/field.tsx";
import { PictureField } from "#web/features/media/picker/picture-field.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import type { ZodForm } from "#web/ui/use-zod-form.ts";
import { useEventOptions } from "./queries.ts";

const MessageBody = lazyPart("The text editor", async () => (await import("./message-body.tsx")).MessageBody);

/** What a message says, as people type it. */
export type MessageValues = {
  subject: string;
  preheader: string;
  body: string;
  heroKey: string;
  buttonLabel: string;
  buttonUrl: string;
  cardEventId: string;
};

export const valuesOfContent = ({ button, heroKey, eventId, ...content }: MessageContent): MessageValues => ({
  ...content,
  heroKey: heroKey ?? "",
  buttonLabel: button?.label ?? "",
  buttonUrl: button?.url ?? "",
  cardEventId: String(eventId ?? ""),
});

export const contentOf = (values: MessageValues): MessageContent => ({
  subject: values.subject,
  preheader: values.preheader,
  body: values.body,
  heroKey: values.heroKey || null,
  button: values.buttonLabel || values.buttonUrl ? { label: values.buttonLabel, url: values.buttonUrl } : null,
  eventId: values.cardEventId === "" ? null : Number(values.cardEventId),
});

/** Which field shows the error of which part of the content. */
export const contentFields = {
  "content.subject": "subject",
  "content.preheader": "preheader",
  "content.body": "body",
  "content.button.label": "buttonLabel",
  "content.button.url": "buttonUrl",
} as const;

/** The fields of a message: subject, text, picture, button and event. */
export function MessageFields<Values extends MessageValues>({ form: callerForm }: { form: ZodForm<Values> }) {
  const form = callerForm as unknown as ZodForm<MessageValues>;
  const field = (name: FieldPath<MessageValues>) => form.field(name);
  const options = useEventOptions();
  const { value: heroKey, onChange: setHero } = form.bind("heroKey");
  const card = form.bind("cardEventId");
  return (
    <>
      <TextField label="Subject" required maxLength={150} {...field("subject")} />
      <TextField
        label="Preview text"
        hint="What inboxes show after the subject."
        maxLength={150}
        {...field("preheader")}
      />
      <Field
        label="Text"
        required
        hint="{{firstName|friend}} and {{eventTitle}} are filled in."
        error={form.error("body")}
      >
        <Suspense fallback={<Skeleton className="h-64" />}>
          <MessageBody {...form.bind("body")} />
        </Suspense>
      </Field>
      <PictureField
        label="Picture"
        picture={heroKey === "" ? null : { key: heroKey, alt: "", placeholder: null, width: 960, height: 540 }}
        onChange={(picture) => setHero(picture?.poster?.key ?? "")}
      />
      <div className="across-2 gap-4">
        <TextField label="Button label" maxLength={40} {...field("buttonLabel")} />
        <TextField label="Button link" placeholder="/events or https://…" maxLength={1000} {...field("buttonUrl")} />
      </div>
      {/* Its value is set by React: its options may come later than the form's values. */}
      <SelectField
        label="Event card"
        hint="Poster, date and venue, below the text."
        value={card.value}
        onChange={(e) => card.onChange(e.target.value)}
        options={[["", "None"], ...options]}
      />
    </>
  );
}
