import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { embedDraft } from "#tests/streams/api-scene.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
afterEach(() => sql`truncate interests, emails`.execute(site.db));

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Something that people can wait for: where they ask, and how it happens. */
interface Occasion {
  path: string;
  more?: object;
  happen: () => Promise<unknown>;
}

/** Each thing that people can wait for, by the kind of the email about it. */
const occasions: Record<string, (on: Site) => Promise<Occasion>> = {
  async sales_open(on) {
    const eventId = await on.create.event();
    const typeId = await on.create.ticketType({ eventId, salesStartAt: new Date(inAnHour()) });
    return {
      path: `/api/events/${eventId}/reminder`,
      async happen() {
        await sql`update ticket_types set sales_start_at = clock_now() where id = ${typeId}`.execute(on.db);
        await on.app.runJob("sales-open");
      },
    };
  },
  async back_in_stock(on) {
    const variantId = await on.create.variant({ onHand: 0 });
    return {
      path: `/api/shop/variants/${variantId}/back-in-stock`,
      async happen() {
        await sql`
          update stock set capacity = 1 where id = (select stock_id from variants where id = ${variantId})`.execute(
          on.db,
        );
        await on.app.runJob("back-in-stock");
      },
    };
  },
  async stream_live(on) {
    const admin = await on.as("admin");
    const { body } = await admin.post("/api/admin/streams", { ...embedDraft, startsAt: inAnHour() });
    await admin.post(`/api/admin/streams/${body.id}/publish`, { isPublished: true });
    return {
      path: `/api/streams/${body.id}/reminder`,
      async happen() {
        await admin.post(`/api/admin/streams/${body.id}/go-live`);
        await on.app.runJob("stream-reminders");
      },
    };
  },
};
const kinds = Object.keys(occasions);

let people = 0;
async function memberWith(email: string): Promise<Client> {
  const member = await site.as("user");
  await sql`update users set email = ${email} where id = ${member.id}`.execute(site.db);
  return member;
}
/** Ways in which an address may be known; each returns who enters it, if not a stranger. */
const ways: Record<string, (email: string) => Promise<Client | undefined>> = {
  nobody: () => Promise.resolve(undefined),
  "an account": async (email) => void (await memberWith(email)),
  "a paid order": async (email) => {
    const lines = [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }];
    await site.buy(await site.as("guest"), lines, "approve", { buyer: { name: "Marva", email } });
    return undefined;
  },
  "an earlier confirmation": async (email) => void (await confirmAddress(site, email)),
  "its own account, signed in": memberWith,
};

/** The kinds of the emails to an address, about what it waits for. */
async function mailsTo(email: string, on = site) {
  await on.app.runJob("mail");
  const { rows } = await sql<{ kind: string; text: string }>`
    select kind, coalesce(body_text, '') as text from emails
    where to_address = ${email} and kind = any(${[...kinds, "interest_confirmation"]}::text[]) order by id`.execute(
    on.db,
  );
  return rows;
}
const kindsTo = async (email: string, on = site) => (await mailsTo(email, on)).map(({ kind }) => kind);

async function follow(text: string, step: "confirm" | "leave") {
  const { searchParams } = new URL(new RegExp(`http\\S+[?&]${step}=\\S+`).exec(text)?.[0] ?? "http://none/");
  const [id, key] = [searchParams.get(step), searchParams.get("key")];
  return step === "confirm"
    ? site.anon.post("/api/interest/confirm", { id, key })
    : site.anon.post(`/api/interest/${id}/unsubscribe?key=${key}`);
}

describe.each(kinds)("%s", (kind) => {
  test.each(Object.keys(ways))("to an address that is confirmed by %s", async (way) => {
    const email = `person-${people++}@example.com`;
    const { path, happen } = await occasions[kind]!(site);
    const own = await ways[way]!(email);
    const answers = [];
    for (let time = 0; time < 2; time++) answers.push((await (own ?? site.anon).post(path, { email })).body);
    const status = own === undefined ? "asked" : "confirmed";
    expect(answers).toEqual([{ status }, { status }]);
    const isKnown = way !== "nobody";
    expect(await kindsTo(email)).toEqual(isKnown ? [] : ["interest_confirmation"]);
    await happen();
    expect(await kindsTo(email)).toEqual([isKnown ? kind : "interest_confirmation"]);
  });

  test("an unknown address gets the email once it opened the link, and its link unsubscribes", async () => {
    const email = `person-${people++}@example.com`;
    const { path, happen } = await occasions[kind]!(site);
    await site.anon.post(path, { email });
    const [asked] = await mailsTo(email);
    expect((await follow(asked!.text, "confirm")).status).toBe(200);
    await happen();
    const [, told] = await mailsTo(email);
    expect(told).toMatchObject({ kind });
    expect((await follow(told!.text, "leave")).status).toBe(200);
    // It left that list only: it's confirmed, so another one takes it at once.
    const again = await occasions[kind]!(site);
    await site.anon.post(again.path, { email });
    await again.happen();
    expect((await kindsTo(email)).filter((each) => each === kind)).toHaveLength(2);
  });

  test("a stranger can't put an address back on a list that it left: it is asked again", async () => {
    const email = `person-${people++}@example.com`;
    const { path, happen } = await occasions[kind]!(site);
    const member = await memberWith(email);
    await member.post(path, { email });
    await sql`update interests set status = 'left', left_at = clock_now(), mailed_at = clock_now() - interval '1 hour'`.execute(
      site.db,
    );
    await site.anon.post(path, { email });
    expect(await kindsTo(email)).toEqual(["interest_confirmation"]);
    await happen();
    expect(await kindsTo(email)).toEqual(["interest_confirmation"]);
  });
});

test("a part of the site asks an unknown address, and lists a known one at once", async () => {
  const statuses: Record<string, string> = {};
  for (const [way, confirm] of Object.entries(ways)) {
    const email = `person-${people++}@example.com`;
    const own = await confirm(email);
    await (own ?? site.anon).post("/api/interest", { topic: "shop", email });
    const { rows } = await sql<{ status: string }>`
      select status from interests where email = ${email} and topic = 'shop'`.execute(site.db);
    statuses[way] = `${rows[0]!.status}, ${(await kindsTo(email)).length} emails`;
  }
  expect(statuses).toEqual({
    nobody: "asked, 1 emails",
    "an account": "confirmed, 0 emails",
    "a paid order": "confirmed, 0 emails",
    "an earlier confirmation": "confirmed, 0 emails",
    "its own account, signed in": "confirmed, 0 emails",
  });
});

test("what nodes of the version before stored follows the same policy, and each gets one email", async () => {
  const { path, happen } = await occasions["back_in_stock"]!(site);
  await confirmAddress(site, "known@example.com");
  await sql`
    insert into back_in_stock (variant_id, email, told_at)
    select ${Number(/\d+/.exec(path)![0])}, email, told_at from (values ('known@example.com', null),
      ('unknown@example.com', null), ('told@example.com', clock_now())) former(email, told_at)`.execute(site.db);
  await happen();
  await happen();
  expect(await kindsTo("known@example.com")).toEqual(["back_in_stock"]);
  expect(await kindsTo("unknown@example.com")).toEqual(["interest_confirmation"]);
  expect(await kindsTo("told@example.com")).toEqual([]);
  expect((await sql`select from back_in_stock`.execute(site.db)).rows).toEqual([]);
});

test("negative control: without the guard on the status, an address that nobody confirmed is written to", async () => {
  const unguarded = sabotage([/status = 'confirmed'/g, "status in ('asked', 'confirmed')", { in: "from interests" }]);
  const other = await createSite({ rewriteSql: unguarded });
  for (const kind of kinds) {
    const { path, happen } = await occasions[kind]!(other);
    await other.anon.post(path, { email: `${kind}@example.com` });
    await happen();
    expect((await kindsTo(`${kind}@example.com`, other)).toSorted()).toEqual(
      [kind, "interest_confirmation"].toSorted(),
    );
  }
  await other.close();
});
