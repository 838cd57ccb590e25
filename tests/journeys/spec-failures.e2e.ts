import { expect, type Page, type Route } from "@playwright/test";
import { waitForToasts, withSite } from "./journey-kit.ts";
import {
  answerWith,
  authDialog,
  expectToast,
  freshName,
  goodRegistration,
  kept,
  lifeOfToast,
  openDialog,
  submit,
} from "./spec-kit.ts";

const test = withSite();
test.beforeEach(({ quiet }) => quiet.expect(/Failed to load resource/));

type Cut = (page: Page, route: Route) => Promise<unknown>;
const answer =
  (status: number, body: string | object): Cut =>
  (_page, route) =>
    answerWith(status, body)(route);
const abort: Cut = (_page, route) => route.abort();

const loginFailures: [when: string, happens: Cut, text: string][] = [
  ["the server answers 401", answer(401, { message: "no" }), "Invalid username or password. Please try again."],
  [
    "the server answers 404",
    answer(404, { message: "no" }),
    "Account not found. Please check your username or register.",
  ],
  ["the request fails", abort, "Network error. Please check your connection and try again."],
  ["the server gives a reason of its own", answer(403, { message: "Closed for tonight" }), "Closed for tonight"],
  ["the server gives no reason", answer(500, "oops"), "Please check your credentials"],
];

for (const [when, happens, text] of loginFailures) {
  test(`§8 'Login Failed' when ${when}: '${text}'`, async ({ page, site }) => {
    await page.route("**/api/auth/login", (route) => happens(page, route));
    await openDialog(page, site.baseUrl);
    await submit(page, { Username: "marva", Password: "secret" });
    await expectToast(page, "Login Failed", text);
    await expect(authDialog(page)).toBeVisible();
    expect(await kept(page, "user")).toBeNull();
  });
}

test("§8 the server's own answers to a wrong password and to an unknown name reach the right sentence", async ({
  page,
  site,
}) => {
  const username = freshName();
  await site.anon.post("/api/auth/register", { username, displayName: "Marva", password: "Carnival2026" });
  await openDialog(page, site.baseUrl);
  await submit(page, { Username: username, Password: "wrong-one" });
  await expectToast(page, "Login Failed", "Invalid username or password. Please try again.");
  await submit(page, { Username: "nobody.here", Password: "wrong-one" });
  await expectToast(page, "Login Failed", "Account not found. Please check your username or register.");
});

const registrationFailures: [when: string, happens: Cut, text: string][] = [
  [
    "the message says 'already exists'",
    answer(409, { message: "Username already exists" }),
    "Username already exists. Please choose a different username.",
  ],
  [
    "the message says 'already taken'",
    answer(409, { message: "That name is already taken" }),
    "Username already exists. Please choose a different username.",
  ],
  ["the request fails", abort, "Network error. Please check your connection and try again."],
  [
    "the answer carries validation errors",
    answer(400, { message: "Invalid", errors: [{ message: "Username is odd" }] }),
    "Please check your information and try again.",
  ],
  ["nothing else is known", answer(500, {}), "Registration failed. Please try again."],
  ["the response cannot be parsed", answer(200, "<html>"), "Unable to process registration response"],
  ["the response has no user id", answer(200, { displayName: "Marva" }), "Invalid user data received"],
];

for (const [when, happens, text] of registrationFailures) {
  test(`§8 'Registration Failed' when ${when}: '${text}'`, async ({ page, site }) => {
    await page.route("**/api/auth/register", (route) => happens(page, route));
    await openDialog(page, site.baseUrl, "Register");
    await submit(page, goodRegistration("marva"));
    await expectToast(page, "Registration Failed", text);
    await expect(authDialog(page)).toBeVisible();
    expect(await kept(page, "user")).toBeNull();
  });
}

test("§8 registering a name that is taken says so from the server's own answer", async ({ page, site }) => {
  const username = freshName();
  await site.anon.post("/api/auth/register", { username, displayName: "Marva", password: "Carnival2026" });
  await openDialog(page, site.baseUrl, "Register");
  await submit(page, goodRegistration(username));
  await expectToast(page, "Registration Failed", "Username already exists. Please choose a different username.");
});

test("§8 without a connection login and registration fail with 'Network connection error'", async ({
  page,
  context,
  site,
}) => {
  const text = "Network connection error. Please check your internet connection and try again.";
  await openDialog(page, site.baseUrl);
  await waitForToasts(page);
  await context.setOffline(true);
  await submit(page, { Username: "marva", Password: "secret" });
  await expectToast(page, "Login Failed", text);
  await authDialog(page).getByRole("tab", { name: "Register" }).click();
  await submit(page, goodRegistration("marva"));
  await expectToast(page, "Registration Failed", text);
  await context.setOffline(false);
});

test("§8 guest access that fails says so", async ({ page, site }) => {
  await page.route("**/api/auth/guest", (route) => route.abort());
  await openDialog(page, site.baseUrl);
  await authDialog(page).getByRole("button", { name: "Continue as guest" }).click();
  await expectToast(page, "Guest Access Failed", "Unable to continue as guest. Please try again.");
});

test("§9 toasts show one at a time, for 5 seconds", async ({ page, site }) => {
  await page.route("**/api/auth/login", answerWith(401, {}));
  await openDialog(page, site.baseUrl);
  await submit(page, { Username: "marva", Password: "secret" });
  await expectToast(page, "Login Failed", "Invalid username or password. Please try again.");
  await page.unroute("**/api/auth/login");
  await page.route("**/api/auth/login", answerWith(404, {}));
  const life = lifeOfToast(page, "Account not found.");
  await submit(page, { Username: "marva", Password: "secret" });
  await expectToast(page, "Login Failed", "Account not found. Please check your username or register.");
  expect(await life).toBeGreaterThan(4900);
  expect(await life).toBeLessThan(8000);
});
