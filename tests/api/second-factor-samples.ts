import { sql } from "kysely";
import { generateSync } from "otplib/functional";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { createAuthenticator } from "#testing/authenticator.ts";
import type { IdentityService } from "#testing/identity-service.ts";
import type { Client, Site } from "#testing/site.ts";
import type { Sample } from "./scene.ts";

const password = "Carnival2026";
const own = "/api/me/second-factor";
const policy = "/api/admin/policies/staff-second-factor";

/** The code that an authenticator app shows now; it is also valid in the next step. */
const codeOf = (secret: string) => generateSync({ strategy: "totp", secret, epoch: Math.floor(Date.now() / 1000) });

/** People who are securing their accounts: each is at the step that one call needs. */
export async function prepareSecondFactors(site: Site, identities: IdentityService | undefined) {
  const hash = await hashPassword(password);
  const device = () => createAuthenticator(site.app.deps.config.baseUrl);

  /** A person who just confirmed their identity. */
  async function fresh(role: "user" | "admin", username: string) {
    const person = await site.as(role, username);
    await sql`update users set password_hash = ${hash} where id = ${person.id}`.execute(site.db);
    await sql`update sessions set confirmed_at = clock_now() where user_id = ${person.id}`.execute(site.db);
    return person;
  }

  async function withTotp(role: "user" | "admin", username: string) {
    const person = await fresh(role, username);
    const { body } = await person.post(`${own}/totp`);
    const confirmed = await person.post(`${own}/totp/confirm`, { code: codeOf(body.secret) });
    return { person, codes: confirmed.body.recoveryCodes as string[] };
  }

  async function withPasskey(username: string) {
    const person = await fresh("user", username);
    const { body } = await person.post(`${own}/passkeys/options`);
    const phone = device();
    const added = await person.post(`${own}/passkeys`, { name: "My phone", attestation: phone.attest(body) });
    return { person, passkeyId: added.body.passkey.id, phone };
  }

  const ticketOf = async (username: string) =>
    String((await site.anon.post("/api/auth/login", { username, password })).body.ticket);

  const typist = await fresh("user", "factor-typist");
  const started = await typist.post(`${own}/totp`);
  const maker = await fresh("user", "factor-maker");
  const options = await maker.post(`${own}/passkeys/options`);
  const attestation = { ...device().attest(options.body), transports: ["internal", "hybrid"] };
  const secured = await withTotp("user", "factor-secured");
  const keyHolder = await withPasskey("factor-key-holder");
  const signer = await withPasskey("factor-signer");
  const asked = await site.anon.post("/api/auth/passkey/challenge", {});
  return {
    typist,
    typistSecret: started.body.secret,
    maker,
    attestation,
    secured,
    quitter: (await withTotp("user", "factor-quitter")).person,
    ruler: (await withTotp("admin", "factor-ruler")).person,
    keyHolder,
    assertion: signer.phone.assert(asked.body),
    ticket: await ticketOf("factor-secured"),
    keyTicket: await ticketOf("factor-key-holder"),
    idToken: identities?.token({ claims: { sub: "sample-subject", name: "Sample Person" } }) ?? "one.two.three",
  };
}

type Prepared = Awaited<ReturnType<typeof prepareSecondFactors>>;

/** One valid call of every account security endpoint, in an order in which all succeed. */
export function secondFactorSamples(of: Prepared, anon: Client): Record<string, Sample> {
  const { secured, keyHolder, maker, typist, quitter, ruler } = of;
  const at = (as: Client, url: string, body?: object): Sample => (body === undefined ? { as, url } : { as, url, body });
  const bare = (as: Client, url: string): Sample => ({ as, url, body: {}, optional: [""] });
  const passkey = `${own}/passkeys/${keyHolder.passkeyId}`;
  return {
    "POST /api/auth/firebase": at(anon, "/api/auth/firebase", { idToken: of.idToken }),
    "POST /api/auth/passkey/challenge": bare(anon, "/api/auth/passkey/challenge"),
    "POST /api/auth/passkey": at(anon, "/api/auth/passkey", { assertion: of.assertion }),
    "POST /api/auth/second-factor/challenge": at(anon, "/api/auth/second-factor/challenge", { ticket: of.keyTicket }),
    "POST /api/auth/second-factor": at(anon, "/api/auth/second-factor", {
      ticket: of.ticket,
      recoveryCode: secured.codes[0],
    }),
    "POST /api/me/confirm": at(secured.person, "/api/me/confirm", { recoveryCode: secured.codes[1] }),
    "POST /api/me/confirm/challenge": bare(keyHolder.person, "/api/me/confirm/challenge"),
    [`GET ${own}`]: at(secured.person, own),
    [`POST ${own}/totp`]: bare(maker, `${own}/totp`),
    [`POST ${own}/totp/confirm`]: {
      as: typist,
      url: `${own}/totp/confirm`,
      // Made when it is sent: a code is valid for a minute, and the test may take longer to get here.
      get body() {
        return { code: codeOf(of.typistSecret) };
      },
    },
    [`POST ${own}/recovery-codes`]: bare(secured.person, `${own}/recovery-codes`),
    [`DELETE ${own}/totp`]: at(quitter, `${own}/totp`),
    [`POST ${own}/passkeys/options`]: bare(maker, `${own}/passkeys/options`),
    [`POST ${own}/passkeys`]: {
      ...at(maker, `${own}/passkeys`, { name: "My phone", attestation: of.attestation }),
      optional: ["attestation.transports"],
    },
    [`PATCH ${own}/passkeys/{id}`]: at(keyHolder.person, passkey, { name: "Old phone" }),
    [`DELETE ${own}/passkeys/{id}`]: at(keyHolder.person, passkey),
    [`GET ${policy}`]: at(ruler, policy),
    [`PUT ${policy}`]: at(ruler, policy, { required: false }),
  };
}
