import { z } from "zod";
import type { Grant } from "#contract/grants/grants.ts";
import { grantLabels } from "#contract/grants/labels.ts";
import { findMoneyReaders } from "#server/modules/accounts/index.ts";
import { composeMail, defineEmail, defineText, type Mail, type MailKit } from "#server/modules/email/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { formatShortDateTime } from "#server/platform/format.ts";
import { newId } from "#server/platform/ids.ts";
import { findGrant } from "./service.ts";

const grantText = defineText({
  kind: "staff_grant",
  name: "Staff permissions",
  about: "Security alert to admins when someone's staff permissions change",
  group: "staff",
  place: 290,
  text: ["{{headline}}", "", "Review permissions"],
  variables: ["headline"],
});

/** What was done to a grant, and how the subject says it. */
const headlines = {
  "grant.created": "New staff permissions",
  "grant.changed": "Staff permissions changed",
  "grant.ended": "Staff permissions removed",
};
const GrantAction = z.enum(["grant.created", "grant.changed", "grant.ended"]);

type MailedGrant = Pick<Grant, "person" | "kind" | "event" | "host" | "promoter" | "endsAt">;

/** "Box office access to Sunset Fete", "Comp host access to Crew's comps for Sunset Fete". */
function describeAccess({ kind, event, host, promoter }: MailedGrant, everywhere: "all events" | "any event"): string {
  const events = event?.name ?? everywhere;
  const about = promoter ? `${promoter.name}'s results` : host ? `${host.name}'s comps for ${events}` : events;
  return `${grantLabels[kind]} access to ${about}`;
}

/** Tells an admin who has which permission now, until when, and who changed it. */
function writeGrant(
  kit: MailKit,
  grant: MailedGrant,
  { action, staffName, zone }: { action: z.infer<typeof GrantAction>; staffName: string; zone: string },
): Mail {
  const { person, endsAt } = grant;
  const headline = `${headlines[action]}: ${person.name}`;
  const until = endsAt === null ? "" : ` until ${formatShortDateTime(endsAt, zone)}`;
  return composeMail(kit, {
    text: grantText,
    values: { headline },
    title: headline,
    lines: [
      action === "grant.ended"
        ? `${person.name} no longer has ${describeAccess(grant, "any event")}.`
        : `${person.name} has ${describeAccess(grant, "all events")}${until}.`,
      `Changed by ${staffName}.`,
    ],
    link: `${kit.baseUrl}/user-management?id=${person.id}`,
    after: [
      "If no one on your team meant to do this, remove the permissions and reset the password of the account that made the change.",
    ],
    reason: "You're receiving this email because you're an admin of Savage Gentlemen.",
  });
}

/** Security alert: tells every admin that someone's staff permissions changed. */
const grantEmail = defineEmail({
  kind: "staff_grant",
  priority: 0,
  topic: z.object({ grantId: z.coerce.number<number | string>(), action: GrantAction, staffName: z.string() }),
  isForStaff: true,
  neverWaits: true,
  texts: [
    {
      text: grantText,
      example: (kit, { event, buyerName }) =>
        writeGrant(
          kit,
          {
            person: { id: 1, name: buyerName },
            kind: "box_office",
            event: { id: 1, name: event.title },
            host: null,
            promoter: null,
            endsAt: event.startsAt,
          },
          { action: "grant.created", staffName: "Admin", zone: event.timeZone },
        ),
    },
  ],
  triggers: {
    "grant.changed": async ({ grant, action, staffName }, tx) => {
      const change = newId();
      const admins = await findMoneyReaders(tx);
      return admins.map(({ id, name, email }) => ({
        key: `${change}:${id}`,
        keyName: "grant",
        toAddress: email,
        toName: name,
        topic: { grantId: grant.id, action, staffName },
      }));
    },
  },
  async render({ db }, kit, { topic }) {
    const grant = await findGrant(db, topic.grantId);
    if (grant === undefined) return undefined;
    const { defaultTimeZone } = await getSettings(db);
    return writeGrant(kit, grant, { ...topic, zone: defaultTimeZone });
  },
});

/** The emails about grants. */
export const grantEmails = [grantEmail];
