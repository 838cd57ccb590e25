import { z } from "zod";
import type { Grant } from "#contract/grants/grants.ts";
import type { GrantKind } from "#contract/grants/kinds.ts";
import { findMoneyReaders } from "#server/modules/accounts/index.ts";
import { composeMail, defineEmail, defineText, type Mail, type MailKit } from "#server/modules/email/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { formatDateTime } from "#server/platform/format.ts";
import { newId } from "#server/platform/ids.ts";
import { findGrant } from "./service.ts";

const grantText = defineText({
  kind: "staff_grant",
  name: "Staff rights",
  about: "Security alert to admins when someone's staff rights change",
  group: "staff",
  place: 290,
  text: ["{{headline}}", "", "Review customers"],
  variables: ["headline"],
});

const rights: Record<GrantKind, string> = {
  door: "Door",
  box_office: "Box office",
  marketing: "Marketing",
  finance: "Finance",
  host: "Comp host",
  promoter: "Promoter",
};

/** What was done to a grant, and how the subject says it. */
const headlines = {
  "grant.created": "New staff rights",
  "grant.changed": "Staff rights changed",
  "grant.ended": "Staff rights revoked",
};
const GrantAction = z.enum(["grant.created", "grant.changed", "grant.ended"]);

type MailedGrant = Pick<Grant, "person" | "kind" | "event" | "host" | "promoter" | "endsAt">;

/** Tells an admin who has which rights now, until when, and who changed it. */
function writeGrant(
  kit: MailKit,
  grant: MailedGrant,
  { action, staffName, zone }: { action: z.infer<typeof GrantAction>; staffName: string; zone: string },
): Mail {
  const { person, kind, event, host, promoter, endsAt } = grant;
  const headline = `${headlines[action]}: ${person.name}`;
  const about = [host?.name ?? promoter?.name, event?.name ?? (kind === "promoter" ? undefined : "all events")];
  const until = endsAt === null ? "with no end date" : `until ${formatDateTime(endsAt, zone)}`;
  const covers = about.filter((part) => part !== undefined).join(", ");
  return composeMail(kit, {
    text: grantText,
    values: { headline },
    title: headline,
    lines: [
      action === "grant.ended" ? `${rights[kind]} (${covers}) ended.` : `${rights[kind]} (${covers}), ${until}.`,
      `Changed by ${staffName}.`,
    ],
    link: `${kit.baseUrl}/user-management?id=${person.id}`,
    after: [
      "If nobody on your team meant to do this, revoke the rights and change the password of the account that did it.",
    ],
    reason: "You're receiving this email because you're an admin of Savage Gentlemen.",
  });
}

/** Security alert: tells every admin that someone's staff rights changed. */
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
