import { readDigest } from "#server/modules/community/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { html } from "#server/platform/html.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

/**
 * Tells a member what happened in the community that they haven't read.
 *
 * @returns undefined when they read it meanwhile, unsubscribed, or may not read it anymore
 */
export async function communityDigest(deps: Deps, topic: Record<string, unknown>): Promise<Mail | undefined> {
  const digest = await readDigest(deps, {
    userId: Number(topic.userId),
    sinceId: Number(topic.sinceId),
    upToId: Number(topic.upToId),
  });
  if (digest === undefined) return undefined;
  const { lines, links } = digest;
  const subject =
    lines.length === 1 ? "News for you in the community" : `${lines.length} things happened in the community`;
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    <ul style="margin:0;padding:0 0 0 20px">
      ${lines.map((line) => html`<li style="margin:0 0 8px">${line}</li>`)}
    </ul>
    <p style="margin:20px 0 0">${linkButton("Open the community", links.community)}</p>`;
  const reason = html`You're receiving this because you're a member of the community.
    <a href="${links.leave}" style="color:inherit">Unsubscribe</a>.`;
  const text = [
    subject,
    "",
    ...lines.map((line) => `- ${line}`),
    "",
    `Open the community: ${links.community}`,
    `Unsubscribe: ${links.leave}`,
  ].join("\n");
  const brief = { lines, links: [{ label: "Open the community", link: links.community }] };
  return { subject, html: frame(subject, body, reason), text, codes: [], headers: links.headers, brief };
}
