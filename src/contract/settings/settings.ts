import { z } from "zod";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { Address, Email } from "../form-fields.ts";
import { InfoName } from "./info-sheets.ts";
import { PaymentMethod } from "../payments/payment-method.ts";
import { Currency, Line, TextOrNull } from "../shapes.ts";
import { isTimeZone } from "../zoned-time.ts";

/** The brand's social networks, in footer order. */
export const LinkName = z.enum(["instagram", "youtube", "tiktok", "whatsapp"]);
export type LinkName = z.infer<typeof LinkName>;

/** The URL pattern of each network: the footer links to the brand's own page there. */
const addresses: Record<LinkName, RegExp> = {
  instagram: /^https:\/\/(www\.)?instagram\.com\/[^\s"<>]*$/,
  youtube: /^https:\/\/(www\.)?(youtube\.com|youtu\.be)\/[^\s"<>]*$/,
  tiktok: /^https:\/\/(www\.)?tiktok\.com\/[^\s"<>]*$/,
  whatsapp: /^https:\/\/(wa\.me|chat\.whatsapp\.com|(www\.)?whatsapp\.com)\/[^\s"<>]*$/,
};

/** Where the brand's own page of a network is, by what people know of it. */
const pages: Record<LinkName, { host: RegExp; handle: string }> = {
  instagram: { host: /^(www\.)?instagram\.com\//i, handle: "https://instagram.com/" },
  youtube: { host: /^((www\.)?youtube\.com|youtu\.be)\//i, handle: "https://youtube.com/@" },
  tiktok: { host: /^(www\.)?tiktok\.com\//i, handle: "https://tiktok.com/@" },
  whatsapp: { host: /^(wa\.me|chat\.whatsapp\.com|(www\.)?whatsapp\.com)\//i, handle: "" },
};

/**
 * The link that a handle or a phone number stands for: "@brand" is the brand's page, and "(718) 555-0100" its chat on
 * WhatsApp, in the US without a country code. Anything else stays as typed.
 */
export function linkFrom(name: LinkName, typed: string): string {
  const { host, handle } = pages[name];
  if (host.test(typed)) return `https://${typed}`;
  if (handle !== "") return /^@[\w.-]{1,60}$/.test(typed) ? handle + typed.slice(1) : typed;
  const digits = typed.replace(/[\s().-]/g, "");
  if (/^\+[1-9]\d{6,14}$/.test(digits)) return `https://wa.me/${digits.slice(1)}`;
  return /^1?[2-9]\d{9}$/.test(digits) ? `https://wa.me/1${digits.slice(-10)}` : typed;
}

const linkTo = (name: LinkName) =>
  z
    .string()
    .trim()
    .overwrite((typed) => linkFrom(name, typed))
    .max(200)
    .regex(
      addresses[name],
      `Enter a link like https://${name === "whatsapp" ? "wa.me" : `${name}.com`}/yourname, or ${name === "whatsapp" ? "a phone number" : "your @handle"}`,
    )
    .nullable();

/** What every page shows of the brand. */
export const SiteSettings = z.object({
  contactEmail: TextOrNull,
  links: z.array(z.object({ name: LinkName, url: z.string() })),
  /** The info sheets that have something to say, in footer order. Others aren't linked. */
  info: z.array(InfoName),
  /** True while a published stream is live. */
  isLive: z.boolean(),
  /** What the payment page offers besides cards, for amounts that they take. */
  paymentMethods: z.array(PaymentMethod),
  /** IANA zone of everything that belongs to no event: days, drops, orders, logs. */
  timeZone: z.string(),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

/** The currencies that events can sell in. */
export const currencies = ["USD", "CAD", "GBP", "EUR", "JMD", "TTD", "XCD", "BBD"] as const;

const NetworkAddress = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]);

/** What admins can change while the site runs. */
export const Settings = z.object({
  contactEmail: z.nullable(Email),
  instagram: linkTo("instagram"),
  youtube: linkTo("youtube"),
  tiktok: linkTo("tiktok"),
  whatsapp: linkTo("whatsapp"),
  /** The sender name of emails; null for the name in MAIL_FROM. */
  mailSenderName: Line(2, 60).nullable(),
  /** The most emails that the email provider takes in a second; null for no limit. */
  mailsPerSecond: z.int().min(1).max(1000).nullable(),
  /** The sender's postal address, required in marketing emails. */
  postalAddress: z.nullable(Address),
  /** The zone is the brand's: of everything that belongs to no event. Both are the defaults for a new event. */
  defaultTimeZone: z.string().max(64).refine(isTimeZone, "Enter a time zone like America/New_York"),
  defaultCurrency: Currency.and(z.enum(currencies)),
  /** The seller's name on receipts and invoices; null for the brand's name. */
  legalName: Line(2, 120).nullable(),
  sellerAddress: z.nullable(Address),
  sellerTaxId: Line(2, 40).nullable(),
  /** Contact for questions about receipts; null for the contact email. */
  sellerEmail: z.nullable(Email),
  /** The name of the tax that prices include. */
  taxLabel: Line(2, 30),
  /** Its rate in thousandths of a percent, 8875 for 8.875%; null shows no tax. */
  taxRateThousandths: z.int().min(1).max(50_000).nullable(),
  paperSize: z.enum(["letter", "a4"]),
  /** What the payment page offers besides cards. */
  paymentMethods: z.array(PaymentMethod).max(PaymentMethod.options.length),
  /** Addresses and networks (CIDR) whose people aren't counted together: the venue's own. */
  trustedNetworks: z
    .array(z.string().max(50))
    .max(20, "Enter at most 20 networks")
    .refine(
      (networks) => networks.every((network) => NetworkAddress.safeParse(network).success),
      "Enter addresses like 203.0.113.7 or networks like 203.0.113.0/24",
    ),
});
export type Settings = z.infer<typeof Settings>;
export type SettingName = keyof Settings;

/** Values from the environment, read-only. Never includes a secret. */
export const EnvironmentView = z.array(z.object({ name: z.string(), value: z.string(), note: TextOrNull }));
export type EnvironmentView = z.infer<typeof EnvironmentView>;

/** `settings` can be changed here, `environment` only where the server runs. */
export const SettingsView = z.object({
  // As stored: writing normalizes these values, reading doesn't.
  settings: Settings.extend({ contactEmail: TextOrNull, sellerEmail: TextOrNull }),
  environment: EnvironmentView,
});
export type SettingsView = z.infer<typeof SettingsView>;

/** For secrets of the environment, it says only whether they are set. */
export const getSettings = adminEndpoint(
  "GET /api/admin/settings",
  "Settings that admins can change, and values from the environment",
  {
    reply: SettingsView,
  },
);

/** Omitted settings stay. One change at a time; unchanged values are not recorded. */
export const changeSettings = adminEndpoint(
  "POST /api/admin/settings",
  "Change settings; they apply from the next request on every node",
  {
    delicate: 5,
    body: Settings.partial().strict(),
    reply: SettingsView,
  },
);

/** Also whether a stream is live. */
export const getSite = endpoint("GET /api/site", "The brand's contact email, social links and info sheets", {
  access: "public",
  shared: true,
  reply: SiteSettings,
});
