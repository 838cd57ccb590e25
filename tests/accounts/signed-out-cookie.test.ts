import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const cookies = (token: string) => ({
  cookie: `sg_session=${token}; sg_signed_out=1`,
  "sec-fetch-site": "same-origin",
});

test("a browser that signed out without a network is signed out for every request, until it has told the server", async () => {
  const member = await site.as("user");
  const headers = cookies(member.token!);
  expect((await site.anon.get("/api/me", { cookie: `sg_session=${member.token}` })).status).toBe(200);
  expect((await site.anon.get("/api/me", headers)).status).toBe(401);
  expect((await site.anon.get("/api/my-tickets", headers)).status).toBe(401);
  const left = await site.anon.post("/api/auth/logout", {}, headers);
  expect(left.status).toBe(200);
  expect(String(left.headers["set-cookie"])).toContain("sg_signed_out=; Path=/; Max-Age=0");
  expect((await member.get("/api/me")).status).toBe(401);
});

test("whoever signs in next ends the session that was left open, and the browser is signed in again", async () => {
  const member = await site.as("user");
  const answer = await site.anon.post("/api/auth/guest", {}, cookies(member.token!));
  expect(answer.status).toBe(201);
  expect(answer.body.id).not.toBe(member.id);
  expect(String(answer.headers["set-cookie"])).toContain("sg_signed_out=; Path=/; Max-Age=0");
  expect((await member.get("/api/me")).status).toBe(401);
});
