import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { FullMessage } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { WayBack } from "#web/ui/way-back.tsx";
import { type Access, accessOf, judgeAccess } from "./access.ts";
import { useUser } from "./user-provider.tsx";

export type GuardProps = { access: Access; keyedBy?: string | undefined; children: ReactNode };

/** Shows a page to whom it is for, the sign-in dialog to those we do not know yet, and a plain word to everyone else. */
export function Guard({ access, keyedBy, children }: GuardProps) {
  const { user } = useUser();
  const { search } = useLocation();
  const verdict = judgeAccess(accessOf({ access, keyedBy }, new URLSearchParams(search)), user);
  if (verdict === "open") return children;
  return verdict === "sign-in" ? <SignInGate /> : <NoAccess />;
}

function SignInGate() {
  const { pathname, search } = useLocation();
  const redirect = pathname + search;
  useEffect(() => openAuth({ redirect }), [redirect]);

  return (
    <Page
      meta={{ title: "Sign In", description: "This page belongs to an account. Sign in to open it.", hidden: true }}
    >
      <FullMessage
        sign="SG"
        title="Sign in to open this page"
        text="It belongs to an account. Once you are signed in, you come straight back here."
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
    <Page meta={{ title: "No Access", description: "This page is not open to your account.", hidden: true }}>
      <FullMessage
        sign="NO"
        title="No access"
        text="Your account may not open this page. If you should be able to, ask an admin of Savage Gentlemen to change your role."
        actions={<WayBack />}
      />
    </Page>
  );
}
