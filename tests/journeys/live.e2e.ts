import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import type { AdminStream } from "#contract/streams/admin.ts";
import type { LiveSite } from "#testing/live-site.ts";
import { startFfmpeg } from "#tests/streams/ffmpeg.ts";
import { withAdmin } from "./admin-kit.ts";
import { skipSplash, waitForAnswer } from "./journey-kit.ts";
import { checkPage } from "./page-check-kit.ts";

const test = withAdmin();
test.setTimeout(180_000);

const past = () => new Date(Date.now() - 60_000).toISOString();

/** A published stream of its own key, and the address that an encoder sends to. */
async function createStream(site: LiveSite, draft: object = {}): Promise<{ stream: AdminStream; address: string }> {
  const admin = await site.as("admin");
  const { body: key } = await admin.post("/api/admin/stream-keys", { name: `DJ ${randomUUID().slice(0, 6)}` });
  const { body } = await admin.post("/api/admin/streams", {
    title: "Yard Sessions",
    startsAt: past(),
    timeZone: "America/New_York",
    source: { kind: "push", keyId: key.id },
    access: "free",
    ...draft,
  });
  const { body: stream } = await admin.post(`/api/admin/streams/${body.id}/publish`, {
    isPublished: true,
  });
  return { stream, address: `${site.baseUrl}/ingest/${key.key}/index.m3u8` };
}

async function openAs(browser: Browser, site: LiveSite, path: string, who?: Parameters<LiveSite["cookieOf"]>[0]) {
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
  });
  await skipSplash(context);
  if (who) await context.addCookies([await site.cookieOf(who)]);
  const page = await context.newPage();
  waitForAnswer(page);
  await page.goto(`${site.baseUrl}${path}`);
  return page;
}

const playedSeconds = (page: Page) => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime);

/** Frames advance: the picture is later than it was. */
async function expectPlaying(page: Page): Promise<void> {
  const from = await playedSeconds(page);
  await expect.poll(() => playedSeconds(page), { timeout: 60_000 }).toBeGreaterThan(from + 1);
}

test("a viewer watches a real push through a cut without a reload, and then its replay to its end", async ({
  page,
  site,
}) => {
  const { stream, address } = await createStream(site);
  await skipSplash(page.context());
  waitForAnswer(page);
  await page.goto(`${site.baseUrl}/live?stream=${stream.id}`);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const push = startFfmpeg(address, 120);
  await page.getByRole("button", { name: "Watch live" }).click({ timeout: 60_000 });
  const pressedAt = Date.now();
  await page.locator("video").evaluate(
    (video: HTMLVideoElement) =>
      new Promise((resolve) => {
        if (video.currentTime > 0) resolve(undefined);
        video.addEventListener("timeupdate", resolve, { once: true });
      }),
  );
  const firstFrameMs = Date.now() - pressedAt;
  await expectPlaying(page);
  await expect(page.getByText("1 viewer")).toBeVisible();
  const behind = page.getByTitle(/^\d+ seconds? behind the host$/);
  console.log(`First frame ${firstFrameMs} ms after the press; ${await behind.getAttribute("title")}.`);

  await push.cut();
  const again = startFfmpeg(address, 120);
  await expectPlaying(page);
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);

  const admin = await site.as("admin");
  await admin.post(`/api/admin/streams/${stream.id}/end`, {});
  await again.cut();
  await admin.post(`/api/admin/streams/${stream.id}/replay`, { isPublished: true });
  // The page follows by itself: over, and then the replay.
  await page.getByRole("button", { name: "Watch the replay" }).click({ timeout: 60_000 });
  await expectPlaying(page);
  await page.locator("video").evaluate((video: HTMLVideoElement) => (video.playbackRate = 4));
  await page.getByRole("button", { name: "Play again" }).waitFor({ timeout: 120_000 });
  const { now, end } = await page
    .locator("video")
    .evaluate((video: HTMLVideoElement) => ({ now: video.currentTime, end: video.duration }));
  expect(end - now).toBeLessThan(0.5);
});

test("a moderator hides a message, and it is gone in another browser", async ({ browser, site }) => {
  const { stream } = await createStream(site, { startsAt: new Date(Date.now() + 3_600_000).toISOString() });
  const member = await site.as("user");
  await member.post(`/api/chat/rooms/${stream.chatRoomId}/messages`, { clientId: randomUUID(), text: "Buy followers" });
  const path = `/live?stream=${stream.id}`;
  const viewer = await openAs(browser, site, path);
  const moderator = await openAs(browser, site, path, "moderator");
  await expect(viewer.getByText("Buy followers")).toBeVisible();

  await moderator.getByText("Buy followers").hover();
  await moderator.getByRole("button", { name: /^Actions for/ }).click();
  await moderator.getByLabel("Reason").selectOption("Spam");
  await moderator.getByRole("button", { name: "Hide" }).click();
  await expect(moderator.getByText("Buy followers")).toHaveCount(0);
  await expect(viewer.getByText("Buy followers")).toHaveCount(0);
});

test("a host creates a key and a stream, goes live and pins a product, which a viewer buys beside the player", async ({
  adminPage,
  browser,
  site,
}) => {
  const productId = await site.create.product({ title: "Road Hoodie", slug: "road-hoodie-live", kind: "digital" });
  await site.create.variant({ productId, priceCents: 6000 });
  await adminPage.goto(`${site.baseUrl}/admin?section=live&view=keys`);
  await adminPage.getByRole("button", { name: "New stream key" }).first().click();
  await adminPage.getByLabel("Name").fill("DJ Kezia");
  await adminPage.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const shown = adminPage.getByRole("dialog", { name: "Key for DJ Kezia" });
  const address = await shown
    .locator("code")
    .filter({ hasText: /^http\S+index\.m3u8$/ })
    .innerText();
  await shown.getByRole("button", { name: "Done" }).click();

  await adminPage.getByRole("button", { name: "New stream", exact: true }).click();
  const form = adminPage.getByRole("dialog", { name: "New stream" });
  await form.getByLabel("Title").fill("Kezia Live");
  await form.getByLabel("Stream key").selectOption({ label: "DJ Kezia" });
  await form.getByRole("button", { name: "Create" }).click();
  await adminPage.getByRole("heading", { level: 1, name: "Kezia Live" }).waitFor();
  await adminPage.getByRole("button", { name: "Publish" }).click();
  const push = startFfmpeg(address, 150);
  await adminPage.getByRole("button", { name: "Go live" }).click();
  await expect(adminPage.getByText("You're live and recording.")).toBeVisible({ timeout: 60_000 });

  const id = new URL(adminPage.url()).searchParams.get("id")!;
  const viewer = await openAs(browser, site, `/live?stream=${id}`);
  await adminPage.getByRole("button", { name: "Show Road Hoodie" }).click();
  const offer = viewer.getByRole("region", { name: "From the host" });
  await offer.getByRole("button", { name: /^Add/ }).click();
  await expect(viewer.getByRole("dialog", { name: "Your cart" })).toContainText("Road Hoodie");
  expect(new URL(viewer.url()).pathname).toBe("/live");
  await viewer.getByRole("dialog", { name: "Your cart" }).getByRole("link", { name: "Check out" }).click();
  await viewer.getByRole("button", { name: "Continue as guest" }).click();
  await viewer.getByLabel("Your name").fill("Marva Bright");
  await viewer.getByRole("textbox", { name: "Email" }).fill("marva@example.com");
  await viewer.getByRole("button", { name: /pay \$/i }).click();
  await viewer.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(viewer).toHaveURL(/\/payment-success\?order=/);
  const { rows } = await sql<{ stream_id: number }>`select stream_id from order_attributions`.execute(site.db);
  expect(rows.map(({ stream_id }) => stream_id)).toContain(Number(id));

  await adminPage.getByRole("button", { name: "End stream" }).click();
  await adminPage.getByRole("button", { name: "End for everyone" }).click();
  await expect(adminPage.getByText("The stream has ended.")).toBeVisible();
  await push.cut();
});

test("a stream's page with its chat, and the studio, have no barriers and fit every screen", async ({
  adminPage,
  browser,
  site,
}) => {
  const eventId = await site.create.event({ title: "Velvet Riddim on the Long Pier of Fort Lauderdale" });
  const { stream } = await createStream(site, {
    title: "Velvet Riddim: live from the longest pier in Fort Lauderdale",
    description: "Three cameras, one of them on the dancers.",
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    eventId,
  });
  const member = await site.as("user");
  const room = `/api/chat/rooms/${stream.chatRoomId}/messages` as const;
  const { body: first } = await member.post(room, { clientId: randomUUID(), text: "Watching from Port of Spain" });
  await member.post(room, { clientId: randomUUID(), text: "One love".repeat(30), replyToId: first.id });
  await member.call("PUT", `/api/chat/messages/${first.id}/reaction`, { kind: "fire" });
  const admin = await site.as("admin");
  await admin.call("PUT", `/api/chat/rooms/${stream.chatRoomId}/pin`, { messageId: first.id });
  await admin.call("PUT", `/api/admin/streams/${stream.id}/offer`, { offer: { kind: "event", id: eventId } });

  const moderator = await openAs(browser, site, `/live?stream=${stream.id}`, "moderator");
  await moderator.setViewportSize({ width: 390, height: 844 });
  await moderator
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await moderator.getByRole("group", { name: "Moderate" }).waitFor();
  expect(await checkPage(moderator, "a stream")).toEqual([]);

  const studio = `${site.baseUrl}/admin?section=live`;
  await adminPage.setViewportSize({ width: 390, height: 844 });
  await adminPage.goto(`${studio}&id=${stream.id}`);
  await adminPage.getByRole("heading", { name: "Moderation log" }).waitFor();
  expect(await checkPage(adminPage, "the control room")).toEqual([]);
  await adminPage.goto(`${studio}&view=keys`);
  await adminPage
    .getByRole("button", { name: /^Revoke/ })
    .first()
    .waitFor();
  expect(await checkPage(adminPage, "stream keys")).toEqual([]);
  await adminPage.goto(`${studio}&new=1`);
  await adminPage.getByRole("dialog", { name: "New stream" }).waitFor();
  expect(await checkPage(adminPage, "a new stream", { within: "[role=dialog]" })).toEqual([]);
});
