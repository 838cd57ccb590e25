import { openAuth } from "#web/lib/auth-events.ts";
import type { PageModule } from "#web/lib/page.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { paths } from "#web/lib/paths.ts";

function PasswordResetPage() {
  return (
    <Page
      meta={{
        title: "Password Reset",
        description: "How to get back into your Savage Gentlemen account.",
        hidden: true,
      }}
    >
      <div className="pinstripe grid min-h-[60dvh] content-center py-16">
        <div className="measure grid justify-items-start gap-6">
          <h1 className="display max-w-[14ch] text-display-lg">Forgot your password?</h1>
          <p className="max-w-[50ch] text-lg text-muted">
            Resetting it by mail is not possible on this page yet. Your tickets are safe: the mail that confirmed your
            order holds every one of them, and a guest can buy without a password.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => openAuth({ tab: "login" })}>Try again to log in</Button>
            <LinkButton to={paths.events()} variant="outline">
              See what is on
            </LinkButton>
          </div>
        </div>
      </div>
    </Page>
  );
}

export const page: PageModule = { Component: PasswordResetPage };
