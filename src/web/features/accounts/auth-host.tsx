import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "#web/lib/router.ts";
import { type AuthOpenDetail, authOpenEvent, type AuthTab, insideSite } from "#web/lib/auth-events.ts";
import { dropStorage, readStorage, writeStorage, storageKeys } from "#web/lib/safe-storage.ts";
import type { SessionUser } from "#web/lib/session-user.ts";
import { useSplashShowing } from "#web/lib/splash.ts";
import { useUser } from "./user-provider.tsx";
import { lazyDialog, whenIdle } from "#web/ui/lazy-part.tsx";

const redirectDelayMs = 800;

const loadDialog = () => import("./auth-dialog/auth-dialog.tsx");
const AuthDialog = lazyDialog(
  "The sign-in form",
  async () => (await loadDialog()).AuthDialog,
  ({ onDismiss }) => onDismiss(),
);

function consumePresetTab(): AuthTab {
  const preset = readStorage(storageKeys.authTab);
  dropStorage(storageKeys.authTab);
  return preset === "register" ? "register" : "login";
}

/** Listens for `sg:auth:open`, loads the dialog on first use, and sends people on to where they were going. */
export function AuthHost() {
  const { signIn } = useUser();
  const navigate = useNavigate();
  const [state, setState] = useState<{ open: boolean; tab: AuthTab; about?: ReactNode }>();
  const ownRedirect = useRef(false);
  // On a guarded page, the dialog waits until the splash ends.
  const splashIsShowing = useSplashShowing();

  // Runs before the frame reports that it is interactive: the first press may open the dialog.
  useLayoutEffect(() => {
    function open(e: CustomEvent<AuthOpenDetail | null>) {
      const redirect = insideSite(e.detail?.redirect);
      ownRedirect.current = redirect !== undefined;
      if (redirect) writeStorage(storageKeys.authRedirect, redirect);
      const preset = consumePresetTab();
      setState({ open: true, tab: e.detail?.tab ?? preset, about: e.detail?.about });
    }
    window.addEventListener(authOpenEvent, open);
    return () => window.removeEventListener(authOpenEvent, open);
  }, []);

  useEffect(() => whenIdle(() => void loadDialog().catch(() => undefined)), []);

  const close = () => setState((now) => now && { ...now, open: false });

  function dismiss() {
    close();
    // Someone who left checkout must not be sent back to it by a sign-in next week.
    if (ownRedirect.current) dropStorage(storageKeys.authRedirect);
  }

  function enter(user: SessionUser) {
    close();
    signIn(user);
    const redirect = insideSite(readStorage(storageKeys.authRedirect));
    dropStorage(storageKeys.authRedirect);
    // A visitor who is already there and moves on must not be pulled back.
    const isThere = redirect === window.location.pathname + window.location.search;
    if (redirect && !isThere) setTimeout(() => void navigate(redirect), redirectDelayMs);
  }

  if (!state || splashIsShowing) return null;
  return (
    <AuthDialog
      {...state}
      onTabChange={(tab) => setState({ ...state, tab })}
      onDismiss={dismiss}
      onLeave={close}
      onSignedIn={enter}
    />
  );
}
