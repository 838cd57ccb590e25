import { type ComponentType, type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { FullMessage } from "#web/ui/full-message.tsx";
import { LinkButton, WayBack } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { useUser } from "./user-provider.tsx";
import type { SessionUser } from "#web/lib/session-user.ts";

/**
 * Who may open a page. `anyone` needs no session, `guest` means any signed-in user, guests included,
 * `staff` a moderator or an admin. This only hides pages: every API endpoint checks access itself.
 */
export type Access = "anyone" | "guest" | "staff" | "admin";

/** Who may open a page at one URL: if a query parameter unlocks it, anyone who has that parameter. */
export const accessOf = (page: { access: Access; keyedBy?: string | undefined }, search: URLSearchParams): Access =>
  page.keyedBy !== undefined && search.has(page.keyedBy) ? "anyone" : page.access;

export type Verdict = "open" | "sign-in" | "no-access";

const roles: Record<Exclude<Access, "anyone" | "guest">, string[]> = {
  staff: ["moderator", "admin"],
  admin: ["admin"],
};

export function judgeAccess(access: Access, user: SessionUser | null): Verdict {
  if (access === "anyone") return "open";
  if (!user) return "sign-in";
  return access === "guest" || roles[access].includes(user.role) ? "open" : "no-access";
}

type GuardProps = {
  access: Access;
  keyedBy?: string | undefined;
  /** What the page itself shows to signed-out visitors, around the prompt to sign in. */
  SignedOut?: ComponentType<{ gate: ReactNode }> | undefined;
  children: ReactNode;
};

/** Shows the page to users with access, the sign-in dialog to visitors, and a short message to everyone else. */
export function Guard({ access, keyedBy, SignedOut, children }: GuardProps) {
  const { user } = useUser();
  const { search } = useLocation();
  const verdict = judgeAccess(accessOf({ access, keyedBy }, new URLSearchParams(search)), user);
  if (verdict === "open") return children;
  if (verdict === "no-access") return <NoAccess />;
  return SignedOut ? <SignedOut gate={<SignInGate />} /> : <SignInGate />;
}

function SignInGate() {
  const { pathname, search } = useLocation();
  const redirect = pathname + search;
  useEffect(() => openAuth({ redirect }), [redirect]);

  return (
    <Page meta={{ title: "Sign In", description: "You need an account to view this page.", hidden: true }}>
      <FullMessage
        sign="SG"
        title="Sign in to view this page"
        text="Once you're signed in, we'll bring you right back here."
        actions={
          <>
            <Button onClick={() => openAuth({ redirect })}>Sign In</Button>
            <LinkButton variant="outline" to="/">
              Back to Home
            </LinkButton>
          </>
        }
      />
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
