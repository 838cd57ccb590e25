import { expect } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import {
  answerWith,
  authDialog,
  broadcasts,
  expectToast,
  freshName,
  goodRegistration,
  hearBroadcasts,
  keep,
  kept,
  marva,
  openDialog,
  submit,
  visit,
} from "./spec-kit.ts";

const test = withSite();

const password = "Carnival2026";

test("§2 the auth dialog has its title, its subtitle, the tabs Login and Register, and 'Continue as guest'", async ({
  page,
  site,
}) => {
  await openDialog(page, site.baseUrl);
  const dialog = authDialog(page);
  await expect(dialog.getByRole("heading")).toHaveText("Join The Community");
  await expect(dialog).toHaveAccessibleDescription(
    "Connect with other Savage Gentlemen fans, access exclusive content and more.",
  );
  await expect(dialog.getByRole("tab")).toHaveText(["Login", "Register"]);
  await expect(dialog.getByRole("button", { name: "Continue as guest" })).toBeVisible();
});

test("§2 the Login tab asks for username and password", async ({ page, site }) => {
  await openDialog(page, site.baseUrl);
  await expect(authDialog(page).locator("label")).toHaveText(["Username", "Password"]);
  await expect(authDialog(page).getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
});

test("§2 'Forgot your password?' closes the dialog and goes to /password-reset", async ({ page, site }) => {
  await visit(page, `${site.baseUrl}/shop`);
  await page.getByRole("button", { name: "Sign In" }).click();
  await authDialog(page).getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(`${site.baseUrl}/password-reset`);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("§2 the Register tab asks for username, display name, password and confirm password", async ({ page, site }) => {
  await openDialog(page, site.baseUrl, "Register");
  await expect(authDialog(page).locator("label")).toHaveText([
    "Username",
    "Display Name",
    "Password",
    "Confirm Password",
  ]);
});

test("§2 a window event opens the dialog and may carry a tab name and a redirect path", async ({ page, site }) => {
  await visit(page, `${site.baseUrl}/password-reset`);
  const send = (detail: object) =>
    page.evaluate((what) => window.dispatchEvent(new CustomEvent("sg:auth:open", { detail: what })), detail);
  await send({});
  await expect(authDialog(page).getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(authDialog(page)).toHaveCount(0);
  await send({ tab: "register", redirect: "/events?when=past" });
  await expect(authDialog(page).getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
  expect(await kept(page, "sg:auth:redirect")).toBe("/events?when=past");
  await page.keyboard.press("Escape");
  await send({ redirect: "https://evil.example/" });
  await expect(authDialog(page)).toBeVisible();
  expect(await kept(page, "sg:auth:redirect")).toBeNull();
});

test("§4 the tab may be preset from sg:auth:tab, and the preset is cleared when the dialog opens", async ({
  page,
  site,
}) => {
  await keep(page, "localStorage", "sg:auth:tab", "register");
  await openDialog(page, site.baseUrl);
  await expect(authDialog(page).getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true");
  expect(await kept(page, "sg:auth:tab")).toBeNull();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(authDialog(page).getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
});

const goodLogin = { Username: "marva", Password: "secret" };
const rules: [form: "Login" | "Register", label: string, wrong: string, right: string, message: string][] = [
  ["Login", "Username", "ab", "abc", "Username must be at least 3 characters"],
  ["Login", "Password", "12345", "123456", "Password must be at least 6 characters"],
  ["Register", "Username", "ab", "abc", "Username must be at least 3 characters"],
  ["Register", "Display Name", "Al", "Ali", "Display name must be at least 3 characters"],
  ["Register", "Password", "Abcdef7", "Abcdefg7", "Password must be at least 8 characters"],
  ["Register", "Password", "abcdefg7", "Abcdefg7", "Password must contain at least one uppercase letter"],
  ["Register", "Password", "Abcdefgh", "Abcdefg7", "Password must contain at least one number"],
  ["Register", "Confirm Password", "Abc12", "Abcd12", "Confirm password must be at least 6 characters"],
  ["Register", "Confirm Password", "Carnival2027", password, "Passwords do not match"],
];

for (const [form, label, wrong, right, message] of rules) {
  test(`§5 ${form}, ${label}: ${message}`, async ({ page, site }) => {
    const sent: string[] = [];
    await page.route("**/api/auth/*", async (route) => {
      sent.push(route.request().url());
      await answerWith(200, {})(route);
    });
    await openDialog(page, site.baseUrl, form);
    const good: Record<string, string> = form === "Login" ? goodLogin : goodRegistration("marva");
    await submit(page, { ...good, [label]: wrong });
    const field = authDialog(page).getByLabel(label, { exact: true });
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
    await expect(field).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
    await submit(page, { ...good, [label]: right });
    await expect(authDialog(page).getByText(message)).toHaveCount(0);
  });
}

test("§4 login stores the user and its id, broadcasts 'sg:auth:changed' and closes the dialog; the payload is username and password", async ({
  page,
  site,
}) => {
  const name = freshName();
  const made = await site.anon.post("/api/auth/register", { username: name, displayName: "Marva Bright", password });
  await hearBroadcasts(page);
  await openDialog(page, site.baseUrl);
  const asked = page.waitForRequest("**/api/auth/login");
  await submit(page, { Username: name, Password: password });
  expect((await asked).postDataJSON()).toEqual({ username: name, password });
  await expectToast(page, "Login Successful", "Welcome back, Marva Bright!");
  await expect(authDialog(page)).toHaveCount(0);
  const user = { id: made.body.id, username: name, displayName: "Marva Bright", role: "user", isGuest: false };
  expect(JSON.parse((await kept(page, "user"))!)).toEqual({ status: "success", data: { ...user, avatar: null } });
  expect(await kept(page, "userId")).toBe(String(made.body.id));
  expect(await broadcasts(page)).toEqual([expect.objectContaining(user)]);
  await expect(page.getByRole("button", { name: "Account: Marva Bright" })).toBeVisible();

  const checked = page.waitForRequest("**/api/me");
  await page.reload();
  expect((await (await checked).allHeaders()).cookie).toContain("sg_session=");
  await expect(page.getByRole("button", { name: "Account: Marva Bright" })).toBeVisible();
});

test("§3 registration sends username, displayName and password, not confirmPassword, and welcomes by name", async ({
  page,
  site,
}) => {
  await hearBroadcasts(page);
  await openDialog(page, site.baseUrl, "Register");
  const asked = page.waitForRequest("**/api/auth/register");
  const username = freshName();
  await submit(page, goodRegistration(username));
  expect((await asked).postDataJSON()).toEqual({ username, displayName: "Marva Bright", password });
  await expectToast(page, "Registration Successful", "Welcome to Savage Gentlemen, Marva Bright!");
  await expect(authDialog(page)).toHaveCount(0);
  expect(await broadcasts(page)).toEqual([expect.objectContaining({ username, role: "user" })]);
});

test("§7 guest access posts an empty body, closes the dialog and signs a guest in", async ({ page, site }) => {
  await openDialog(page, site.baseUrl);
  const asked = page.waitForRequest("**/api/auth/guest");
  await authDialog(page).getByRole("button", { name: "Continue as guest" }).click();
  const request = await asked;
  expect([request.method(), request.postData()]).toEqual(["POST", null]);
  await expect(authDialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Account: .+ \(Guest\)$/ })).toBeVisible();
  expect(JSON.parse((await kept(page, "user"))!).data).toMatchObject({ role: "guest", isGuest: true });
});

for (const [way, path] of [
  ["login", "login"],
  ["registration", "register"],
  ["guest access", "guest"],
] as const) {
  test(`§4 after ${way} a stored redirect path is removed, and navigation to it happens about 800 ms later`, async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      const times: Record<string, number> = {};
      Object.assign(window, { times });
      window.addEventListener("sg:auth:changed", () => (times.signedIn = performance.now()));
      const push = history.pushState.bind(history);
      history.pushState = (...what) => {
        times.left = performance.now();
        push(...what);
      };
    });
    await page.route(`**/api/auth/${path}`, answerWith(200, marva));
    await openDialog(page, site.baseUrl, path === "register" ? "Register" : "Login");
    await page.evaluate(() => localStorage.setItem("sg:auth:redirect", "/events?when=past"));
    if (path === "guest") await authDialog(page).getByRole("button", { name: "Continue as guest" }).click();
    else await submit(page, path === "login" ? goodLogin : goodRegistration("marva"));
    await expect(authDialog(page)).toHaveCount(0);
    expect(await kept(page, "sg:auth:redirect")).toBeNull();
    await expect(page).toHaveURL(`${site.baseUrl}/events?when=past`);
    const { signedIn, left } = await page.evaluate(() => (window as any).times);
    expect(left - signedIn).toBeGreaterThan(750);
    expect(left - signedIn).toBeLessThan(2000);
  });
}
