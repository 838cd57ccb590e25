import type { Page } from "@playwright/test";
import { countAdmitted, countScans, expect, readVerdict, verdict, withDoor } from "./scanner-kit.ts";

const test = withDoor();

const cutNetwork = /net::ERR_/;

async function enterCode(page: Page, code: string) {
  await page.getByLabel("Code by hand").fill(code);
  await page.getByRole("button", { name: "Check" }).click();
}

test("without a network nobody is admitted, and the same scan goes through once it is back", async ({
  openDoor,
  night,
  site,
}) => {
  const page = await openDoor(night.eventId, { expectedErrors: cutNetwork });
  const numbers: string[] = [];
  let cut = true;
  await page.route("**/api/scans", async (route) => {
    numbers.push((route.request().postDataJSON() as { scanId: string }).scanId);
    if (cut) await route.abort("internetdisconnected");
    else await route.continue();
  });
  await enterCode(page, night.code);
  await expect(verdict(page, "none")).toContainText("Not admitted yet");
  await expect(verdict(page, "none")).toContainText("Trying again");
  await expect.poll(() => numbers.length).toBeGreaterThan(2);
  expect(await countAdmitted(site, night.eventId)).toBe(0);

  cut = false;
  await readVerdict(page, "admitted");
  expect(new Set(numbers).size).toBe(1);
  expect(await countAdmitted(site, night.eventId)).toBe(1);
});

test("an answer that is lost on its way back does not turn the guest away", async ({ openDoor, night, site }) => {
  const page = await openDoor(night.eventId, { expectedErrors: cutNetwork });
  let lost = 0;
  await page.route("**/api/scans", async (route) => {
    if (lost > 0) return route.continue();
    await route.fetch();
    lost++;
    await route.abort("connectionreset");
  });
  await enterCode(page, night.code);
  await readVerdict(page, "admitted");
  expect(lost).toBe(1);
  expect(await countScans(site, night.eventId)).toBe(1);
});

test("a scan given up and shown again asks for the answer of the first", async ({ openDoor, night, site }) => {
  const page = await openDoor(night.eventId, { expectedErrors: cutNetwork });
  let cut = true;
  await page.route("**/api/scans", async (route) => {
    if (!cut) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await enterCode(page, night.code);
  await page.getByRole("button", { name: "Stop trying" }).click();
  await expect(verdict(page, "none")).toBeHidden();
  cut = false;
  await page.waitForTimeout(3100);
  await enterCode(page, night.code);
  await readVerdict(page, "admitted");
  expect(await countScans(site, night.eventId)).toBe(1);
});

test("a sign-in page of the Wi-Fi is never taken for a verdict", async ({ openDoor, night, site }) => {
  const page = await openDoor(night.eventId, {});
  const answers = [
    { contentType: "text/html", body: "<h1>Welcome to Club Wi-Fi</h1>" },
    { contentType: "application/json", body: JSON.stringify({ verdict: "admitted", scanId: crypto.randomUUID() }) },
  ];
  let given = 0;
  await page.route("**/api/scans", (route) => route.fulfill({ status: 200, ...answers[given++ % answers.length]! }));
  await enterCode(page, night.code);
  await expect.poll(() => given).toBeGreaterThan(2);
  await expect(verdict(page, "none")).toContainText("Not admitted yet");
  await expect(verdict(page, "admitted")).toBeHidden();
  expect(await countAdmitted(site, night.eventId)).toBe(0);
});

test("a session that has ended says that the ticket was not checked", async ({ openDoor, night }) => {
  const page = await openDoor(night.eventId, { expectedErrors: /401/ });
  await page.context().clearCookies();
  await enterCode(page, night.code);
  expect((await readVerdict(page, "signed_out")).text).toMatch(/signed out/i);
});
