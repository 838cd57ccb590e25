import { waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import {
  authDialog,
  expectToast,
  freshName,
  goodRegistration,
  holdTime,
  lifeOfToast,
  openDialog,
  password,
  submit,
  toasts,
} from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
afterEach(() => void vi.restoreAllMocks());

const goodLogin = { Username: "marva", Password: "secret" };
const openPage = () => openApp(site, "/password-reset");
const cut = () => Promise.reject(new TypeError("Failed to fetch"));
type Happens = () => Promise<Response> | Response;

/** The values of the open tab's fields, by label. */
async function typed(app: Parameters<typeof authDialog>[0]): Promise<Record<string, string>> {
  const fields = (await authDialog(app)).querySelectorAll<HTMLInputElement>("input");
  return Object.fromEntries([...fields].map((field) => [field.labels?.[0]?.textContent ?? "", field.value]));
}

const rules: [form: "Login" | "Register", label: string, wrong: string, right: string, message: string][] = [
  ["Login", "Username", "ab", "abc", "Username must be at least 3 characters"],
  ["Login", "Password", "12345", "123456", "Password must be at least 6 characters"],
  ["Register", "Username", "ab", "abc", "Username must be at least 3 characters"],
  ["Register", "Display name", "Al", "Ali", "Display name must be at least 3 characters"],
  ["Register", "Password", "Abcdef7", "Abcdefg7", "Password must be at least 8 characters"],
  ["Register", "Password", "abcdefg7", "Abcdefg7", "Password must contain at least one uppercase letter"],
  ["Register", "Password", "Abcdefgh", "Abcdefg7", "Password must contain at least one number"],
  ["Register", "Confirm password", "Abc12", "Abcd12", "Confirm password must be at least 6 characters"],
  ["Register", "Confirm password", "Carnival2027", password, "Passwords do not match"],
];

for (const [form, label, wrong, right, message] of rules) {
  test(`§5 ${form}, ${label}: ${message}`, async () => {
    const app = await openPage();
    app.network.on("POST", /^\/api\/auth\//, () => answer(500, {}));
    const dialog = await openDialog(app, form);
    const good: Record<string, string> = form === "Login" ? goodLogin : goodRegistration(freshName());
    await submit(app, { ...good, [label]: wrong });
    const field = dialog.getByLabelText(label, { selector: "input" });
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    const described = field.getAttribute("aria-describedby")!.split(" ");
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
    expect(await typed(app)).toEqual({ ...good, [label]: wrong });
    expect(app.network.callsTo("POST", /^\/api\/auth\//)).toEqual([]);
    await submit(app, { ...good, [label]: right });
    await waitFor(() => expect(dialog.queryByText(message)).toBeNull());
  });
}

const loginFailures: [when: string, happens: Happens, text: string][] = [
  ["the server answers 401", () => answer(401, { message: "no" }), "Invalid username or password. Please try again."],
  [
    "the server answers 404",
    () => answer(404, { message: "no" }),
    "Account not found. Please check your username or register.",
  ],
  ["the request fails", cut, "Network error. Please check your connection and try again."],
  ["the server gives its own reason", () => answer(403, { message: "Closed for tonight" }), "Closed for tonight"],
  ["the server gives no reason", () => answer(500, "oops"), "Please check your credentials"],
];

for (const [when, happens, text] of loginFailures) {
  test(`§8 'Login Failed' when ${when}: '${text}'`, async () => {
    const app = await openPage();
    app.network.on("POST", /^\/api\/auth\/login$/, happens);
    await openDialog(app);
    await submit(app, goodLogin);
    await expectToast("Login Failed", text);
    expect(await typed(app)).toEqual(goodLogin);
    expect(localStorage.getItem("user")).toBeNull();
  });
}

test("§8 the server's real responses to a wrong password and an unknown name show the right message", async () => {
  const username = freshName();
  await site.anon.post("/api/auth/register", { username, displayName: "Marva", password });
  const app = await openPage();
  await openDialog(app);
  await submit(app, { Username: username, Password: "wrong-one" });
  await expectToast("Login Failed", "Invalid username or password. Please try again.");
  expect(await typed(app)).toEqual({ Username: username, Password: "wrong-one" });
  await submit(app, { Username: "nobody.here", Password: "wrong-one" });
  await expectToast("Login Failed", "Account not found. Please check your username or register.");
  expect([localStorage.getItem("user"), app.network.hasSession()]).toEqual([null, false]);
});

const registrationFailures: [when: string, happens: Happens, text: string][] = [
  [
    "the message says 'already exists'",
    () => answer(409, { message: "Username already exists" }),
    "Username already exists. Please choose a different username.",
  ],
  [
    "the message says 'already taken'",
    () => answer(409, { message: "That name is already taken" }),
    "Username already exists. Please choose a different username.",
  ],
  ["the request fails", cut, "Network error. Please check your connection and try again."],
  [
    "the response has validation errors",
    () => answer(400, { message: "Invalid", errors: [{ message: "Username is odd" }] }),
    "Please check your information and try again.",
  ],
  ["nothing more is known", () => answer(500, {}), "Registration failed. Please try again."],
  ["the response cannot be parsed", () => answer(200, "<html>"), "Unable to process registration response"],
  ["the response has no user id", () => answer(200, { displayName: "Marva" }), "Invalid user data received"],
];

for (const [when, happens, text] of registrationFailures) {
  test(`§8 'Registration Failed' when ${when}: '${text}'`, async () => {
    const app = await openPage();
    app.network.on("POST", /^\/api\/auth\/register$/, happens);
    await openDialog(app, "Register");
    await submit(app, goodRegistration("marva"));
    await expectToast("Registration Failed", text);
    expect(await typed(app)).toEqual(goodRegistration("marva"));
    expect(localStorage.getItem("user")).toBeNull();
  });
}

test("§8 registering a taken name says so, from the server's real response", async () => {
  const username = freshName();
  await site.anon.post("/api/auth/register", { username, displayName: "Marva", password });
  const app = await openPage();
  await openDialog(app, "Register");
  await submit(app, goodRegistration(username));
  await expectToast("Registration Failed", "Username already exists. Please choose a different username.");
  expect(await typed(app)).toEqual(goodRegistration(username));
  expect([localStorage.getItem("user"), app.network.hasSession()]).toEqual([null, false]);
});

test("§8 without a connection login and registration fail with 'Network connection error'", async () => {
  const text = "Network connection error. Please check your internet connection and try again.";
  const app = await openPage();
  const dialog = await openDialog(app);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  app.network.cut();
  await submit(app, goodLogin);
  await expectToast("Login Failed", text);
  expect(await typed(app)).toEqual(goodLogin);
  await app.user.click(dialog.getByRole("tab", { name: "Register" }));
  await submit(app, goodRegistration("marva"));
  await expectToast("Registration Failed", text);
  expect(await typed(app)).toEqual(goodRegistration("marva"));
});

test("§8 failed guest access says so", async () => {
  const app = await openPage();
  app.network.on("POST", /^\/api\/auth\/guest$/, cut);
  const dialog = await openDialog(app);
  await app.user.click(dialog.getByRole("button", { name: "Continue as guest" }));
  await expectToast("Guest Access Failed", "Unable to continue as guest. Please try again.");
  expect(localStorage.getItem("user")).toBeNull();
});

test("§9 toasts show one at a time, for 5 seconds", async () => {
  const app = await openPage();
  app.network.on("POST", /^\/api\/auth\/login$/, () => answer(401, {}));
  await openDialog(app);
  holdTime();
  await submit(app, goodLogin);
  await expectToast("Login Failed", "Invalid username or password. Please try again.");
  app.network.on("POST", /^\/api\/auth\/login$/, () => answer(404, {}));
  const life = lifeOfToast("Account not found.");
  await submit(app, goodLogin);
  await expectToast("Login Failed", "Account not found. Please check your username or register.");
  await vi.advanceTimersByTimeAsync(4000);
  expect(toasts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  await waitFor(() => expect(toasts()).toEqual([]));
  expect(await life).toBeGreaterThan(4900);
  expect(await life).toBeLessThan(6000);
});

test("a login under way is not sent twice", async () => {
  const app = await openPage();
  let arrive = () => {};
  const wait = new Promise<void>((resolve) => (arrive = resolve));
  app.network.on("POST", /^\/api\/auth\/login$/, async () => {
    await wait;
    return answer(401, {});
  });
  await openDialog(app);
  await submit(app, goodLogin);
  const button = within(await authDialog(app)).getByRole("button", { name: /Login/ });
  await app.user.click(button);
  await app.user.keyboard("{Enter}");
  arrive();
  await expectToast("Login Failed", "Invalid username or password. Please try again.");
  expect(app.network.callsTo("POST", /^\/api\/auth\/login$/)).toHaveLength(1);
});
