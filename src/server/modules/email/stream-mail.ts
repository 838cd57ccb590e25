import { findNamedStream } from "#server/modules/streams/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { composeMail, type Mail, type MailKit } from "./templates.ts";

/**
 * Tells a person who asked for it that a stream is live.
 *
 * @returns undefined when it is over or isn't shown anymore
 */
export async function streamLive({ db }: Deps, kit: MailKit, streamId: number): Promise<Mail | undefined> {
  const stream = await findNamedStream(db, streamId);
  if (stream === undefined || (stream.status !== "live" && stream.status !== "stalled")) return undefined;
  return writeStreamLive(kit, stream);
}

/** Tells that a stream is live. */
export const writeStreamLive = (kit: MailKit, { id, title }: { id: number; title: string }): Mail =>
  composeMail(kit, {
    kind: "stream_live",
    values: { stream: title },
    title: "We're live.",
    lines: [`${title} is live now.`],
    link: `${kit.baseUrl}/live?stream=${id}`,
    reason: "You asked for this one email on the stream's page.",
  });
