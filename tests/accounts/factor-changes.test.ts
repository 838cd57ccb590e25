import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { createAuthenticator } from "#testing/authenticator.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite, type Site } from "#testing/site.ts";
import { addPasskey, codeOf, register, setUpTotp } from "./second-factor-kit.ts";

// Someone who knows only the password must not be able to remove, add or renew what protects the account against that.

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(rewriteSql?: Sabotage) {
  const site = await createSite({ rewriteSql });
  sites.push(site);
  return site;
}

const own = "/api/me/second-factor";

/** A person with an authenticator app and a passkey, and what a password proof leaves in their session. */
async function passwordOnly(site: Site) {
  const person = await register(site.app.server);
  const { recoveryCodes } = await setUpTotp(person.browser);
  const device = createAuthenticator(site.app.deps.config.baseUrl);
  const added = await addPasskey(person.browser, device);
  const passkeyId = (added.body as unknown as { passkey: { id: number } }).passkey.id;
  await sql`
    update sessions set confirmed_at = clock_now(), second_factor_at = null where user_id = ${person.id}`.execute(
    site.db,
  );
  return { ...person, recoveryCodes, passkeyId, device };
}

/** Tries every change of factors, the removals last. */
async function changeAll({ browser, passkeyId, device }: Awaited<ReturnType<typeof passwordOnly>>) {
  const seen: unknown[] = [];
  const record = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
    seen.push(status < 300 ? status : body["code"]);
  record(await browser.post(`${own}/recovery-codes`, {}));
  const options = await browser.post(`${own}/passkeys/options`, {});
  record(options);
  // Without options there is nothing to sign: any attestation will do, because it's refused before it is read.
  const challenge = (options.body["challenge"] as string | undefined) ?? "AAAA";
  const attestation = device.attest({ ...options.body, challenge });
  record(await browser.post(`${own}/passkeys`, { name: "Second phone", attestation }));
  record(await browser.send("DELETE", `${own}/passkeys/${passkeyId}`));
  record(await browser.send("DELETE", `${own}/totp`));
  record(await browser.post(`${own}/totp`, {}));
  return seen;
}

const factorsOf = async (site: Site, id: number) =>
  (
    await sql`
      select (select json_agg(t) from totp_secrets t where user_id = ${id}) as totp,
        (select json_agg(k order by id) from passkeys k where user_id = ${id}) as passkeys,
        (select json_agg(r order by code_hash) from recovery_codes r where user_id = ${id}) as codes`.execute(site.db)
  ).rows;

test("with only the password confirmed, no second factor can be removed, added or renewed", async () => {
  const site = await open();
  const person = await passwordOnly(site);
  const before = await factorsOf(site, person.id);
  expect(await changeAll(person)).toEqual(Array(6).fill("confirmation_required"));
  expect(await factorsOf(site, person.id)).toEqual(before);
});

test("after a second factor, the same changes work", async () => {
  const site = await open();
  const person = await passwordOnly(site);
  await person.browser.post("/api/me/confirm", { recoveryCode: person.recoveryCodes[0] });
  const [renewed, , , removedKey, removedTotp, started] = await changeAll(person);
  expect([renewed, removedKey, removedTotp, started]).toEqual([200, 200, 200, 200]);
});

test("negative control: if the password counted, it would remove the factors", async () => {
  const site = await open(sabotage([/second_factor_at > clock_now\(\) - (\$\d+)::interval/, "$1 <> ''"]));
  const seen = await changeAll(await passwordOnly(site));
  expect([seen[0], seen[3], seen[4]]).toEqual([200, 200, 200]);
});

test("the first code of an app, and a new passkey, count as confirmations for the next five minutes", async () => {
  const site = await open();
  const { browser, id } = await register(site.app.server);
  await setUpTotp(browser);
  expect((await browser.post(`${own}/recovery-codes`, {})).status).toBe(200);
  await sql`update sessions set second_factor_at = clock_now() - interval '31 minutes' where user_id = ${id}`.execute(
    site.db,
  );
  expect((await browser.post(`${own}/recovery-codes`, {})).body["code"]).toBe("confirmation_required");

  const other = await register(site.app.server);
  await addPasskey(other.browser, createAuthenticator(site.app.deps.config.baseUrl));
  expect((await other.browser.post(`${own}/recovery-codes`, {})).status).toBe(200);
});

test("an app whose setup started before the account's first factor can't finish without that factor", async () => {
  const site = await open();
  const { browser, id } = await register(site.app.server);
  const { body } = await browser.post(`${own}/totp`, {});
  const secret = String(body["secret"]);
  let answer: ReturnType<typeof browser.post> | undefined;
  await site.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${id} for no key update`.execute(tx);
    answer = browser.post(`${own}/totp/confirm`, { code: codeOf(secret) });
    // The change was admitted and waits for the lock; now the owner adds a passkey elsewhere.
    while ((await sql`select from pg_locks where not granted`.execute(tx)).rows.length === 0);
    await sql`
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
      values (${id}, 'owner', decode('00', 'hex'), 0, '{}', 'The owner''s phone')`.execute(tx);
  });
  expect((await answer)!.body["code"]).toBe("confirmation_required");
  expect((await sql`select from totp_secrets where confirmed_at is not null`.execute(site.db)).rows).toEqual([]);
});
