import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Address, Currency, Email, Line } from "./shapes.ts";
import { isTimeZone } from "./zoned-time.ts";

/** Places of the brand elsewhere, in the order in which the footer names them. */
export const LinkName = z.enum(["instagram", "youtube", "tiktok", "whatsapp"]);
export type LinkName = z.infer<typeof LinkName>;

/** What an address of each place looks like: what stands in the footer is the brand's own page there. */
const addresses: Record<LinkName, RegExp> = {
  instagram: /^https:\/\/(www\.)?instagram\.com\/[^\s"<>]*$/,
  youtube: /^https:\/\/(www\.)?(youtube\.com|youtu\.be)\/[^\s"<>]*$/,
  tiktok: /^https:\/\/(www\.)?tiktok\.com\/[^\s"<>]*$/,
  whatsapp: /^https:\/\/(wa\.me|chat\.whatsapp\.com|(www\.)?whatsapp\.com)\/[^\s"<>]*$/,
};

const linkTo = (name: LinkName) =>
  z.string().trim().max(200).regex(addresses[name], `An https address at ${name} is needed`).nullable();

/** What the brand says of itself on every page: where to write, and where else it is. */
export const House = z.object({
  contactEmail: z.string().nullable(),
  links: z.array(z.object({ name: LinkName, url: z.string() })),
});
export type House = z.infer<typeof House>;

/** The currencies in which nights can be sold. */
export const currencies = ["USD", "CAD", "GBP", "EUR", "JMD", "TTD", "XCD", "BBD"] as const;

/** What admins may change while the site runs. */
export const Settings = z.object({
  contactEmail: Email.nullable(),
  instagram: linkTo("instagram"),
  youtube: linkTo("youtube"),
  tiktok: linkTo("tiktok"),
  whatsapp: linkTo("whatsapp"),
  /** The name that mails come from; null for the one that stands in MAIL_FROM. */
  mailSenderName: Line(2, 60).nullable(),
  /** What a new night starts with. */
  defaultTimeZone: z.string().max(64).refine(isTimeZone, "An IANA time zone is needed, as America/New_York"),
  defaultCurrency: Currency.and(z.enum(currencies)),
  /** Who sells, as receipts and invoices name them; null for the brand's own name. */
  legalName: Line(2, 120).nullable(),
  sellerAddress: Address.nullable(),
  sellerTaxId: Line(2, 40).nullable(),
  /** Where to write about a receipt; null for the contact address. */
  sellerEmail: Email.nullable(),
  /** What the tax is called that prices contain. */
  taxLabel: Line(2, 30),
  /** Its rate in thousandths of a per cent, 8875 for 8.875 %; null shows no tax. */
  taxRateThousandths: z.int().min(1).max(50_000).nullable(),
  paperSize: z.enum(["letter", "a4"]),
});
export type Settings = z.infer<typeof Settings>;
export type SettingName = keyof Settings;

/** What comes from the environment, to look at: no secret is ever in it. */
export const EnvironmentView = z.array(z.object({ name: z.string(), value: z.string(), note: z.string().nullable() }));
export type EnvironmentView = z.infer<typeof EnvironmentView>;

export const SettingsView = z.object({
  // As kept: what is put in order when it is written is only read here.
  settings: Settings.extend({ contactEmail: z.string().nullable(), sellerEmail: z.string().nullable() }),
  environment: EnvironmentView,
});
export type SettingsView = z.infer<typeof SettingsView>;

export const getSettings = endpoint({
  method: "GET",
  path: "/api/admin/settings",
  summary: "What can be changed while the site runs, and what comes from the environment",
  access: "admin",
  limit: "read",
  reply: SettingsView,
  errors: [],
});

export const changeSettings = endpoint({
  method: "POST",
  path: "/api/admin/settings",
  summary: "Change some settings: they hold from the next request on, on every node",
  access: "admin",
  limit: "write",
  body: Settings.partial().strict(),
  reply: SettingsView,
  errors: ["invalid_input"],
});

export const getHouse = endpoint({
  method: "GET",
  path: "/api/house",
  summary: "What the brand says of itself on every page",
  access: "public",
  limit: "read",
  shared: true,
  reply: House,
  errors: [],
});
