import { afterAll, beforeAll, expect, test } from "vitest";
import type { EditedEvent } from "#contract/event-editing.ts";
import type { EventDetail } from "#contract/events.ts";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

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
  await site.make.event({ title: "First of all" });
  await inTransaction(site.db, (tx) => adoptPicture(tx, curtain));
  venueId = (await admin.get("/api/admin/venues?q=yard")).body.items[0].id;
});
afterAll(() => site.close());

const times = { startsAt: "2036-03-06T03:00:00.000Z", endsAt: "2036-03-06T09:00:00.000Z" };

async function begin(title: string): Promise<EditedEvent> {
  const answer = await admin.post<EditedEvent>("/api/admin/events", {
    title,
    ...times,
    timeZone: "America/New_York",
    venueId,
  });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}
const save = (night: EditedEvent, changes: object, version = night.version) =>
  admin.call<EditedEvent & { code: string; errors: { path: string }[] }>("PATCH", `/api/admin/events/${night.id}`, {
    version,
    changes,
  });
const read = async (id: number) => (await admin.get<EditedEvent>(`/api/admin/events/${id}`)).body;
const show = async (id: number) => site.anon.get<EventDetail>(`/api/events/${id}`);

test("a night begins as a draft that only staff see, and says what it lacks", async () => {
  const night = await begin("Harbour Lights");
  expect(night).toMatchObject({ slug: "harbour-lights", visibility: "draft", version: 1, hasPoster: false, sold: 0 });
  expect(night.gaps.filter(({ weight }) => weight === "needed").map(({ what }) => what)).toEqual(["summary", "poster"]);
  expect((await show(night.id)).status).toBe(404);
  expect((await site.anon.get("/api/events?q=harbour")).body.total).toBe(0);
  expect((await admin.get("/api/admin/events?q=harbour&state=draft")).body).toMatchObject({ total: 1 });
});

test("every field that an editor changes is kept, shown and written into the log with how it was", async () => {
  const night = await begin("Velvet Hours");
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
  const { status, body } = await save(night, changes);
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
  await admin.post(`/api/admin/events/${night.id}/visibility`, { visibility: "published" });
  expect((await show(night.id)).body).toMatchObject({
    slug: "velvet-two",
    description: "The night\n\nCome early",
    descriptionHtml: "<h3>The night</h3><p>Come <strong>early</strong></p>",
    seo: { title: "Velvet in March", description: "Two rooms" },
    state: "on",
    ageRule: "21+",
    otherDates: [],
  });
  expect((await site.anon.get("/api/events?q=selector+duke")).body.total).toBe(1);
  const { body: log } = await admin.get(`/api/admin/audit?kind=night&id=${night.id}`);
  const changed = log.items.find(({ action }: { action: string }) => action === "night.changed");
  expect(changed).toMatchObject({
    before: { title: "Velvet Hours", slug: "velvet-hours", ageRule: "all" },
    after: { title: "Velvet Hours II", slug: "velvet-two", ageRule: "21+" },
  });
  expect(changed.after).not.toHaveProperty("visibility");
});

test("of two who save at once the later one is told, and nothing of the first is lost", async () => {
  const night = await begin("Two Editors");
  const answers = await Promise.all([
    save(night, { summary: "Mine" }),
    save(night, { dressCode: "Linen" }),
    save(night, { summary: "Theirs" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
    "edited_meanwhile",
    "edited_meanwhile",
  ]);
  const kept = await read(night.id);
  expect(kept.version).toBe(2);
  const won = answers.find(({ status }) => status === 200)!.body;
  expect([kept.summary, kept.dressCode]).toEqual([won.summary, won.dressCode]);
  expect((await save(night, { summary: "Now it goes" }, kept.version)).status).toBe(200);
});

test("a save that changes nothing is no new version and no line of the log", async () => {
  const night = await begin("Nothing New");
  expect((await save(night, { title: "Nothing New", categories: [] })).body.version).toBe(1);
  expect((await admin.get(`/api/admin/audit?kind=night&id=${night.id}`)).body.items).toHaveLength(1);
});

test("an address that another night has is refused; one that it left is free", async () => {
  const first = await begin("Address One");
  const second = await begin("Address Two");
  const refused = await save(second, { slug: "address-one" });
  expect(refused).toMatchObject({ status: 409, body: { code: "already_exists", errors: [{ path: "changes.slug" }] } });
  expect((await save(first, { slug: "address-first" })).status).toBe(200);
  expect((await save(second, { slug: "address-one" })).status).toBe(200);
  expect((await read(first.id)).formerSlugs).toEqual(["address-one"]);
});

test("two renames back and home again: the former addresses are told, the present one is none of them", async () => {
  let night = await begin("Renamed");
  for (const slug of ["renamed-once", "renamed-twice", "renamed"]) night = (await save(night, { slug })).body;
  expect(night.slug).toBe("renamed");
  expect(night.formerSlugs).toEqual(["renamed-twice", "renamed-once"]);
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
  const night = await begin("Refusals");
  const { status, body } = await save(night, changes);
  expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
  expect((await read(night.id)).version).toBe(1);
});

test("a night's text from before the editor opens in it as paragraphs", async () => {
  const id = await site.make.event({ description: "One <b>\n\nTwo" });
  expect((await read(id)).descriptionHtml).toBe("<p>One &lt;b&gt;</p><p>Two</p>");
});

test("a place is added once and corrected for all its nights", async () => {
  const place = { name: "Casa Marisol", city: "Miami", region: "FL", country: "US", latitude: 25.7, longitude: -80.1 };
  const added = await admin.post("/api/admin/venues", place);
  expect([added.status, added.body.nights]).toEqual([201, 0]);
  expect((await admin.post("/api/admin/venues", place)).body.code).toBe("already_exists");
  const night = await begin("At Casa");
  await save(night, { venueId: added.body.id });
  const corrected = await admin.call("PATCH", `/api/admin/venues/${added.body.id}`, {
    ...place,
    name: "Casa Marisol Sur",
    version: added.body.version,
  });
  expect(corrected.body).toMatchObject({ name: "Casa Marisol Sur", nights: 1 });
  expect((await admin.get("/api/admin/events?q=sur")).body.items.map((row: { id: number }) => row.id)).toEqual([
    night.id,
  ]);
  expect((await admin.get("/api/admin/venues?q=miami+marisol")).body.items).toHaveLength(1);
});

test("the list is searched, filtered, put in order and taken along as a file", async () => {
  await begin("Zz Last");
  const list = async (query: string) => (await admin.get(`/api/admin/events?${query}`)).body;
  const all = await list("sort=-title");
  expect(all.items[0].title).toBe("Zz Last");
  expect(
    (await list("state=published")).items.every((row: { visibility: string }) => row.visibility === "published"),
  ).toBe(true);
  expect((await list("q=zz+last&when=past")).total).toBe(0);
  expect((await list("city=nowhere")).total).toBe(0);
  const file = await admin.get("/api/admin/events.csv?q=zz+last");
  expect(file.text).toContain(
    '"Zz Last","2036-03-05 22:00","America/New_York","The Yard","Brooklyn","draft","on",0,0,',
  );
});

test("a published night keeps its poster and its line; a draft may lose them", async () => {
  const draft = await begin("Half Undressed");
  const whole = (await save(draft, { summary: "All there", poster: "velvet-riddim" })).body;
  const bare = (await save(whole, { summary: "", poster: "house" })).body;
  expect(bare.hasPoster).toBe(false);
  const again = (await save(bare, { summary: "All there", poster: "velvet-riddim" })).body;
  const { body: shown } = await admin.post<EditedEvent>(`/api/admin/events/${draft.id}/visibility`, {
    visibility: "published",
  });
  expect(shown.version).toBe(again.version + 1);
  expect((await save(shown, { summary: " " })).body.errors[0]!.path).toBe("changes.summary");
  expect((await save(shown, { poster: "house" })).body.errors[0]!.path).toBe("changes.poster");
});
