import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { findAccountLink } from "#server/modules/accounts/recovery/service.ts";
import { hashToken } from "#server/modules/accounts/sessions.ts";
import { requireKey } from "#server/modules/community/notifications/digest.ts";
import { readClaimKey } from "#server/modules/comps/links/secret.ts";
import { fromToken } from "#server/modules/consent/index.ts";
import { readDownloadToken } from "#server/modules/fulfillment/downloads.ts";
import { isEmailCode, isStopToken } from "#server/modules/orders/buyer-email/own-secrets.ts";
import { opensOrder } from "#server/modules/orders/read.ts";
import { readPromoterKey } from "#server/modules/promotions/promoters/service.ts";
import { opens } from "#server/modules/reminders/service.ts";
import type { SigningKeys } from "#server/platform/signing-keys.ts";
import { createSite, type Site } from "#testing/site.ts";

// Links as versions before 1.1 wrote them into emails, all signed with this key. They must open what they name for as
// long as someone may have such an email, so no text here is ever renewed.
const key = Buffer.alloc(32, "an old link still opens what it names");
const id = "0199b2f0-0000-7000-8000-000000000001";
const lineId = "0199b2f0-0000-7000-8000-000000000002";

const order = { id, linkVersion: 3 };
const emailed = { ...order, buyerEmail: "marva@example.com" };
const digestKeys = (secret: Buffer) => ({ keys: { "digest-links": secret } as SigningKeys });
/** What a link opens: true or what it names; undefined or false if it's refused. */
type Read = (text: string, secret: Buffer) => unknown;

const formats: { name: string; link: string; names?: unknown; read: Read }[] = [
  {
    name: "an order's first links",
    link: "eVxob54v1wY-LS57m2j2Ig",
    read: (text, secret) => opensOrder({ id, linkVersion: 0 }, text, secret),
  },
  {
    name: "an order whose email was changed",
    link: "yW5ASa-vGWqeVUZJyK7Irg",
    read: (text, secret) => opensOrder(order, text, secret),
  },
  {
    name: "stopping a change of an order's email",
    link: `${id}.joDgpSpKsd64Cz3nKDbFXw`,
    read: (text, secret) => isStopToken(order, secret, text),
  },
  {
    name: "the code that changes an order's email",
    link: "35669580",
    read: (text, secret) => isEmailCode(emailed, 2_983_334, secret, text),
  },
  {
    name: "a claim link",
    link: "AZmy8AAAcACAAAAAAAAAAQ.Gia2girAnlKdhOOGZ1Q7Zg",
    names: id,
    read: readClaimKey,
  },
  {
    name: "a promoter's results",
    link: "12.3.HCcLLFf5SW8Mps-LO411ZQ",
    names: { id: 12, version: 3 },
    read: readPromoterKey,
  },
  {
    name: "a download",
    link: "AZmy8AAAcACAAAAAAAAAAQGZsvAAAHAAgAAAAAAAAAIAAGqxO4AAAAAD.y3PPucKR9zHvhf_WDG9t-w",
    names: { orderId: id, lineId, linkVersion: 3, expires: 1_790_000_000 },
    read: readDownloadToken,
  },
  {
    name: "email preferences",
    link: "WyJtYXJ2YUBleGFtcGxlLmNvbSIsIm1hcmtldGluZyIsN10W4D-5yRv6jPnTMNLF_BDci",
    names: ["marva@example.com", "marketing", 7],
    read: (text, secret) => fromToken(secret, "preferences", text),
  },
  {
    name: "a link of a campaign",
    link: "WzcsImh0dHBzOi8vZXhhbXBsZS5jb20vP2E9MSJd7FdktTI7cWT42rjWDOI8jC",
    names: [7, "https://example.com/?a=1"],
    read: (text, secret) => fromToken(secret, "click", text),
  },
  {
    name: "a campaign as a page",
    link: "Nw_-sqXi59mc3ptuYlCHtXih",
    names: 7,
    read: (text, secret) => fromToken(secret, "web", text),
  },
  {
    name: "confirming a reminder",
    link: "0JlIrPVOwRxtMudeKE2wZL",
    read: (text, secret) => opens(secret, "confirm", id, text),
  },
  {
    name: "leaving a reminder",
    link: "4wKzKnvYbyXRsXqPmCpPNt",
    read: (text, secret) => opens(secret, "leave", id, text),
  },
  {
    name: "leaving the digest",
    link: "-ebAY1r1JEP1TgmuYtGcoW",
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

describe.for(formats)("an old link: $name", ({ name, link, names = true, read }) => {
  test("is read", () => expect(opened(read, link)).toEqual(names));

  test("is refused with any character changed, added or missing", () => {
    const changed = [...link].flatMap((letter, at) =>
      ["A", "B", "0", ".", ":"]
        .filter((other) => other !== letter)
        .map((other) => link.slice(0, at) + other + link.slice(at + 1)),
    );
    const texts = [
      ...changed,
      `${link}A`,
      `A${link}`,
      `${link}.`,
      `.${link}`,
      `${link}=`,
      link.slice(0, -1),
      link.slice(1),
      "",
    ];
    expect(texts.filter((text) => opened(read, text) !== undefined)).toEqual([]);
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
  async function store([purpose, token]: (typeof links)[number]): Promise<void> {
    const user = await site.as("user");
    await sql`delete from account_links`.execute(site.db);
    const email = purpose === "confirm_email" ? "marva@example.com" : null;
    await sql`insert into account_links (id, user_id, purpose, email, token_hash, expires_at)
      values (${id}, ${user.id}, ${purpose}, ${email}, ${hashToken(token)}, clock_now() + interval '30 minutes')`.execute(
      site.db,
    );
  }

  test.for(links)("for %s is in the email that is still to be sent", async ([purpose, token]) => {
    await store([purpose, token]);
    expect(await findAccountLink(site.app.deps, id)).toMatchObject({ purpose, secret: token });
  });

  test("sets a new password, once, and is refused with a changed character", async () => {
    const [[purpose, token], [, another]] = links;
    await store([purpose, token]);
    const reset = async (text: string) => {
      const body = { token: text, password: "JouvertMorning7" };
      return (await site.anon.post("/api/auth/password-reset/complete", body)).status;
    };
    const refused = [`${token.slice(0, -1)}A`, another];
    expect([await reset(refused[0]!), await reset(refused[1]!)]).toEqual([410, 410]);
    expect([await reset(token), await reset(token)]).toEqual([200, 410]);
  });
});
