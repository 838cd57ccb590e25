import { afterAll, beforeAll, expect, test } from "vitest";
import type { EditedEvent } from "#contract/events/editing.ts";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

const curtain = {
  key: "velvet-riddim",
  alt: "A velvet curtain",
  dominant: "#101010",
  accent: "#c9a24b",
  placeholder: null,
  width: 4,
  height: 5,
};

let site: Site;
let admin: Client;
let venueId: number;

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "ann-the-promoter");
  await site.create.event({ title: "First of all" });
  await inTransaction(site.db, (tx) => adoptPicture(tx, curtain));
  venueId = (await admin.get("/api/admin/venues?q=yard")).body.items[0]!.id;
});
afterAll(() => site.close());

const times = { startsAt: "2036-03-06T03:00:00.000Z", endsAt: "2036-03-06T09:00:00.000Z" };

async function begin(title: string): Promise<EditedEvent> {
  const answer = await admin.post("/api/admin/events", {
    title,
    ...times,
    timeZone: "America/New_York",
    venueId,
  });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}
const save = (event: EditedEvent, changes: object, version = event.version) =>
  admin.call("PATCH", `/api/admin/events/${event.id}`, {
    version,
    changes,
  });
const read = async (id: number) => (await admin.get(`/api/admin/events/${id}`)).body;
const show = async (id: number) => site.anon.get(`/api/events/${id}`);

test("an event starts as a draft that only staff see, and lists what is missing", async () => {
  const event = await begin("Harbor Lights");
  expect(event).toMatchObject({ slug: "harbor-lights", visibility: "draft", version: 1, hasPoster: false, sold: 0 });
  expect(event.gaps.filter(({ weight }) => weight === "needed").map(({ what }) => what)).toEqual(["summary", "poster"]);
  expect((await show(event.id)).status).toBe(404);
  expect((await site.anon.get("/api/events?q=harbor")).body.total).toBe(0);
  expect((await admin.get("/api/admin/events?q=harbor&status=draft")).body).toMatchObject({ total: 1 });
});

test("every changed field is saved, shown and logged with its old value", async () => {
  const event = await begin("Velvet Hours");
  const changes = {
    title: "Velvet Hours II",
    slug: "velvet-two",
    summary: "Lovers rock until four",
    descriptionHtml: "<h3>The night</h3><p>Come <strong>early</strong><script>alert(1)</script></p>",
    categories: ["Dancehall"],
    startsAt: "2036-03-07T02:00:00.000Z",
    doorsAt: "2036-03-07T01:00:00.000Z",
    endsAt: "2036-03-07T08:00:00.000Z",
    timeZone: "America/Chicago",
    ageRule: "21+",
    dressCode: "Velvet",
    lineup: [{ name: "Selector Duke", role: "Host", picture: "velvet-riddim" }],
    policies: [{ title: "Re-entry", text: "Until one." }],
    poster: "velvet-riddim",
    gallery: ["velvet-riddim"],
    seoTitle: "Velvet in March",
    seoDescription: "Two rooms",
    recap: null,
    hideCounts: true,
    entryOpensMinutes: 30,
  };
  const { status, body } = await save(event, changes);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    version: 2,
    title: "Velvet Hours II",
    formerSlugs: ["velvet-hours"],
    descriptionHtml: "<h3>The night</h3><p>Come <strong>early</strong></p>",
    poster: { key: "velvet-riddim", alt: "A velvet curtain" },
    lineup: [{ name: "Selector Duke", role: "Host", picture: { key: "velvet-riddim", alt: "A velvet curtain" } }],
    gallery: [{ key: "velvet-riddim" }],
    entryOpensMinutes: 30,
    hideCounts: true,
    timeZone: "America/Chicago",
    updatedBy: "ann-the-promoter",
    hasPoster: true,
  });
  await admin.post(`/api/admin/events/${event.id}/visibility`, { visibility: "published" });
  expect((await show(event.id)).body).toMatchObject({
    slug: "velvet-two",
    description: "The night\n\nCome early",
    descriptionHtml: "<h3>The night</h3><p>Come <strong>early</strong></p>",
    seo: { title: "Velvet in March", description: "Two rooms" },
    status: "on",
    ageRule: "21+",
    otherDates: [],
  });
  expect((await site.anon.get("/api/events?q=selector+duke")).body.total).toBe(1);
  const { body: log } = await admin.get(`/api/admin/audit?kind=event&id=${event.id}`);
  const changed = log.items.find(({ action }: { action: string }) => action === "event.changed");
  expect(changed).toMatchObject({
    before: { title: "Velvet Hours", slug: "velvet-hours", ageRule: "all" },
    after: { title: "Velvet Hours II", slug: "velvet-two", ageRule: "21+" },
  });
  expect(changed!.after).not.toHaveProperty("visibility");
});

test("of several saves at once, the later ones are refused and nothing of the first is lost", async () => {
  const event = await begin("Two Editors");
  const answers = await Promise.all([
    save(event, { summary: "Mine" }),
    save(event, { dressCode: "Linen" }),
    save(event, { summary: "Theirs" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
    "edited_meanwhile",
    "edited_meanwhile",
  ]);
  const stored = await read(event.id);
  expect(stored.version).toBe(2);
  const won = answers.find(({ status }) => status === 200)!.body;
  expect([stored.summary, stored.dressCode]).toEqual([won.summary, won.dressCode]);
  expect((await save(event, { summary: "Now it goes" }, stored.version)).status).toBe(200);
});

test("a save that changes nothing makes no new version and no log entry", async () => {
  const event = await begin("Nothing New");
  expect((await save(event, { title: "Nothing New", categories: [] })).body.version).toBe(1);
  expect((await admin.get(`/api/admin/audit?kind=event&id=${event.id}`)).body.items).toHaveLength(1);
});

test("a slug that another event uses is refused; one that it gave up is free", async () => {
  const first = await begin("Address One");
  const second = await begin("Address Two");
  const refused = await save(second, { slug: "address-one" });
  expect(refused).toMatchObject({ status: 409, body: { code: "already_exists", errors: [{ path: "changes.slug" }] } });
  expect((await save(first, { slug: "address-first" })).status).toBe(200);
  expect((await save(second, { slug: "address-one" })).status).toBe(200);
  expect((await read(first.id)).formerSlugs).toEqual(["address-one"]);
});

test("after two renames and a return, the former slugs are listed without the current one", async () => {
  let event = await begin("Renamed");
  for (const slug of ["renamed-once", "renamed-twice", "renamed"]) event = (await save(event, { slug })).body;
  expect(event.slug).toBe("renamed");
  expect(event.formerSlugs).toEqual(["renamed-twice", "renamed-once"]);
});

test.each([
  [{ endsAt: "2036-03-06T02:00:00.000Z" }, "changes.endsAt"],
  [{ endsAt: "2036-04-06T02:00:00.000Z" }, "changes.endsAt"],
  [{ doorsAt: "2036-03-06T04:00:00.000Z" }, "changes.doorsAt"],
  [{ venueId: 987_654 }, "changes.venueId"],
  [{ poster: "nobody-has-this" }, "changes.poster"],
  [{ lineup: [{ name: "A", role: "", picture: "nobody-has-this" }] }, "changes.lineup.0.picture"],
  [{ timeZone: "Mars/Olympus" }, "changes.timeZone"],
  [{ startsAt: "0000-01-01T00:00:00.000Z" }, "changes.startsAt"],
  [{ summary: "a\u0007b" }, "changes.summary"],
  [{ visibility: "published" }, "changes"],
])("%j is refused at its field and changes nothing", async (changes, path) => {
  const event = await begin("Refusals");
  const { status, body } = await save(event, changes);
  expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
  expect((await read(event.id)).version).toBe(1);
});

test("an event's plain-text description opens in the editor as paragraphs", async () => {
  const id = await site.create.event({ description: "One <b>\n\nTwo" });
  expect((await read(id)).descriptionHtml).toBe("<p>One &lt;b&gt;</p><p>Two</p>");
});

test("a venue is added once, and a correction applies to all its events", async () => {
  const venue = { name: "Casa Marisol", city: "Miami", region: "FL", country: "US", latitude: 25.7, longitude: -80.1 };
  const added = await admin.post("/api/admin/venues", venue);
  expect([added.status, added.body.eventCount]).toEqual([201, 0]);
  expect((await admin.post("/api/admin/venues", venue)).body.code).toBe("already_exists");
  const event = await begin("At Casa");
  await save(event, { venueId: added.body.id });
  const corrected = await admin.call("PATCH", `/api/admin/venues/${added.body.id}`, {
    ...venue,
    name: "Casa Marisol Sur",
    version: added.body.version,
  });
  expect(corrected.body).toMatchObject({ name: "Casa Marisol Sur", eventCount: 1 });
  expect((await admin.get("/api/admin/events?q=sur")).body.items.map((row: { id: number }) => row.id)).toEqual([
    event.id,
  ]);
  expect((await admin.get("/api/admin/venues?q=miami+marisol")).body.items).toHaveLength(1);
});

test("a US venue's ZIP Code and state have to agree; other countries write addresses as they do", async () => {
  const address = { name: "The Old Mill", city: "Brooklyn", country: "US" };
  const add = async (more: object) => {
    const { body } = await admin.post("/api/admin/venues", { ...address, ...more });
    return body.errors?.[0] ?? [body.region, body.postalCode];
  };
  expect(await add({ region: "NJ", postalCode: "11201" })).toEqual({
    path: "postalCode",
    message: "11201 is in New York, not New Jersey",
  });
  expect(await add({ region: "Kings", postalCode: "11201" })).toMatchObject({ path: "region" });
  expect(await add({ region: "NY", postalCode: "112" })).toMatchObject({ path: "postalCode" });
  expect(await add({ region: "NY", postalCode: "11201" })).toEqual(["NY", "11201"]);
  const abroad = { name: "The Savannah", city: "Port of Spain", region: "", country: "TT", postalCode: "POS 1" };
  expect(await add(abroad)).toEqual(["", "POS 1"]);
  const [mill] = (await admin.get("/api/admin/venues?q=old+mill")).body.items;
  const { id, eventCount: _, ...body } = mill!;
  const moved = await admin.call("PATCH", `/api/admin/venues/${id}`, { ...body, region: "CT" });
  expect(moved.body.errors).toMatchObject([{ path: "postalCode" }]);
});

test("the list can be searched, filtered, sorted and exported", async () => {
  await begin("Zz Last");
  const list = async (query: string) => (await admin.get(`/api/admin/events?${query}`)).body;
  const all = await list("sort=-title");
  expect(all.items[0]!.title).toBe("Zz Last");
  expect(
    (await list("status=published")).items.every((row: { visibility: string }) => row.visibility === "published"),
  ).toBe(true);
  expect((await list("q=zz+last&when=past")).total).toBe(0);
  expect((await list("city=nowhere")).total).toBe(0);
  const file = await admin.get("/api/admin/events.csv?q=zz+last");
  expect(file.text).toContain(
    '"Zz Last","2036-03-05 22:00","America/New_York","The Yard","Brooklyn","draft","on",0,0,',
  );
});

test("a published event must keep its poster and summary; a draft can lose them", async () => {
  const draft = await begin("Half Finished");
  const whole = (await save(draft, { summary: "All there", poster: "velvet-riddim" })).body;
  const bare = (await save(whole, { summary: "", poster: "house" })).body;
  expect(bare.hasPoster).toBe(false);
  const again = (await save(bare, { summary: "All there", poster: "velvet-riddim" })).body;
  const { body: shown } = await admin.post(`/api/admin/events/${draft.id}/visibility`, {
    visibility: "published",
  });
  expect(shown.version).toBe(again.version + 1);
  expect((await save(shown, { summary: " " })).body.errors![0]!.path).toBe("changes.summary");
  expect((await save(shown, { poster: "house" })).body.errors![0]!.path).toBe("changes.poster");
});
