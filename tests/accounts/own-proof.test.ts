import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";
import { createMember } from "./make-member.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(options: SiteOptions = {}) {
  const site = await createSite(options);
  sites.push(site);
  return site;
}

/** A member who signed up through another service and has no password. */
async function passwordless(site: Site, name: string) {
  const member = await createMember(site, name);
  await sql`update users set password_hash = null where id = ${member.id}`.execute(site.db);
  return member;
}
const age = (site: Site, id: number, by: string) =>
  sql`update sessions set confirmed_at = clock_now() - ${by}::interval where user_id = ${id}`.execute(site.db);
const isThere = async (site: Site, id: number) =>
  (await sql`select from users where id = ${id} and deleted_at is null`.execute(site.db)).rows.length === 1;

describe("a person without a password", () => {
  test("can change the email only after a recent confirmation", async () => {
    const site = await open();
    const { browser, id } = await passwordless(site, "no-password");
    await age(site, id, "6 minutes");
    const change = () => browser.send("PUT", "/api/me/email", { email: "new@example.com" });
    const stale = await change();
    expect([stale.status, stale.body["code"]]).toEqual([403, "confirmation_required"]);
    expect((await browser.get("/api/me/profile")).body["pendingEmail"]).toBeNull();
    await age(site, id, "4 minutes");
    expect((await change()).status).toBe(200);
    expect((await browser.get("/api/me/profile")).body["pendingEmail"]).toBe("new@example.com");
  });

  test("can delete the account only after a recent confirmation", async () => {
    const site = await open();
    const { browser, id } = await passwordless(site, "no-password");
    await age(site, id, "6 minutes");
    const stale = await browser.post("/api/me/deletion", {});
    expect([stale.status, stale.body["code"]]).toEqual([403, "confirmation_required"]);
    expect(await isThere(site, id)).toBe(true);
    await age(site, id, "4 minutes");
    expect((await browser.post("/api/me/deletion", {})).status).toBe(200);
    expect(await isThere(site, id)).toBe(false);
  });
});

// Removes the age check from the statement: any earlier confirmation then counts.
const ageless = () => sabotage([/ and confirmed_at > clock_now\(\) - \$\d+::interval/, " and $2 <> ''"]);
const reason = "Asked for it by phone";

async function suspendWithOldProof(rewriteSql?: Sabotage) {
  const site = await open(rewriteSql ? { rewriteSql } : {});
  const [admin, member] = [await site.as("admin"), await site.as("user")];
  await age(site, admin.id, "31 minutes");
  const { status, body } = await admin.post(`/api/admin/users/${member.id}/suspend`, { reason });
  return [status, body.code];
}

test("a sensitive staff call is refused if the last confirmation is too old", async () => {
  expect(await suspendWithOldProof()).toEqual([403, "confirmation_required"]);
});

test("negative control: without the age check in the statement, the same call succeeds", async () => {
  expect(await suspendWithOldProof(ageless())).toEqual([200, undefined]);
});

test("negative control: without the age check, an unattended session can change the email and delete the account", async () => {
  const site = await open({ rewriteSql: ageless() });
  const { browser, id } = await passwordless(site, "no-password");
  await age(site, id, "31 minutes");
  expect((await browser.send("PUT", "/api/me/email", { email: "new@example.com" })).status).toBe(200);
  expect((await browser.post("/api/me/deletion", {})).status).toBe(200);
  expect(await isThere(site, id)).toBe(false);
});
