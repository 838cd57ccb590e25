import { z } from "zod";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { InstantOrNull, Items, Version } from "../shapes.ts";

/** The texts that every page can show on top of itself, opened by `?info=`; in footer order. */
export const InfoName = z.enum(["contact", "terms", "privacy", "refunds", "accessibility"]);
export type InfoName = z.infer<typeof InfoName>;

const ByName = z.object({ name: InfoName });

/** One of these texts, as HTML in the few elements that the site allows. Empty: there is no such text. */
export const InfoSheet = z.object({
  name: InfoName,
  html: z.string(),
  /** When staff last saved it; null if never. */
  changedAt: InstantOrNull,
});
export type InfoSheet = z.infer<typeof InfoSheet>;

/** The same for the staff who edit it. */
export const EditedInfoSheet = InfoSheet.extend({ version: Version });
export type EditedInfoSheet = z.infer<typeof EditedInfoSheet>;

/** Its HTML is empty if staff haven't written it. */
export const getInfoSheet = endpoint("GET /api/site/info/{name}", "The brand's contact page or one of its policies", {
  access: "public",
  shared: true,
  params: ByName,
  reply: InfoSheet,
});

/** Empty ones too, in footer order. */
export const listInfoSheets = adminEndpoint("GET /api/admin/info-sheets", "All of these texts, to edit them", {
  reply: Items(EditedInfoSheet),
});

/** What isn't allowed in its HTML is removed. Saving what is there changes nothing. */
export const saveInfoSheet = adminEndpoint(
  "PUT /api/admin/info-sheets/{name}",
  "Save one of these texts; an empty one is no longer linked",
  {
    params: ByName,
    body: z.strictObject({ version: Version, html: z.string().max(40_000) }),
    reply: EditedInfoSheet,
    errors: ["edited_meanwhile"],
  },
);
