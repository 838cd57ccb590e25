import { expect, test, vi } from "vitest";
import { issueChallenge, type ProofBond, type ProofLevel } from "./challenges.ts";
import { createIssuer, maxIssued } from "./issuer.ts";

const key = Buffer.from("a key of this site, 32 bytes long");
const bond = { purpose: "order", subject: "two types", visitor: "user 7" };

type Derive = Parameters<typeof createIssuer>[0];

/** An issuer, and how many challenges it derived. */
function open(cacheMs = 60_000) {
  const used = new Set<string>();
  const derive = vi.fn<Derive>((wish) => issueChallenge(key, wish.bond, wish.level, 1));
  const issue = createIssuer(derive, (nonce) => used.has(nonce), cacheMs);
  const nonceFor = async (change: Partial<ProofBond> = {}, isPerson = true, level: ProofLevel = 0) =>
    (await issue({ bond: { ...bond, ...change }, level, isPerson })).parameters.nonce;
  return { used, derive, nonceFor };
}

test("a person who is refused again and again gets the same challenge, until it's used", async () => {
  const { used, derive, nonceFor } = open();
  const first = await nonceFor();
  const nonces = await Promise.all(Array.from({ length: 50 }, () => nonceFor()));
  expect(new Set(nonces)).toEqual(new Set([first]));
  expect(derive).toHaveBeenCalledTimes(1);
  used.add(first);
  expect(await nonceFor()).not.toBe(first);
});

test.each([
  ["another visitor", { visitor: "user 8" }, 0],
  ["another purpose", { purpose: "calls" }, 0],
  ["another subject", { subject: "other types" }, 0],
  ["a higher level", {}, 1],
] as [string, Partial<ProofBond>, ProofLevel][])("for %s there is another challenge", async (_, change, level) => {
  const { nonceFor } = open();
  expect(await nonceFor(change, true, level)).not.toBe(await nonceFor());
});

test("strangers of a network get a hundred challenges before one is issued again", async () => {
  const { derive, nonceFor } = open();
  const nonces: string[] = [];
  for (let call = 0; call < 1000; call++) nonces.push(await nonceFor({ visitor: "network a" }, false));
  expect(new Set(nonces.slice(0, maxIssued.network)).size).toBe(maxIssued.network);
  expect(derive).toHaveBeenCalledTimes(maxIssued.network);
});

test("a challenge that couldn't be made isn't remembered", async () => {
  const { derive, nonceFor } = open();
  derive.mockRejectedValueOnce(new Error("no entropy"));
  await expect(nonceFor()).rejects.toThrow("no entropy");
  expect(await nonceFor()).toBeTruthy();
});
