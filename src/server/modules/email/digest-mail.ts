import { readDigest } from "#server/modules/community/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { list } from "./layout.ts";
import { nameInMail } from "./rules.ts";
import { composeMail, type Mail, type MailKit } from "./templates.ts";

/**
 * Tells a member what happened in the community that they haven't read.
 *
 * @returns undefined when they read it meanwhile, unsubscribed, or may not read it anymore
 */
export async function communityDigest(
  deps: Deps,
  kit: MailKit,
  topic: Record<string, unknown>,
  toName: string,
): Promise<Mail | undefined> {
  const digest = await readDigest(deps, {
    userId: Number(topic.userId),
    sinceId: Number(topic.sinceId),
    upToId: Number(topic.upToId),
  });
  return digest && writeDigest(kit, digest, toName);
}

/** Lists what happened in the community. */
export function writeDigest(
  kit: MailKit,
  { lines, links }: NonNullable<Awaited<ReturnType<typeof readDigest>>>,
  name: string,
): Mail {
  const headline =
    lines.length === 1 ? "News for you in the community" : `${lines.length} things happened in the community`;
  return composeMail(kit, {
    kind: "community_digest",
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
