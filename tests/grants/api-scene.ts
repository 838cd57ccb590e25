import type { Client, Site } from "#testing/site.ts";

/** Someone who sells at one event's box office, and someone who could help at the door. */
export async function prepareGrants(site: Site, admin: Client, eventId: number) {
  const [seller, helper] = [await site.as("user"), await site.as("user")];
  const draft = { userId: seller.id, kind: "box_office", eventId };
  const given = await admin.post("/api/grants", draft);
  if (given.status !== 201) throw new Error(given.text);
  return { grantId: given.body.id, sellerId: seller.id, helperId: helper.id };
}
