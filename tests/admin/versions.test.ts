import { afterEach, expect, test } from "vitest";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#testing/site.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** Something that staff edit: where it is saved, what is sent, and the field in which two saves differ. */
interface Thing {
  method: "PUT" | "PATCH";
  path: string;
  body: object;
  read: () => Promise<{ version: number; name?: string; code?: string }>;
  field: "name" | "code";
}

const codeTexts = ["SOCA-ONE", "SOCA-TWO", "SOCA-SIX"];

async function openThings(options: SiteOptions = {}): Promise<{ admin: Client; things: Record<string, Thing> }> {
  const site = await createSite(options);
  sites.push(site);
  const admin = await site.as("admin");
  const eventId = await site.create.event();
  const typeId = await site.create.ticketType({ eventId, name: "General" });
  const setupPath = `/api/admin/events/${eventId}/ticket-types` as const;
  const setup = async () => (await admin.get(setupPath)).body;
  const pool = { name: "Floor", counts: "people", capacity: 20 };
  const poolId = (await admin.post(`/api/admin/events/${eventId}/pools`, pool)).body.pools[0]!.id;
  const discount = { kind: "percent", percent: 10 };
  const codeId = (await admin.post("/api/admin/promo-codes", { code: "SOCA10", discount })).body.id;
  const promoter = { name: "Kezia", linkCode: "kezia", commission: { kind: "none" } };
  const promoterId = (await admin.post("/api/admin/promoters", promoter)).body.id;
  const venue = { name: "The Pier", city: "Miami", region: "FL", country: "US" };
  const venueId = (await admin.post("/api/admin/venues", venue)).body.id;
  const first = async (path: string) =>
    (await admin.get<{ items: Awaited<ReturnType<Thing["read"]>>[] }>(path)).body.items[0]!;
  const type = { pricing: "free", capacity: 9, ticketsPerUnit: 1, minPerOrder: 1, maxPerOrder: 4 };
  const asThing = (path: string, body: object, read: Thing["read"], field: Thing["field"] = "name"): Thing => ({
    method: "PUT",
    path,
    body,
    read,
    field,
  });
  return {
    admin,
    things: {
      "ticket type": asThing(`/api/admin/ticket-types/${typeId}`, type, async () => (await setup()).types[0]!),
      pool: asThing(`/api/admin/pools/${poolId}`, pool, async () => (await setup()).pools[0]!),
      "promo code": asThing(
        `/api/admin/promo-codes/${codeId}`,
        { discount },
        () => first(`/api/admin/promo-codes?id=${codeId}`),
        "code",
      ),
      promoter: asThing(`/api/admin/promoters/${promoterId}`, promoter, () =>
        first(`/api/admin/promoters?id=${promoterId}`),
      ),
      venue: {
        ...asThing(`/api/admin/venues/${venueId}`, venue, () => first(`/api/admin/venues?id=${venueId}`)),
        method: "PATCH",
      },
    },
  };
}

/**
 * Three saves at once, all starting from the same version.
 *
 * @returns how many succeeded, the other replies, and how many of the saved values are still stored
 */
async function saveAtOnce(admin: Client, thing: Thing) {
  const { version } = await thing.read();
  const answers = await Promise.all(
    codeTexts.map((codeText) =>
      admin.call(thing.method, thing.path, { ...thing.body, version, [thing.field]: codeText }),
    ),
  );
  const stored = await thing.read();
  const saved = codeTexts.filter((_, index) => answers[index]!.status === 200);
  return {
    saved: saved.length,
    refused: answers.flatMap(({ status, body }) => (status === 200 ? [] : [`${status} ${body.code}`])),
    stored: saved.filter((codeText) => codeText === stored[thing.field]).length,
    isNewer: stored.version > version,
  };
}

test("of several saves of one thing at once, one succeeds and the others are refused", async () => {
  const { admin, things } = await openThings();
  for (const [what, thing] of Object.entries(things)) {
    const refused = ["409 edited_meanwhile", "409 edited_meanwhile"];
    expect([what, await saveAtOnce(admin, thing)]).toEqual([what, { saved: 1, refused, stored: 1, isNewer: true }]);
    const { version } = await thing.read();
    const again = await admin.call(thing.method, thing.path, { ...thing.body, version, [thing.field]: "SOCA-AGAIN" });
    expect([what, again.status]).toEqual([what, 200]);
    expect((await thing.read())[thing.field]).toBe("SOCA-AGAIN");
  }
});

test("negative control: if a save doesn't raise the version, all succeed and some values are lost", async () => {
  const { admin, things } = await openThings({
    rewriteSql: sabotage([/("?version"? = )version \+ 1/, "$1version + 0"]),
  });
  for (const [what, thing] of Object.entries(things)) {
    const { saved, stored } = await saveAtOnce(admin, thing);
    expect([what, saved, stored]).toEqual([what, 3, 1]);
  }
});

test("any other staff action on them also makes a new version", async () => {
  const { admin, things } = await openThings();
  const { path } = things["ticket type"]!;
  const deeds: [Thing, () => Promise<unknown>][] = [
    [things["ticket type"]!, () => admin.post(`${path}/end`, {})],
    [things["promo code"]!, () => admin.post(`${things["promo code"]!.path}/status`, { status: "paused" })],
    [things["promoter"]!, () => admin.post(`${things["promoter"]!.path}/status`, { status: "paused" })],
  ];
  for (const [thing, deed] of deeds) {
    const { version } = await thing.read();
    await deed();
    const stale = await admin.call("PUT", thing.path, { ...thing.body, version, [thing.field]: "SOCA-LATE" });
    expect([thing.path, stale.body.code]).toEqual([thing.path, "edited_meanwhile"]);
  }
});
