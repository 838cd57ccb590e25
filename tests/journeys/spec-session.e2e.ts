import { expect, type Page, type Request } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { answerWith, broadcasts, enterAs, hearBroadcasts, keep, kept, marva, visit } from "./spec-kit.ts";

const test = withSite();

const account = (page: Page) => page.getByRole("button", { name: "Account: Marva Bright", exact: true });
const signIn = (page: Page) => page.getByRole("button", { name: "Sign In" });

for (const [how, record] of [
  ["plain", marva],
  ["wrapped as status plus data", { status: "success", data: marva }],
  ["wrapped twice", { status: "success", data: { status: "success", data: marva } }],
] as const) {
  test(`§4 a stored user (${how}) is restored at once, before the server has answered`, async ({ page, site }) => {
    await keep(page, "localStorage", "user", JSON.stringify(record));
    let asked = 0;
    await page.route("**/api/me", () => void asked++);
    await visit(page, `${site.baseUrl}/password-reset`);
    await expect(account(page)).toBeVisible();
    await expect.poll(() => asked).toBe(1);
  });
}

test("§4 a valid session: the user is replaced by the server's copy", async ({ page, site }) => {
  await keep(page, "localStorage", "user", JSON.stringify({ ...marva, displayName: "Old Name" }));
  await page.route("**/api/me", answerWith(200, { ...marva, role: "admin" }));
  await visit(page, `${site.baseUrl}/password-reset`);
  await expect(page.getByRole("button", { name: "Account: Marva Bright (Admin)" })).toBeVisible();
  expect(JSON.parse((await kept(page, "user"))!).data).toEqual({ ...marva, role: "admin" });
});

for (const status of [401, 403, 500]) {
  test(`§4 an invalid session (${status}): the stored user is removed, the user is signed out, the body is logged`, async ({
    page,
    site,
    quiet,
  }) => {
    quiet.expect(/Failed to load resource/);
    const logged: string[] = [];
    page.on("console", (message) => void logged.push(message.text()));
    await hearBroadcasts(page);
    await keep(page, "localStorage", "user", JSON.stringify(marva));
    await keep(page, "localStorage", "userId", "7");
    await page.route("**/api/me", answerWith(status, { message: "Nobody of that name" }));
    await visit(page, `${site.baseUrl}/password-reset`);
    await expect(signIn(page)).toBeVisible();
    await expect.poll(() => kept(page, "user")).toBeNull();
    expect(await kept(page, "userId")).toBeNull();
    expect(await broadcasts(page)).toEqual([null]);
    await expect.poll(() => logged.join("\n")).toContain("Nobody of that name");
  });
}

test("§4 a network error during the check: the stored user is kept", async ({ page, site, quiet }) => {
  quiet.expect(/Failed to load resource/);
  await keep(page, "localStorage", "user", JSON.stringify(marva));
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/me"));
  await page.route("**/api/me", (route) => route.abort());
  await visit(page, `${site.baseUrl}/password-reset`);
  await failed;
  await page.waitForTimeout(200);
  await expect(account(page)).toBeVisible();
  expect(JSON.parse((await kept(page, "user"))!)).toEqual(marva);
});

for (const text of ["{oops", '{"status":"success","data":{}}', "[]"]) {
  test(`§8 an unreadable stored user is cleared: ${text}`, async ({ page, site }) => {
    await keep(page, "localStorage", "user", text);
    await keep(page, "localStorage", "userId", "7");
    await visit(page, `${site.baseUrl}/password-reset`);
    await expect(signIn(page)).toBeVisible();
    expect([await kept(page, "user"), await kept(page, "userId")]).toEqual([null, null]);
  });
}

test("§4 logout clears the user, removes the stored record and broadcasts the event with no user", async ({
  page,
  site,
}) => {
  await hearBroadcasts(page);
  await enterAs(page);
  await visit(page, `${site.baseUrl}/password-reset`);
  await account(page).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(signIn(page)).toBeVisible();
  expect([await kept(page, "user"), await kept(page, "userId")]).toEqual([null, null]);
  expect(await broadcasts(page)).toEqual([null]);
});

const tokens = [
  ["the stored user", "of-user"],
  ["local storage", "of-local"],
  ["session storage", "of-session"],
  ["the third-party identity token", "of-provider"],
] as const;

for (const [index, [place, token]] of tokens.entries()) {
  test(`§7 the bearer token comes from ${place} when nothing before it has one`, async ({ page, site }) => {
    const user = index === 0 ? { ...marva, token: "of-user" } : marva;
    await keep(page, "localStorage", "user", JSON.stringify(user));
    if (index <= 1) await keep(page, "localStorage", "authToken", "of-local");
    if (index <= 2) await keep(page, "sessionStorage", "authToken", "of-session");
    await keep(page, "localStorage", "firebaseToken", "of-provider");
    await page.route("**/api/analytics/**", answerWith(200, {}));
    await page.route("**/api/me", answerWith(200, marva));
    const asked = page.waitForRequest("**/api/me");
    await visit(page, `${site.baseUrl}/password-reset`);
    const headers = (await asked).headers();
    expect(headers.authorization).toBe(`Bearer ${token}`);
    expect(headers["user-id"]).toBe("7");
    expect(JSON.parse(headers["user-data"] ?? "")).toEqual({ id: 7, username: "marva", role: "user" });
  });
}

test("§7 a visitor's calls carry none of these headers", async ({ page, site }) => {
  const asked = page.waitForRequest("**/api/analytics/page-view");
  await page.goto(`${site.baseUrl}/password-reset`);
  const names = Object.keys((await asked).headers());
  expect(names.filter((name) => /^(user-id|user-data|authorization)$/.test(name))).toEqual([]);
});

/** Calls for the list of nights. */
function hearReads(page: Page): Request[] {
  const reads: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/events") reads.push(request);
  });
  return reads;
}

test("§7 a data query is a GET on the first element of its key, with the same headers", async ({ page, site }) => {
  await enterAs(page);
  const reads = hearReads(page);
  await visit(page, `${site.baseUrl}/password-reset`);
  await expect(account(page)).toBeVisible();
  await page.getByRole("link", { name: "Events" }).first().click();
  await expect(page).toHaveTitle(/^Events/);
  await expect.poll(() => reads.length).toBeGreaterThan(0);
  const [read] = reads;
  expect([read?.method(), read?.postData()]).toEqual(["GET", null]);
  expect(read?.headers()).toMatchObject({ "user-id": "7" });
  expect(JSON.parse(read?.headers()["user-data"] ?? "")).toEqual({ id: 7, username: "marva", role: "user" });
});

test("§9 the data cache is never stale and not asked again on focus", async ({ page, site }) => {
  const reads = hearReads(page);
  await visit(page, `${site.baseUrl}/password-reset`);
  const goTo = async (name: string) => {
    await page.getByRole("link", { name }).first().click();
    await expect(page).toHaveTitle(new RegExp(`^${name}`));
  };
  await goTo("Events");
  await expect.poll(() => reads.length).toBe(1);
  const asked = reads.map((read) => read.url());
  await goTo("Shop");
  await goTo("Events");
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForTimeout(300);
  expect(new Set(reads.map((read) => read.url())).size).toBe(reads.length);
  expect(reads.filter((read) => read.url() === asked[0])).toHaveLength(1);
});

test("§9 a data query that fails is not asked a second time by itself", async ({ page, site, quiet }) => {
  quiet.expect(/Failed to load resource|503/);
  const reads = hearReads(page);
  await page.route("**/api/events", answerWith(503, { message: "Closed" }));
  await visit(page, `${site.baseUrl}/password-reset`);
  await page.getByRole("link", { name: "Events" }).first().click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await page.waitForTimeout(1200);
  expect(reads).toHaveLength(1);
});

test("§3 a page view of somebody signed in carries the user's id", async ({ page, site }) => {
  await enterAs(page);
  const sent = page.waitForRequest("**/api/analytics/page-view");
  await page.goto(`${site.baseUrl}/password-reset`);
  expect((await sent).postDataJSON()).toMatchObject({ path: "/password-reset", userId: 7 });
});
