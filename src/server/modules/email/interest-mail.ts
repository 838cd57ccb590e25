import { findInterest, linksOf, topicNames } from "#server/modules/interest/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { html } from "#server/platform/html.ts";
import { frame, ink, type Mail } from "./templates.ts";

/** Asks whoever reads the mailbox whether the wish was theirs; without their yes nothing is ever sent again. */
export async function interestConfirmation(deps: Deps, interestId: string): Promise<Mail> {
  const { topic } = (await findInterest(deps.db, interestId))!;
  const links = linksOf(deps, interestId, topic);
  const what = topicNames[topic];
  const subject = `Shall we tell you when ${what} opens?`;
  const body = html` <h1 style="margin:0 0 10px;font-size:28px;line-height:1.15">One tap, and you are on the list.</h1>
    <p style="margin:0">
      Somebody, we hope you, asked us to write to this address when ${what} of Savage Gentlemen opens.
    </p>
    <p style="margin:20px 0">
      <a
        href="${links.confirm}"
        style="display:inline-block;background:${ink};color:#f3ece0;padding:13px 22px;border-radius:8px;text-decoration:none;font-weight:700"
        >Yes, tell me</a
      >
    </p>
    <p style="margin:0">If it was not you, do nothing: without that tap you will not hear from us.</p>`;
  const reason = html`You get this one mail because this address was entered on our site.
    <a href="${links.leave}" style="color:inherit">Take it off for good</a>.`;
  const text = [
    "One tap, and you are on the list.",
    "",
    `Somebody, we hope you, asked us to write to this address when ${what} of Savage Gentlemen opens.`,
    "",
    `Yes, tell me: ${links.confirm}`,
    "",
    "If it was not you, do nothing: without that tap you will not hear from us.",
    `Take this address off for good: ${links.leave}`,
  ].join("\n");
  return { subject, html: frame(subject, body, reason), text, codes: [], headers: links.headers };
}
