import { type ComponentType, type ReactNode, useEffect } from "react";
import { useLocation } from "#web/lib/router.ts";
import { openAuth } from "#web/lib/auth-events.ts";
import { withoutInfo } from "#web/lib/info-sheets.ts";
import { Button } from "#web/ui/button.tsx";
import { FullMessage } from "#web/ui/full-message.tsx";
import { LinkButton, WayBack } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { useUser } from "./user-provider.tsx";
import { hasGrant, type SessionUser } from "#web/lib/session-user.ts";

/**
 * Who may open a page. `anyone` needs no session, `guest` means any signed-in user, guests included,
 * `staff` a moderator or an admin. This only hides pages: every API endpoint checks access itself.
 */
type Access = "anyone" | "guest" | "staff" | "admin";

/** What decides who may open a page. */
export type PageAccess = {
  access: Access;
  /** Query parameters that each unlock the page for anyone. */
  keyedBy?: readonly string[] | undefined;
  /** Sections of the page (`?section=`) that moderators may open too; null is the page without a section. */
  staffSections?: readonly (string | null)[] | undefined;
  /** Grants that open it too, by the section that the URL names; "" is the page without a section. */
  grants?: Readonly<Record<string, readonly string[]>> | undefined;
};

/** Who may open a page at one URL. */
export function accessOf({ access, keyedBy, staffSections }: PageAccess, search: URLSearchParams): Access {
  if (keyedBy?.some((name) => search.has(name))) return "anyone";
  return staffSections?.includes(search.get("section")) ? "staff" : access;
}

type Verdict = "open" | "sign-in" | "no-access";

const roles: Record<Exclude<Access, "anyone" | "guest">, string[]> = {
  staff: ["moderator", "admin"],
  admin: ["admin"],
};

export function checkAccess(access: Access, user: SessionUser | null): Verdict {
  if (access === "anyone") return "open";
  if (!user) return "sign-in";
  return access === "guest" || roles[access].includes(user.role) ? "open" : "no-access";
}

/** Whether a user may open a page at one URL, by their role or by a grant. */
export function findVerdict(page: PageAccess, search: URLSearchParams, user: SessionUser | null): Verdict {
  const verdict = checkAccess(accessOf(page, search), user);
  const grants = page.grants?.[search.get("section") ?? ""] ?? [];
  return verdict === "no-access" && hasGrant(user, ...grants) ? "open" : verdict;
}

type GuardProps = PageAccess & {
  /** What visitors see instead of the general message. It opens the sign-in dialog, which then leads to `redirect`. */
  Gate?: ComponentType<{ redirect: string }> | undefined;
  children: ReactNode;
};

/** Shows the page to users with access, the sign-in dialog to visitors, and a short message to everyone else. */
export function Guard({ Gate = SignInGate, children, ...page }: GuardProps) {
  const { user } = useUser();
  const { pathname, search } = useLocation();
  const verdict = findVerdict(page, new URLSearchParams(search), user);
  if (verdict === "open") return children;
  // Reading the privacy policy must not open the dialog again: what was typed in it would be gone.
  return verdict === "sign-in" ? <Gate redirect={withoutInfo(pathname, search)} /> : <NoAccess />;
}

/** The general message, which opens the sign-in dialog. */
export function SignInGate({ redirect, children }: { redirect: string; children?: ReactNode }) {
  useEffect(() => openAuth({ redirect }), [redirect]);
  return <SignInMessage onSignIn={() => openAuth({ redirect })}>{children}</SignInMessage>;
}

/** Behind the sign-in dialog: says that the page needs an account. @param children another way, below */
export function SignInMessage({ onSignIn, children }: { onSignIn: () => void; children?: ReactNode }) {
  return (
    <Page meta={{ title: "Sign In", description: "You need an account to view this page.", hidden: true }}>
      <FullMessage
        sign="SG"
        title="Sign in to view this page"
        text="Once you're signed in, we'll bring you right back here."
        actions={
          <>
            <Button onClick={onSignIn}>Sign In</Button>
            <LinkButton variant="outline" to="/">
              Back to Home
            </LinkButton>
          </>
        }
      >
        {children}
      </FullMessage>
    </Page>
  );
}

function NoAccess() {
  return (
    <Page meta={{ title: "No Access", description: "You don't have access to this page.", hidden: true }}>
      <FullMessage
        sign="NO"
        title="No access"
        text="You don't have access to this page. If you should, ask an admin at Savage Gentlemen to change your role."
        actions={<WayBack />}
      />
    </Page>
  );
}
