import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dkimRecord } from "#server/modules/email/doctor/service.ts";
import { addReaders, launch, openCampaignSite, sendAll } from "#tests/campaigns/kit.ts";
import { checkDkim } from "./dkim-check.ts";

const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();
const { host, value: record } = dkimRecord({ domain: "savagegentlemen.example", selector: "sg1", privateKey });

let opened: Awaited<ReturnType<typeof openCampaignSite>>;
beforeAll(async () => {
  opened = await openCampaignSite(undefined, {
    settings: { DKIM_DOMAIN: "savagegentlemen.example", DKIM_SELECTOR: "sg1", DKIM_PRIVATE_KEY: privateKey },
  });
});
afterAll(() => opened.close());

/** The next email of each job: a receipt, a campaign's, and a test of the doctor. */
async function receiveOneOfEach() {
  const { admin, server, site } = opened;
  server.taken.length = 0;
  const ticketTypeId = await site.create.ticketType();
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }], "approve", {
    buyer: { name: "Zoë Pérez", email: "zoe@example.com" },
  });
  await site.app.runJob("mail");
  await addReaders(site, 1);
  await launch(admin);
  await sendAll(site);
  await admin.post("/api/admin/email-doctor/test", { email: "me@example.com" });
  expect(server.taken.map(({ to }) => to[0])).toEqual(["zoe@example.com", "reader-1@example.com", "me@example.com"]);
  return server.taken;
}

test("every email is signed with the key whose record the doctor shows, and receivers can verify it", async () => {
  for (const { raw, to } of await receiveOneOfEach()) {
    const verdict = checkDkim(raw, record);
    expect([to, verdict]).toMatchObject([to, { host, isRight: true }]);
    for (const name of ["from", "to", "subject", "date", "message-id"]) expect(verdict.covers).toContain(name);
    const changed = [
      raw.replace("\r\nSubject: ", "\r\nSubject: Not "),
      raw.replace("\r\nTo: ", "\r\nTo: x"),
      `${raw.trimEnd()} and more\r\n`,
    ];
    for (const each of changed) expect(checkDkim(each, record).isRight).toBe(false);
  }
  // RFC 8058, 4: the signature covers both headers, or receivers show no button.
  const campaign = opened.server.taken[1]!;
  expect(campaign.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(checkDkim(campaign.raw, record).covers).toEqual(
    expect.arrayContaining(["list-unsubscribe", "list-unsubscribe-post"]),
  );
});
