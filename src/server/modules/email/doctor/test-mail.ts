import { z } from "zod";
import { Html } from "#server/platform/html.ts";
import { defineEmail } from "../define.ts";
import { frame, linkButton, paragraph } from "../layout.ts";
import type { Mail } from "../mail.ts";

/** The email that staff send to see whether email works. */
export function doctorMail(baseUrl: string): Mail {
  const subject = "Email works";
  const line = "Your site sent this test. Check that it isn't in the spam folder and that the sender looks right.";
  const button = { label: "Open your site", link: baseUrl };
  const page = frame({
    baseUrl,
    title: subject,
    preheader: line,
    heading: subject,
    body: new Html(`${paragraph(line).text}${linkButton(button.label, button.link).text}`),
    reason: "You're receiving this because someone on your team sent a test.",
    contactEmail: null,
  });
  return { subject, html: page, text: `${line}\n\n${baseUrl}`, codes: [], brief: { lines: [line], links: [button] } };
}

/** The row of that email. It is sent at once; a job writes it again only if that was interrupted. */
export const doctorTest = defineEmail({
  kind: "email_test",
  priority: 0,
  topic: z.object({ doctor: z.number() }),
  texts: [],
  neverWaits: true,
  render: ({ config }) => doctorMail(config.baseUrl),
});
