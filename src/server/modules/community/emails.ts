import { z } from "zod";
import {
  composeMail,
  defineEmail,
  defineText,
  exampleUnsubscribe,
  list,
  nameInMail,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import { readDigest } from "./notifications/digest.ts";

const digestText = defineText({
  kind: "community_digest",
  name: "Community digest",
  about: "To members, about what they haven't read",
  group: "accounts",
  place: 190,
  text: ["{{headline}}", "", "Open the community"],
  variables: ["name", "headline"],
});

/** Lists what happened in the community. */
function writeDigest(
  kit: MailKit,
  { lines, links }: NonNullable<Awaited<ReturnType<typeof readDigest>>>,
  name: string,
): Mail {
  const headline =
    lines.length === 1 ? "News for you in the community" : `${lines.length} things happened in the community`;
  return composeMail(kit, {
    text: digestText,
    values: { headline, name: nameInMail(name) },
    title: headline,
    lines,
    shownLines: list(lines),
    link: links.community,
    reason: "You're receiving this because you're a member of the community.",
    unsubscribe: links.leave,
    headers: links.headers,
  });
}

/**
 * Tells a member what happened in the community that they haven't read: nothing, if they read it meanwhile, unsubscribed,
 * or may not read it anymore. One for each batch of notifications.
 */
const digestEmail = defineEmail({
  kind: "community_digest",
  priority: 2,
  topic: z.object({ userId: z.number(), sinceId: z.number(), upToId: z.number() }),
  texts: [
    {
      text: digestText,
      example: (kit, { buyerName, event }) =>
        writeDigest(
          kit,
          {
            lines: [`${buyerName} commented on your post`, "2 people liked your photo", `${event.title} is this week`],
            links: { community: `${kit.baseUrl}/community`, ...exampleUnsubscribe(kit) },
          },
          buyerName,
        ),
    },
  ],
  triggers: {
    "community.digest_due": ({ userId, email, name, sinceId, upToId }) => ({
      key: `${userId}:${upToId}`,
      toAddress: email,
      toName: name,
      topic: { userId, sinceId, upToId },
    }),
  },
  async render(deps, kit, { topic, toName }) {
    const digest = await readDigest(deps, topic);
    return digest && writeDigest(kit, digest, toName);
  },
});

/** The emails about the community. */
export const communityEmails = [digestEmail];
