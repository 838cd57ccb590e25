import type { TextKind } from "#contract/email/texts.ts";
import { campaignMail, type CampaignContent, type CampaignReader } from "#server/modules/campaigns/campaign-mail.ts";
import { mergeMails } from "#server/modules/email/merged-mail.ts";
import type { Mail, MailKit } from "#server/modules/email/mail.ts";
import { modules } from "#server/app.ts";
import { exampleEvent, plainExample, type Example } from "#server/modules/email/texts/example.ts";
import { shippedTexts } from "#server/modules/email/texts/define-text.ts";

const baseUrl = "https://savagegentlemen.example";

/** What examples are written with: the texts that we ship. */
export const kit: MailKit = { baseUrl, contactEmail: "hello@savagegentlemen.example", textOf: shippedTexts };

/** Every kind of automatic email, of all modules. */
export const emails = modules.flatMap(({ parts }) => parts?.emails ?? []);

/** A text of an email, as its module defines it. */
export const usedText = (kind: TextKind) =>
  emails.flatMap(({ texts }) => texts).find(({ text }) => text.kind === kind)!;

/** An example of an email. */
export const writeExample = (ofKit: MailKit, kind: TextKind, example: Example): Mail =>
  usedText(kind).example(ofKit, example);

const withPoster = {
  ...exampleEvent,
  poster: { ...exampleEvent.poster, key: "velvet-riddim", alt: "A dancer under a mirror ball, made of a record" },
};
const longWord = "Donaudampfschifffahrtsgesellschaftskapitän";

/** Data that emails must survive, by its name. */
export const examples: Record<string, Example> = {
  plain: { ...plainExample, event: withPoster },
  long: {
    ...plainExample,
    buyerName: `Alexandrina Victoria Wilhelmina ${longWord} of Saxe-Coburg`,
    event: {
      ...withPoster,
      title: "The Seventeenth Annual Labor Day Weekend Sunrise Breakfast Fete, Boat Ride and All-Inclusive Cooler Lime",
      venue: {
        ...withPoster.venue,
        name: `The ${longWord} Memorial Ballroom and Rooftop Garden`,
        city: "Lauderdale-by-the-Sea",
      },
    },
    typeName: "Early bird general admission, all-inclusive, with premium bar and reserved seating",
    product: `Limited Edition ${longWord} Heavyweight Carnival Hoodie, Midnight Hibiscus, XXXL`,
    note: "We know this isn't the news you wanted. ".repeat(12).trim(),
  },
  emoji: {
    ...plainExample,
    buyerName: "Zoë 🎉 O'Neil-Pérez",
    event: {
      ...withPoster,
      title: "🇹🇹 J'ouvert at Midnight 🥁🔥",
      venue: { ...withPoster.venue, name: "Café Olé 🌴" },
    },
    typeName: "VIP 👑",
    note: "See you there 💛\nBring water 💧",
  },
  rtl: {
    ...plainExample,
    buyerName: "مريم الحداد",
    event: {
      ...withPoster,
      title: "ليلة الكاريبي في بروكلين",
      venue: { ...withPoster.venue, name: "קפה הים", city: "Brooklyn" },
    },
    typeName: "دخول عام",
  },
  "no-image": { ...plainExample, buyerName: "", note: null },
  "20-tickets": { ...plainExample, event: withPoster, tickets: 20 },
};

/** A campaign with everything that one can have. */
export const campaign: CampaignContent = {
  subject: "{{firstName|Family}}, the road is calling",
  preheader: "Tickets for {{eventTitle}} go first to you.",
  body: "Hey {{firstName|family}},\n\nYou asked for **more bass and less talk**. We heard you.\n\n### What's new\n\n- Two sound systems\n- Food until 4 AM\n- [The full lineup](/events)\n\n> Last year sold out in nine days.\n\nSee you on the floor.",
  heroKey: "labor-day-breakfast",
  button: { label: "Get tickets", url: "/events/1/velvet-riddim" },
  event: withPoster,
};

/** Someone who reads it. */
export const reader: CampaignReader = {
  name: "Ada Buyer",
  baseUrl,
  contactEmail: "hello@savagegentlemen.example",
  reason: "You're receiving this email because you asked for news about our events.",
  unsubscribeUrl: `${baseUrl}/api/email/unsubscribe?token=example`,
  preferencesUrl: `${baseUrl}/api/email/preferences?token=example`,
  webUrl: `${baseUrl}/api/email/web?token=example`,
  postalAddress: "Savage Gentlemen Lifestyle\n214 Van Brunt Street\nBrooklyn, NY 11231",
  linkOf: (url) => `${baseUrl}/api/email/click?c=${Buffer.from(url).toString("base64url")}`,
};

/** Every email with each kind of data, by name. */
export function edgeMails(kinds: readonly TextKind[]): [name: string, mail: Mail][] {
  const mails = kinds.flatMap((kind) =>
    Object.entries(examples).map(([name, example]): [string, Mail] => [
      `${kind}.${name}`,
      writeExample(kit, kind, example),
    ]),
  );
  const { plain, long } = examples;
  const confirmation = emails.find(({ kind }) => kind === "order_confirmation");
  const many = Array.from({ length: 100 }, () => writeExample(kit, "order_confirmation", long!));
  return [
    ...mails,
    [
      "merged.plain",
      mergeMails(kit, many.slice(0, 3).fill(writeExample(kit, "order_confirmation", plain!)), confirmation),
    ],
    ["merged.100", mergeMails(kit, many, confirmation)],
    ["campaign.plain", campaignMail(campaign, reader)],
    ["campaign.long", campaignMail({ ...campaign, event: long!.event }, { ...reader, name: long!.buyerName })],
    [
      "campaign.bare",
      campaignMail(
        { ...campaign, heroKey: null, button: null, event: null },
        { ...reader, name: "", webUrl: undefined, postalAddress: null },
      ),
    ],
  ];
}
