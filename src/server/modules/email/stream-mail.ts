import { findNamedStream } from "#server/modules/streams/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { composeMail, type Mail } from "./templates.ts";

/**
 * Tells a person who asked for it that a stream is live.
 *
 * @returns undefined when it is over or isn't shown anymore
 */
export async function streamLive({ db, config }: Deps, streamId: number): Promise<Mail | undefined> {
  const stream = await findNamedStream(db, streamId);
  if (stream === undefined || (stream.status !== "live" && stream.status !== "stalled")) return undefined;
  const link = `${config.baseUrl}/live?stream=${stream.id}`;
  return composeMail({
    subject: `Live now: ${stream.title}`,
    lines: [`${stream.title} is live now.`],
    button: { label: "Watch now", link },
    ends: [`Watch now: ${link}`],
    reason: "You asked for this one email on the stream's page.",
  });
}
