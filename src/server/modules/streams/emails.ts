import { z } from "zod";
import {
  composeMail,
  defineEmail,
  defineText,
  exampleUnsubscribe,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import { findSignupLinks, type SignupLinks } from "#server/modules/reminders/index.ts";
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
 * @returns undefined when it is over or isn't shown anymore, or they unsubscribed meanwhile
 */
async function streamLive(
  deps: Deps,
  kit: MailKit,
  { streamId, interestId }: { streamId: number; interestId?: string | undefined },
): Promise<Mail | undefined> {
  const stream = await findNamedStream(deps.db, streamId);
  if (stream === undefined || (stream.status !== "live" && stream.status !== "stalled")) return undefined;
  if (interestId === undefined) return writeStreamLive(kit, stream);
  const links = await findSignupLinks(deps, interestId);
  return links && writeStreamLive(kit, stream, links);
}

/** Tells that a stream is live. */
const writeStreamLive = (kit: MailKit, { id, title }: { id: number; title: string }, links?: SignupLinks): Mail =>
  composeMail(kit, {
    text: streamLiveText,
    values: { stream: title },
    title: "We're live.",
    lines: [`${title} is live now.`],
    link: `${kit.baseUrl}/live?stream=${id}`,
    reason: "You asked for this one email on the stream's page.",
    ...(links && { unsubscribe: links.leave, headers: links.headers }),
  });

const streamLiveEmail = defineEmail({
  kind: "stream_live",
  priority: 2,
  // Emails that a node of the version before asked for name no signup.
  topic: z.object({ streamId: z.number(), interestId: z.string().optional() }),
  mergedSubject: (count) => `Live now: ${count} streams`,
  texts: [
    {
      text: streamLiveText,
      example: (kit, { stream }) => writeStreamLive(kit, { id: 1, title: stream }, exampleUnsubscribe(kit)),
      latest: true,
    },
  ],
  triggers: {
    "stream.reminder_due": ({ interestId, streamId, email, sends }) => ({
      key: `${interestId}:${sends}`,
      toAddress: email,
      toName: "",
      topic: { streamId, interestId },
    }),
  },
  render: (deps, kit, { topic }) => streamLive(deps, kit, topic),
});

/** The emails about streams. */
export const streamEmails = [streamLiveEmail];
