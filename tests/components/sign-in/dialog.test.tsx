import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import {
  authDialog,
  expectToast,
  freshName,
  goodRegistration,
  recordBroadcasts,
  holdTime,
  marva,
  openDialog,
  password,
  submit,
} from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const openPage = (path = "/password-reset") => openApp(site, path);
type Scope = Awaited<ReturnType<typeof openDialog>>;
const labels = (dialog: Scope) =>
  [...dialog.getByRole("tabpanel").querySelectorAll("label")].map((label) => label.textContent);
const chosenTab = (dialog: Scope) => dialog.getByRole("tab", { selected: true }).textContent;

test("§2 the auth dialog has its title, its subtitle, the tabs Login and Register, and 'Continue as guest'", async () => {
  const app = await openPage();
  const dialog = await openDialog(app);
  expect(dialog.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(["Join The Community"]);
  app.screen.getByRole("dialog", {
    description: "Connect with other Savage Gentlemen fans, access exclusive content and more.",
  });
  expect(dialog.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Login", "Register"]);
  dialog.getByRole("button", { name: "Continue as guest" });
});

test("§2 the Login tab asks for username and password", async () => {
  const dialog = await openDialog(await openPage());
  expect(labels(dialog)).toEqual(["Username", "Password"]);
  expect(dialog.getByLabelText("Password", { selector: "input" }).getAttribute("type")).toBe("password");
});

test("§2 the Register tab asks for username, display name, password and confirm password", async () => {
  const dialog = await openDialog(await openPage(), "Register");
  expect(labels(dialog)).toEqual(["Username", "Display name", "Password", "Confirm password"]);
  for (const label of ["Password", "Confirm password"])
    expect(dialog.getByLabelText(label, { selector: "input" }).getAttribute("type")).toBe("password");
});

test("§2 'Forgot your password?' closes the dialog and goes to /password-reset", async () => {
  const app = await openPage("/shop");
  const dialog = await openDialog(app);
  await app.user.click(dialog.getByRole("link", { name: "Forgot your password?" }));
  await waitFor(() => expect(app.address()).toBe("/password-reset"));
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  await app.screen.findByRole("heading", { level: 1 });
});

test("§2 a window event opens the dialog and may carry a tab name and a redirect path", async () => {
  const app = await openPage();
  const send = async (detail: object) => {
    window.dispatchEvent(new CustomEvent("sg:auth:open", { detail }));
    return within(await authDialog(app));
  };
  const leave = async () => {
    await app.user.keyboard("{Escape}");
    await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  };
  expect(chosenTab(await send({}))).toBe("Login");
  await leave();
  expect(chosenTab(await send({ tab: "register", redirect: "/events?when=past" }))).toBe("Register");
  expect(localStorage.getItem("sg:auth:redirect")).toBe("/events?when=past");
  await leave();
  await send({ redirect: "https://evil.example/" });
  expect(localStorage.getItem("sg:auth:redirect")).toBeNull();
});

test("§4 the tab may be preset from sg:auth:tab, and the preset is cleared when the dialog opens", async () => {
  localStorage.setItem("sg:auth:tab", "register");
  const app = await openPage();
  expect(chosenTab(await openDialog(app))).toBe("Register");
  expect(localStorage.getItem("sg:auth:tab")).toBeNull();
  await app.user.keyboard("{Escape}");
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  expect(chosenTab(await openDialog(app))).toBe("Login");
});

test("§4 login stores the user and its id, broadcasts 'sg:auth:changed' and closes the dialog; the payload is username and password", async () => {
  const username = freshName();
  const made = await site.anon.post("/api/auth/register", { username, displayName: "Marva Bright", password });
  const broadcasts = recordBroadcasts();
  const app = await openPage();
  await openDialog(app);
  await submit(app, { Username: username, Password: password });
  await expectToast("Login Successful", "Welcome back, Marva Bright!");
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  const [asked] = app.network.callsTo("POST", /^\/api\/auth\/login$/);
  expect(JSON.parse(asked!.body!)).toEqual({ username, password });
  const user = { id: made.body.id, username, displayName: "Marva Bright", role: "user", isGuest: false };
  expect(JSON.parse(localStorage.getItem("user")!)).toEqual({ status: "success", data: { ...user, avatar: null } });
  expect(localStorage.getItem("userId")).toBe(String(made.body.id));
  expect(broadcasts).toEqual([expect.objectContaining(user)]);
  app.screen.getByRole("button", { name: "Account: Marva Bright" });
  // The next call sends the cookie from the response.
  expect((await app.network.ask("/api/me")).body).toMatchObject(user);
});

test("§3 registration sends username, displayName and password, not confirmPassword, and welcomes by name", async () => {
  const username = freshName();
  const broadcasts = recordBroadcasts();
  const app = await openPage();
  await openDialog(app, "Register");
  await submit(app, goodRegistration(username));
  await expectToast("Registration Successful", "Welcome to Savage Gentlemen, Marva Bright!");
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  const [asked] = app.network.callsTo("POST", /^\/api\/auth\/register$/);
  expect(JSON.parse(asked!.body!)).toEqual({ username, displayName: "Marva Bright", password });
  expect(broadcasts).toEqual([expect.objectContaining({ username, role: "user" })]);
  expect((await app.network.ask("/api/me")).body).toMatchObject({ username, displayName: "Marva Bright" });
});

test("§7 guest access posts an empty body, closes the dialog and signs a guest in", async () => {
  const app = await openPage();
  const dialog = await openDialog(app);
  await app.user.click(dialog.getByRole("button", { name: "Continue as guest" }));
  await app.screen.findByRole("button", { name: /^Account: .+ \(Guest\)$/ });
  await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
  expect(app.network.callsTo("POST", /^\/api\/auth\/guest$/).map(({ body }) => body)).toEqual([undefined]);
  expect(JSON.parse(localStorage.getItem("user")!).data).toMatchObject({ role: "guest", isGuest: true });
  expect((await app.network.ask("/api/me")).body).toMatchObject({ role: "guest" });
});

test.each([
  ["login", "login"],
  ["registration", "register"],
  ["guest access", "guest"],
])(
  "§4 after %s a stored redirect path is removed, and navigation to it happens about 800 ms later",
  async (_way, path) => {
    // The page's parts are already loaded: this measures only the delay.
    const app = await openPage("/events");
    await app.go("/password-reset");
    const username = freshName();
    if (path === "login") await site.anon.post("/api/auth/register", { username, displayName: "Marva", password });
    const dialog = await openDialog(app, path === "register" ? "Register" : "Login");
    localStorage.setItem("sg:auth:redirect", "/events?when=past");
    holdTime();
    const times = { signedIn: 0, left: 0 };
    window.addEventListener("sg:auth:changed", () => (times.signedIn = Date.now()), { once: true });
    app.network.on("GET", /^\/api\/events\?when=past/, () => void (times.left ||= Date.now()));
    if (path === "guest") await app.user.click(dialog.getByRole("button", { name: "Continue as guest" }));
    else await submit(app, path === "login" ? { Username: username, Password: password } : goodRegistration(username));
    await waitFor(() => expect(app.screen.queryByRole("dialog")).toBeNull());
    expect(localStorage.getItem("sg:auth:redirect")).toBeNull();
    await waitFor(() => expect(app.address()).toBe("/events?when=past"));
    expect(times.left - times.signedIn).toBeGreaterThanOrEqual(800);
    expect(times.left - times.signedIn).toBeLessThan(1000);
  },
);

test("a response that requires a second step keeps the dialog open and signs nobody in", async () => {
  const app = await openPage();
  app.network.on("POST", /^\/api\/auth\/login$/, () =>
    answer(401, { code: "second_factor_required", message: "more", ticket: "t", methods: ["totp"] }),
  );
  await openDialog(app);
  await submit(app, { Username: marva.username, Password: "secret" });
  await app.screen.findByRole("dialog", { name: "One more step" });
  expect(localStorage.getItem("user")).toBeNull();
  await app.user.click(app.screen.getByRole("button", { name: "Back to login" }));
  await authDialog(app);
});

test("a second step that took too long leads back to the login form with a message; a wrong code stays on the step", async () => {
  const app = await openPage();
  app.network.on("POST", /^\/api\/auth\/login$/, () =>
    answer(401, { code: "second_factor_required", message: "more", ticket: "t", methods: ["totp"] }),
  );
  const replies = [
    { code: "second_factor_wrong", message: "This code is not right" },
    { code: "sign_in_expired", message: "That took too long" },
  ];
  app.network.on("POST", /^\/api\/auth\/second-factor$/, () => answer(401, replies.shift()));
  await openDialog(app);
  await submit(app, { Username: marva.username, Password: "secret" });
  const step = within(await app.screen.findByRole("dialog", { name: "One more step" }));
  const send = async (code: string) => {
    await app.user.clear(step.getByRole("textbox"));
    await app.user.type(step.getByRole("textbox"), `${code}{Enter}`);
  };
  await send("123456");
  await step.findByText("This code is not right");
  await send("654321");
  await authDialog(app);
  await app.screen.findByText("That took too long");
  expect(localStorage.getItem("user")).toBeNull();
});
