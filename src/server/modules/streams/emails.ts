import { z } from "zod";
import { composeMail, defineEmail, defineText, type Mail, type MailKit } from "#server/modules/email/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findNamedStream } from "./store.ts";

const streamLiveText = defineText({
  kind: "stream_live",
  name: "Stream is live",
  about: "To people who asked to hear when a stream starts",
  group: "events",
  place: 180,
  text: ["Live now: {{stream}}", "You asked us to tell you when it starts. It just did.", "Watch now"],
  ownVariables: { stream: { meaning: "The stream's title", example: "Sound Clash No. 7", isForSubject: true } },
});

/**
 * Tells a person who asked for it that a stream is live.
 *
 * @returns undefined when it is over or isn't shown anymore
 */
async function streamLive({ db }: Deps, kit: MailKit, streamId: number): Promise<Mail | undefined> {
  const stream = await findNamedStream(db, streamId);
  if (stream === undefined || (stream.status !== "live" && stream.status !== "stalled")) return undefined;
  return writeStreamLive(kit, stream);
}

/** Tells that a stream is live. */
const writeStreamLive = (kit: MailKit, { id, title }: { id: number; title: string }): Mail =>
  composeMail(kit, {
    text: streamLiveText,
    values: { stream: title },
    title: "We're live.",
    lines: [`${title} is live now.`],
    link: `${kit.baseUrl}/live?stream=${id}`,
    reason: "You asked for this one email on the stream's page.",
  });

const streamLiveEmail = defineEmail({
  kind: "stream_live",
  priority: 2,
  topic: z.object({ streamId: z.number() }),
  mergedSubject: (count) => `Live now: ${count} streams`,
  texts: [
    {
      text: streamLiveText,
      example: (kit, { stream }) => writeStreamLive(kit, { id: 1, title: stream }),
      latest: true,
    },
  ],
  triggers: {
    "stream.reminder_due": ({ reminderId, streamId, email }) => ({
      key: reminderId,
      toAddress: email,
      toName: "",
      topic: { streamId },
    }),
  },
  render: (deps, kit, { topic }) => streamLive(deps, kit, topic.streamId),
});

/** The emails about streams. */
export const streamEmails = [streamLiveEmail];
