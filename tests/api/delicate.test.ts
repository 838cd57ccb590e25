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
  "GET /api/admin/audiences.csv",
  "GET /api/admin/audiences.xlsx",
  "GET /api/admin/automations.csv",
  "GET /api/admin/automations.xlsx",
  "GET /api/admin/box-office/events.csv",
  "GET /api/admin/box-office/events.xlsx",
  "GET /api/admin/campaigns.csv",
  "GET /api/admin/campaigns.xlsx",
  "GET /api/admin/collections.csv",
  "GET /api/admin/collections.xlsx",
  "GET /api/admin/earnings.csv",
  "GET /api/admin/earnings/events/{id}/settlement.csv",
  "GET /api/admin/earnings/events/{id}/settlement.pdf",
  "GET /api/admin/errors.csv",
  "GET /api/admin/errors.xlsx",
  "GET /api/admin/events.csv",
  "GET /api/admin/events.xlsx",
  "GET /api/admin/invariants.csv",
  "GET /api/admin/invariants.xlsx",
  "GET /api/admin/ledger.csv",
  "GET /api/admin/money/reconciliation-runs.csv",
  "GET /api/admin/money/reconciliation-runs.xlsx",
  "GET /api/admin/money/webhook-events.csv",
  "GET /api/admin/money/webhook-events.xlsx",
  "GET /api/admin/pick-list.csv",
  "GET /api/admin/product-list.csv",
  "GET /api/admin/product-list.xlsx",
  "GET /api/admin/products.csv",
  "GET /api/admin/promo-codes.csv",
  "GET /api/admin/promo-codes.xlsx",
  "GET /api/admin/reports/products.csv",
  "GET /api/admin/streams.csv",
  "GET /api/admin/streams.xlsx",
];

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.site.close());

const isFile = ({ path }: Endpoint) => /\.(csv|xlsx|pdf)$|\/export$/.test(path);
const isForStaff = ({ access }: Endpoint) => access === "moderator" || access === "admin";
const delicate = () => scene.site.app.endpoints.filter((endpoint) => endpoint.delicate !== undefined);

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
    exportPeople.delicate = 30;
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

/** What opens the site to someone else. A reviewer checks every line that is added or removed. */
const gravest = [
  "PATCH /api/grants/{id}",
  "POST /api/admin/settings",
  "POST /api/admin/stream-keys",
  "POST /api/admin/users/{id}/reset-factors",
  "POST /api/admin/users/{id}/reset-link",
  "POST /api/admin/users/{id}/role",
  "POST /api/admin/users/{id}/suspend",
  "POST /api/admin/users/{id}/unsuspend",
  "POST /api/grants",
  "PUT /api/admin/policies/staff-second-factor",
];

test("factors, roles, keys and settings need a confirmation of the last five minutes, refunds and campaigns one of 30", async () => {
  const samples = createSamples(scene);
  await ageProofs("6 minutes");
  const before = await readSnapshot(scene.site.db);
  const refused: string[] = [];
  for (const endpoint of delicate().filter((each) => each.delicate === 5)) {
    const { body } = await send(endpoint, samples[keyOf(endpoint)]!);
    if (body?.code === "confirmation_required") refused.push(keyOf(endpoint));
  }
  expect(refused.toSorted()).toEqual(gravest);
  const { admin } = scene.people;
  // A person's own factors.
  const own: [string, string, object?][] = [
    ["POST", "/api/me/second-factor/totp"],
    ["POST", "/api/me/second-factor/passkeys/options"],
  ];
  for (const [method, path, sent] of own) {
    expect([path, (await admin.call(method, path, sent)).body.code]).toEqual([path, "confirmation_required"]);
  }
  expect(await readSnapshot(scene.site.db)).toEqual(before);
  await ageProofs("4 minutes");
  expect((await admin.post("/api/admin/settings", {})).status).toBe(200);
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
  expect(own).toMatchObject({ status: 200, body: { account: { id: guest.id } } });
  await ageProofs("29 minutes");
  expect((await user.get("/api/me/export")).body).toMatchObject({ account: { id: user.id } });
});
