import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { findAccountLink } from "#server/modules/accounts/recovery/service.ts";
import { hashToken } from "#server/modules/accounts/sessions.ts";
import { requireKey } from "#server/modules/community/notifications/digest.ts";
import { claimKey, readClaimKey } from "#server/modules/comps/batches/service.ts";
import { fromToken, toToken } from "#server/modules/consent/index.ts";
import { downloadToken, readDownloadToken } from "#server/modules/fulfillment/downloads.ts";
import { emailCode, isEmailCode, isStopToken, stopToken } from "#server/modules/orders/buyer-email/own-secrets.ts";
import { opensOrder, orderLinkKey } from "#server/modules/orders/read.ts";
import { promoterKey, readPromoterKey } from "#server/modules/promotions/promoters/service.ts";
import { opens } from "#server/modules/reminders/service.ts";
import { linkKey } from "#server/platform/signed-links.ts";
import type { SigningKeys } from "#server/platform/signing-keys.ts";
import { createSite, type Site } from "#testing/site.ts";

// Links as versions up to 1.0 wrote them into emails, all signed with this key. They must open what they name for as
// long as someone may have such an email, so no text here is ever renewed.
const key = Buffer.alloc(32, "an old link still opens what it names");
const id = "0199b2f0-0000-7000-8000-000000000001";
const lineId = "0199b2f0-0000-7000-8000-000000000002";

const order = { id, linkVersion: 3 };
const emailed = { ...order, buyerEmail: "marva@example.com" };
const download = { orderId: id, lineId, linkVersion: 3, expires: 1_790_000_000 };
const digestKeys = (secret: Buffer) => ({ keys: { "digest-links": secret } as SigningKeys });
/** What a link opens: true or what it names; undefined or false if it's refused. */
type Read = (text: string, secret: Buffer) => unknown;

const formats: { name: string; link: string; sign: (secret: Buffer) => string; names?: unknown; read: Read }[] = [
  {
    name: "an order's first links",
    link: "eVxob54v1wY-LS57m2j2Ig",
    sign: (secret) => orderLinkKey({ id, linkVersion: 0 }, secret),
    read: (text, secret) => opensOrder({ id, linkVersion: 0 }, text, secret),
  },
  {
    name: "an order whose email was changed",
    link: "yW5ASa-vGWqeVUZJyK7Irg",
    sign: (secret) => orderLinkKey(order, secret),
    read: (text, secret) => opensOrder(order, text, secret),
  },
  {
    name: "stopping a change of an order's email",
    link: `${id}.joDgpSpKsd64Cz3nKDbFXw`,
    sign: (secret) => stopToken(order, secret),
    read: (text, secret) => isStopToken(order, secret, text),
  },
  {
    name: "the code that changes an order's email",
    link: "35669580",
    sign: (secret) => emailCode(emailed, 2_983_333, secret),
    read: (text, secret) => isEmailCode(emailed, 2_983_334, secret, text),
  },
  {
    name: "a claim link",
    link: "AZmy8AAAcACAAAAAAAAAAQ.Gia2girAnlKdhOOGZ1Q7Zg",
    sign: (secret) => claimKey(id, secret),
    names: id,
    read: readClaimKey,
  },
  {
    name: "a promoter's results",
    link: "12.3.HCcLLFf5SW8Mps-LO411ZQ",
    sign: (secret) => promoterKey({ id: 12, version: 3 }, secret),
    names: { id: 12, version: 3 },
    read: readPromoterKey,
  },
  {
    name: "a download",
    link: "AZmy8AAAcACAAAAAAAAAAQGZsvAAAHAAgAAAAAAAAAIAAGqxO4AAAAAD.y3PPucKR9zHvhf_WDG9t-w",
    sign: (secret) => downloadToken(download, secret),
    names: download,
    read: readDownloadToken,
  },
  {
    name: "email preferences",
    link: "WyJtYXJ2YUBleGFtcGxlLmNvbSIsIm1hcmtldGluZyIsN10W4D-5yRv6jPnTMNLF_BDci",
    sign: (secret) => toToken(secret, "preferences", ["marva@example.com", "marketing", 7]),
    names: ["marva@example.com", "marketing", 7],
    read: (text, secret) => fromToken(secret, "preferences", text),
  },
  {
    name: "a link of a campaign",
    link: "WzcsImh0dHBzOi8vZXhhbXBsZS5jb20vP2E9MSJd7FdktTI7cWT42rjWDOI8jC",
    sign: (secret) => toToken(secret, "click", [7, "https://example.com/?a=1"]),
    names: [7, "https://example.com/?a=1"],
    read: (text, secret) => fromToken(secret, "click", text),
  },
  {
    name: "a campaign as a page",
    link: "Nw_-sqXi59mc3ptuYlCHtXih",
    sign: (secret) => toToken(secret, "web", 7),
    names: 7,
    read: (text, secret) => fromToken(secret, "web", text),
  },
  {
    name: "confirming a reminder",
    link: "0JlIrPVOwRxtMudeKE2wZL",
    sign: (secret) => linkKey(secret, "confirm", id),
    read: (text, secret) => opens(secret, "confirm", id, text),
  },
  {
    name: "leaving a reminder",
    link: "4wKzKnvYbyXRsXqPmCpPNt",
    sign: (secret) => linkKey(secret, "leave", id),
    read: (text, secret) => opens(secret, "leave", id, text),
  },
  {
    name: "leaving the digest",
    link: "-ebAY1r1JEP1TgmuYtGcoW",
    sign: (secret) => linkKey(secret, "leave", 12),
    read: (text, secret) => {
      requireKey(digestKeys(secret), 12, text);
      return true;
    },
  },
];

/** What a reader finds in a text; undefined if it refuses it in any way. */
function opened(read: Read, text: string, secret = key): unknown {
  try {
    const found = read(text, secret);
    return found === false ? undefined : found;
  } catch (error) {
    expect(error).toMatchObject({ code: "not_found" });
    return undefined;
  }
}

const cases = formats.flatMap(({ link, sign, ...format }) => {
  const today = sign(key);
  return [
    { ...format, age: "an old", link, twin: today },
    { ...format, age: "a new", link: today, twin: link },
  ];
});

describe.for(cases)("$age link: $name", ({ name, link, twin, names = true, read }) => {
  test("is read", () => expect(opened(read, link)).toEqual(names));

  test("is refused with any character changed, added or missing", () => {
    const change = (at: number) =>
      ["A", "B", "0", ".", ":"].map((other) => link.slice(0, at) + other + link.slice(at + 1));
    const added = [`${link}A`, `A${link}`, `${link}.`, `.${link}`, `${link}=`];
    const texts = [...link.split("").flatMap((_, at) => change(at)), ...added, link.slice(0, -1), link.slice(1), ""];
    // A link of the other age may differ in its last character.
    const others = texts.filter((text) => text !== link && text !== twin);
    expect(others.filter((text) => opened(read, text) !== undefined)).toEqual([]);
  });

  test("is refused by another site", () => expect(opened(read, link, Buffer.alloc(32, "another"))).toBeUndefined());

  test("opens nothing of another purpose", () => {
    const others = formats.filter((other) => other.name !== name);
    expect(others.filter((other) => opened(other.read, link) !== undefined)).toEqual([]);
  });
});

describe("an old link of an account", () => {
  const links = [
    ["reset", "brkiDuYdfYIh6rdnvnM4p54H7oGKss5m"],
    ["confirm_email", "Rw1hyLNvIQDWpPVw32uBEo1jQnPbCCzu"],
  ] as const;
  let site: Site;
  beforeAll(async () => {
    site = await createSite();
    site.app.deps.keys["account-links"] = key;
  });
  afterAll(() => site.close());

  /** Stores a link as an earlier version did, for a new account. */
  async function store(purpose: string, token: string): Promise<void> {
    const user = await site.as("user");
    await sql`delete from account_links`.execute(site.db);
    const email = purpose === "confirm_email" ? "marva@example.com" : null;
    await sql`insert into account_links (id, user_id, purpose, email, token_hash, expires_at)
      values (${id}, ${user.id}, ${purpose}, ${email}, ${hashToken(token)}, clock_now() + interval '30 minutes')`.execute(
      site.db,
    );
  }

  test.for(links)("for %s is in the email that is still to be sent", async ([purpose, token]) => {
    await store(purpose, token);
    expect(await findAccountLink(site.app.deps, id)).toMatchObject({ purpose, secret: token });
  });

  test("sets a new password, once, and is refused with a changed character", async () => {
    const [[purpose, token], [, another]] = links;
    await store(purpose, token);
    const reset = async (text: string) => {
      const body = { token: text, password: "JouvertMorning7" };
      return (await site.anon.post("/api/auth/password-reset/complete", body)).status;
    };
    const refused = [`${token.slice(0, -1)}A`, another];
    expect([await reset(refused[0]!), await reset(refused[1]!)]).toEqual([410, 410]);
    expect([await reset(token), await reset(token)]).toEqual([200, 410]);
  });
});
