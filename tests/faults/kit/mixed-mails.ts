import { sql } from "kysely";
import { embedDraft } from "#tests/streams/api-scene.ts";
import { addReaders, launch } from "#tests/campaigns/kit.ts";
import type { Site } from "#testing/site.ts";

/** A kind of email, and what one of it is about. */
interface Kind {
  kind: string;
  priority: number;
  topic: Record<string, string | number>;
  /** The email that it repeats: an order has one confirmation. */
  resendOf?: number;
}

/** What emails of every priority but the campaigns' are about: an order, a sale, a product, a stream. */
export async function prepareKinds(site: Site): Promise<{ kinds: Kind[]; adminId: number }> {
  const admin = await site.as("admin");
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const variantId = await site.create.variant({ onHand: 5 });
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body: stream } = await admin.post("/api/admin/streams", { ...embedDraft, startsAt });
  await admin.post(`/api/admin/streams/${stream.id}/publish`, { isPublished: true });
  await admin.post(`/api/admin/streams/${stream.id}/go-live`);
  const signup = async (topic: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into interests (id, topic, email, status, confirmed_at, sent_at, event_id)
      values (gen_random_uuid(), ${topic}, 'marva@example.com', 'sent', clock_now(), clock_now(),
        ${topic.startsWith("event:") ? eventId : null}) returning id`.execute(site.db);
    return rows[0]!.id;
  };
  const first = await sql<{ id: number }>`
    update emails set status = 'not_sent', sent_at = clock_now(), attempts = 1
    where kind = 'order_confirmation' returning id`.execute(site.db);
  const waiting = await signup("shop");
  // As staff send them to an address of their choice: anyone else's would be dropped.
  const about = { orderId: order.id, copy: 1 };
  const kinds: Kind[] = [
    {
      kind: "stream_live",
      priority: 2,
      topic: { streamId: stream.id, interestId: await signup(`stream:${stream.id}`) },
    },
    { kind: "money_returned", priority: 1, topic: { ...about, reason: "sold_out_meanwhile", amountCents: 100 } },
    { kind: "order_confirmation", priority: 0, topic: about, resendOf: first.rows[0]!.id },
    {
      kind: "back_in_stock",
      priority: 2,
      topic: { variantId, interestId: await signup(`back-in-stock:${variantId}`) },
    },
    {
      kind: "ticket_change",
      priority: 1,
      topic: { ...about, ticketId: order.tickets[0]!.id, what: "renamed", was: "" },
    },
    { kind: "security_alert", priority: 0, topic: { what: "password" } },
    { kind: "sales_open", priority: 2, topic: { interestId: await signup(`event:${eventId}`) } },
    { kind: "interest_confirmation", priority: 1, topic: { interestId: waiting } },
  ];
  return { kinds, adminId: admin.id };
}

/** Puts emails into the outbox, of one kind after the other, each to an address of its own. */
export async function insertMixed(
  { db }: Pick<Site, "db">,
  { kinds, adminId }: { kinds: Kind[]; adminId: number },
  { count, name }: { count: number; name: string },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => ({ ...kinds[number % kinds.length]!, number }));
  await sql`
    insert into emails (dedupe_key, kind, priority, to_address, to_name, topic, resend_of, requested_by)
    select ${name}::text || r.number, r.kind, r.priority, ${name}::text || '-' || r.number || '@example.com', '', r.topic,
      r."resendOf", case when r."resendOf" is not null then ${adminId}::bigint end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(number integer, kind text, priority smallint, topic jsonb, "resendOf" bigint)
    order by r.number`.execute(db);
}

/** Starts a campaign to this many people. */
export async function startCampaign(site: Site, people: number): Promise<void> {
  const admin = await site.as("admin");
  await admin.post("/api/admin/settings", { postalAddress: "1 Flatbush Ave\nBrooklyn, NY 11217" });
  await addReaders(site, people);
  await launch(admin);
}
