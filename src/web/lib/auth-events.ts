import type { ReactNode } from "react";
import type { SessionUser } from "./session-user.ts";

/** Opens the sign-in dialog from anywhere: `window.dispatchEvent(new CustomEvent("sg:auth:open", { detail: { tab, redirect } }))`. */
export const authOpenEvent = "sg:auth:open";

/** Announces who is signed in now: `detail.user` is the user, or null after a logout. */
const authChangedEvent = "sg:auth:changed";

export type AuthTab = "login" | "register";
export type AuthOpenDetail = {
  tab?: AuthTab;
  redirect?: string;
  /** What the visitor signs in for, such as the order at checkout. The dialog shows it, with guest access first. */
  about?: ReactNode;
};

declare global {
  interface WindowEventMap {
    "sg:auth:open": CustomEvent<AuthOpenDetail | null>;
    "sg:auth:changed": CustomEvent<{ user: SessionUser | null }>;
  }
}

/** @param detail.redirect path with query on this site, opened about 800 ms after sign-in */
export function openAuth(detail: AuthOpenDetail = {}): void {
  window.dispatchEvent(new CustomEvent(authOpenEvent, { detail }));
}

export function announceUser(user: SessionUser | null): void {
  window.dispatchEvent(new CustomEvent(authChangedEvent, { detail: { user } }));
}

/** A path on this site, or undefined: a stored redirect must never lead to another host. */
export function insideSite(path: string | null | undefined): string | undefined {
  if (!path || !/^\/(?![/\\])/.test(path)) return undefined;
  return path;
}
