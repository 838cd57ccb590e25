import { expect, type Page, type Route } from "@playwright/test";

// What the spec-*.e2e.ts journeys share: people that only the browser knows, and the things on the page they all look at.

/** Somebody as the browser keeps them; the server does not know them. */
export const marva = {
  id: 7,
  username: "marva",
  displayName: "Marva Bright" as string | null,
  avatar: null,
  role: "user",
  isGuest: false,
};

/** Opens an address and waits until the page listens. */
export async function visit(page: Page, address: string): Promise<void> {
  await Promise.all([page.waitForRequest("**/api/analytics/page-view"), page.goto(address)]);
}

/** Keeps a value in the browser before its first page; later pages find what became of it. */
export const keep = (page: Page, place: "localStorage" | "sessionStorage", key: string, value: string) =>
  page.addInitScript(
    ([where, name, text]) => {
      if (sessionStorage.getItem(`kept ${where} ${name}`) !== null) return;
      sessionStorage.setItem(`kept ${where} ${name}`, "");
      window[where].setItem(name, text);
    },
    [place, key, value] as const,
  );

/** Makes the browser one that somebody is signed in with, as far as it can tell. */
export async function enterAs(page: Page, change: Partial<typeof marva> = {}): Promise<void> {
  const person = { ...marva, ...change };
  await keep(page, "localStorage", "user", JSON.stringify(person));
  await page.route("**/api/me", (route) => route.fulfill({ json: person }));
}

/** The toasts on the page; the dialog hides them from roles, not from eyes. */
export const toasts = (page: Page) => page.locator("li[data-state=open]");

/** How long the next toast with these words is there, in milliseconds of the page's own clock. */
export const lifeOfToast = (page: Page, words: string) =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let since: number | undefined;
        new MutationObserver(() => {
          const isThere = document.querySelector("li[data-state=open]")?.textContent.includes(text) === true;
          if (isThere) since ??= performance.now();
          else if (since !== undefined) resolve(performance.now() - since);
        }).observe(document.body, { childList: true, subtree: true, attributes: true });
      }),
    words,
  );

/** The one toast says this and nothing else. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toHaveText(`${title}${text}`);
  await expect(toasts(page)).toBeVisible();
}

export const authDialog = (page: Page) => page.getByRole("dialog", { name: "Join The Community" });

/** Opens the sign-in dialog from the header. */
export async function openDialog(page: Page, baseUrl: string, tab: "Login" | "Register" = "Login"): Promise<void> {
  await visit(page, `${baseUrl}/password-reset`);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(authDialog(page)).toBeVisible();
  if (tab === "Register") await authDialog(page).getByRole("tab", { name: "Register" }).click();
}

/** Fills the fields of the open tab and sends them. */
export async function submit(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await authDialog(page).getByLabel(label, { exact: true }).fill(value);
  await authDialog(page)
    .getByRole("button", { name: /^(Login|Create Account)$/ })
    .click();
}

/** A username that nobody has yet. */
export const freshName = () => `marva.${Date.now().toString(36)}`;

export const goodRegistration = (username: string) => ({
  Username: username,
  "Display Name": "Marva Bright",
  Password: "Carnival2026",
  "Confirm Password": "Carnival2026",
});

/** Answers a call in the place of the server. */
export const answerWith =
  (status: number, body: string | object) =>
  (route: Route): Promise<void> =>
    route.fulfill({
      status,
      contentType: "application/json",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

/** Notes every broadcast of who is signed in, from the first page on; read them with `broadcasts`. */
export const hearBroadcasts = (page: Page) =>
  page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener("sg:auth:changed", (event) => heard.push((event as CustomEvent).detail.user));
  });

export const broadcasts = (page: Page) => page.evaluate(() => (window as any).heard as any[]);

/** What the browser keeps under a name. */
export const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
