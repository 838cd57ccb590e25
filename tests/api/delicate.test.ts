import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { exportPeople } from "#contract/accounts/admin.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { createScene, keyOf, createSamples, send, type Scene } from "./scene.ts";

/** Files without personal data, which need no confirmation. A reviewer checks every line that is added. */
const harmless = [
  "GET /api/admin/analytics/breakdown.csv",
  "GET /api/admin/analytics/overview.csv",
  "GET /api/admin/earnings.csv",
  "GET /api/admin/earnings/events/{id}/settlement.csv",
  "GET /api/admin/earnings/events/{id}/settlement.pdf",
  "GET /api/admin/events.csv",
  "GET /api/admin/ledger.csv",
  "GET /api/admin/pick-list.csv",
  "GET /api/admin/products.csv",
  "GET /api/admin/promo-codes.csv",
  "GET /api/admin/reports/products.csv",
];

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.site.close());

const isFile = ({ path }: Endpoint) => /\.(csv|xlsx|pdf)$|\/export$/.test(path);
const isForStaff = ({ access }: Endpoint) => access === "moderator" || access === "admin";
const delicate = () => scene.site.app.endpoints.filter((endpoint) => endpoint.delicate === true);

const ageProofs = (by: string) =>
  sql`update sessions set confirmed_at = clock_now() - ${by}::interval`.execute(scene.site.db);

/** The files that staff can download when their last confirmation was 31 minutes ago. */
async function listOpenFiles(): Promise<string[]> {
  const samples = createSamples(scene);
  await ageProofs("31 minutes");
  const open: string[] = [];
  for (const endpoint of scene.site.app.endpoints.filter((each) => isFile(each) && isForStaff(each))) {
    const { status, body } = await send(endpoint, samples[keyOf(endpoint)]!);
    if (status !== 403 || body?.code !== "confirmation_required") open.push(keyOf(endpoint));
  }
  return open;
}

test("every staff file requires a recent confirmation, except those that name nobody", async () => {
  expect((await listOpenFiles()).toSorted()).toEqual(harmless);
});

test("the walk detects a file that doesn't require it", async () => {
  delete exportPeople.delicate;
  try {
    expect((await listOpenFiles()).toSorted()).toEqual([...harmless, "GET /api/admin/users.csv"].toSorted());
  } finally {
    exportPeople.delicate = true;
  }
});

test("no sensitive action works when the last confirmation was 31 minutes ago", async () => {
  const samples = createSamples(scene);
  await ageProofs("31 minutes");
  const before = await readSnapshot(scene.site.db);
  for (const endpoint of delicate()) {
    const { status, body } = await send(endpoint, samples[keyOf(endpoint)]!);
    expect([keyOf(endpoint), status, body?.code]).toEqual([keyOf(endpoint), 403, "confirmation_required"]);
  }
  expect(await readSnapshot(scene.site.db)).toEqual(before);
});

test("every sensitive file downloads when the last confirmation was 29 minutes ago", async () => {
  const samples = createSamples(scene);
  await ageProofs("29 minutes");
  const files = delicate().filter(isFile);
  expect(files.length).toBeGreaterThan(12);
  for (const endpoint of files) {
    const { status, headers } = await send(endpoint, samples[keyOf(endpoint)]!);
    expect([keyOf(endpoint), status]).toEqual([keyOf(endpoint), 200]);
    if (endpoint.method === "GET") expect(headers["content-disposition"]).toContain("filename=");
  }
});

test("a member needs a recent confirmation to export their data; a guest can't confirm and doesn't need to", async () => {
  const { user, guest } = scene.people;
  await ageProofs("31 minutes");
  expect((await user.get("/api/me/export")).body).toMatchObject({ code: "confirmation_required" });
  const own = await guest.get("/api/me/export");
  expect([own.status, own.body.account.id]).toEqual([200, guest.id]);
  await ageProofs("29 minutes");
  expect((await user.get("/api/me/export")).body.account.id).toBe(user.id);
});
