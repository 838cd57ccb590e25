import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import type { OpenApp } from "./open-app.tsx";

// Shared by the tests of sessions, the sign-in dialog and the shell: a person whom only the browser knows, and the
// parts of the page that they all check.

/** A person as the browser stores them; the server doesn't know them. */
export const marva = {
  id: 7,
  username: "marva",
  displayName: "Marva Bright" as string | null,
  avatar: null as string | null,
  role: "user",
  isGuest: false,
};

/** Stores a person in the browser before its first page. */
export const storeUser = (record: unknown): void =>
  localStorage.setItem("user", typeof record === "string" ? record : JSON.stringify(record));

/** Records every broadcast of who is signed in, until the test ends. */
export function recordBroadcasts(): unknown[] {
  const broadcasts: unknown[] = [];
  const listener = (e: CustomEvent<{ user: unknown }>) => void broadcasts.push(e.detail.user);
  window.addEventListener("sg:auth:changed", listener);
  onTestFinished(() => window.removeEventListener("sg:auth:changed", listener));
  return broadcasts;
}

/** Waits until the page view is sent and no query is running: the page has made all its own requests. */
export const settled = ({ network, queryClient }: Pick<OpenApp, "network" | "queryClient">) =>
  waitFor(() => {
    expect(network.callsTo("POST", /^\/api\/analytics\/page-view$/).length).toBeGreaterThan(0);
    expect(queryClient.isFetching()).toBe(0);
  });

/** Simulates a write by another tab: the value is stored, and this tab gets a storage event. */
export function writeInOtherTab(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  fireEvent(window, Object.assign(new Event("storage"), { key, newValue: value }));
}

/** The sign-in dialog, once it has the focus and can receive keys. */
export async function authDialog({ screen }: Pick<OpenApp, "screen">): Promise<HTMLElement> {
  const dialog = await screen.findByRole("dialog", { name: "Join The Community" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return dialog;
}

/** Opens the sign-in dialog from the header, on one of its tabs. */
export async function openDialog(app: OpenApp, tab: "Login" | "Register" = "Login") {
  await app.user.click(await app.screen.findByRole("button", { name: "Sign In" }));
  const dialog = within(await authDialog(app));
  if (tab === "Register") await app.user.click(dialog.getByRole("tab", { name: "Register" }));
  return dialog;
}

/** Fills in the fields of the open tab and submits them. */
export async function submit({ screen, user }: OpenApp, fields: Record<string, string>): Promise<void> {
  const dialog = within(screen.getByRole("dialog", { name: "Join The Community" }));
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabelText<HTMLInputElement>(label, { selector: "input" });
    await user.clear(field);
    await user.click(field);
    await user.paste(value);
  }
  await user.click(dialog.getByRole("button", { name: /^(Login|Create account)$/ }));
}

let names = 0;
/** A username that isn't taken. */
export const freshName = () => `marva.${process.pid}.${++names}`;

export const password = "Carnival2026";

export const goodRegistration = (username: string) => ({
  Username: username,
  "Display name": "Marva Bright",
  Password: password,
  "Confirm password": password,
});

/** The toasts on the page; the dialog hides them from role queries, but they stay visible. */
export const toasts = () => [...document.querySelectorAll("li[data-state=open]")].map((toast) => toast.textContent);

/** Expects a single toast with exactly this title and text. */
export const expectToast = (title: string, text: string) =>
  waitFor(() => expect(toasts()).toEqual([`${title}${text}`]));

/**
 * Lets the test control the page's timers and clock. Time still passes, so that waits for the server end; a timer that
 * fires sees exactly the time it was set for, however slow the machine is.
 */
export function holdTime(): void {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
}

/** Milliseconds of the controlled clock for which the next toast with these words stays. */
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
