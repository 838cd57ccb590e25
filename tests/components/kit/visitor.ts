import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import type { OpenApp } from "./open-app.tsx";

// What the tests about sessions, the sign-in dialog and the shell share: a person that only the browser knows, and the
// parts of the page that all of them look at.

/** Somebody as the browser keeps them; the server does not know them. */
export const marva = {
  id: 7,
  username: "marva",
  displayName: "Marva Bright" as string | null,
  avatar: null as string | null,
  role: "user",
  isGuest: false,
};

/** Keeps somebody in the browser before its first page. */
export const keepUser = (record: unknown): void =>
  localStorage.setItem("user", typeof record === "string" ? record : JSON.stringify(record));

/** Notes every broadcast of who is signed in, until the test is over. */
export function hearBroadcasts(): unknown[] {
  const heard: unknown[] = [];
  const hear = (event: CustomEvent<{ user: unknown }>) => void heard.push(event.detail.user);
  window.addEventListener("sg:auth:changed", hear);
  onTestFinished(() => window.removeEventListener("sg:auth:changed", hear));
  return heard;
}

/** Waits until the page has counted itself and the queries are quiet: what it asks by itself has been asked. */
export const settled = ({ network, queryClient }: Pick<OpenApp, "network" | "queryClient">) =>
  waitFor(() => {
    expect(network.callsTo("POST", /^\/api\/analytics\/page-view$/).length).toBeGreaterThan(0);
    expect(queryClient.isFetching()).toBe(0);
  });

/** Another tab of the same browser wrote this: it is kept, and this tab hears of it. */
export function writeInOtherTab(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  fireEvent(window, Object.assign(new Event("storage"), { key, newValue: value }));
}

/** The sign-in dialog, once it has the focus: it hears keys from then on. */
export async function authDialog({ screen }: Pick<OpenApp, "screen">): Promise<HTMLElement> {
  const dialog = await screen.findByRole("dialog", { name: "Join The Community" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return dialog;
}

/** Opens the sign-in dialog from the header, at one of its tabs. */
export async function openDialog(app: OpenApp, tab: "Login" | "Register" = "Login") {
  await app.user.click(await app.screen.findByRole("button", { name: "Sign In" }));
  const dialog = within(await authDialog(app));
  if (tab === "Register") await app.user.click(dialog.getByRole("tab", { name: "Register" }));
  return dialog;
}

/** Fills the fields of the open tab and sends them. */
export async function submit({ screen, user }: OpenApp, fields: Record<string, string>): Promise<void> {
  const dialog = within(screen.getByRole("dialog", { name: "Join The Community" }));
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabelText<HTMLInputElement>(label, { selector: "input" });
    await user.clear(field);
    await user.click(field);
    await user.paste(value);
  }
  await user.click(dialog.getByRole("button", { name: /^(Login|Create Account)$/ }));
}

let names = 0;
/** A username that nobody has yet. */
export const freshName = () => `marva.${process.pid}.${++names}`;

export const password = "Carnival2026";

export const goodRegistration = (username: string) => ({
  Username: username,
  "Display Name": "Marva Bright",
  Password: password,
  "Confirm Password": password,
});

/** The toasts on the page; the dialog hides them from roles, not from eyes. */
export const toasts = () => [...document.querySelectorAll("li[data-state=open]")].map((toast) => toast.textContent);

/** The one toast says this and nothing else. */
export const expectToast = (title: string, text: string) =>
  waitFor(() => expect(toasts()).toEqual([`${title}${text}`]));

/**
 * Puts the page's timers and clock into the test's hands. Time still passes, so that what waits for the server goes on;
 * a timer that is reached sees exactly the time it was set for, however slow the machine is.
 */
export function holdTime(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
}

/** Milliseconds of the held clock that the next toast with these words is there. */
export function lifeOfToast(words: string): Promise<number> {
  return new Promise((resolve) => {
    let since: number | undefined;
    const watch = new MutationObserver(() => {
      const isThere = toasts().some((text) => text.includes(words));
      if (isThere) since ??= Date.now();
      else if (since !== undefined) {
        watch.disconnect();
        resolve(Date.now() - since);
      }
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}
