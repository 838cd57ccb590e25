import { useSearchParams } from "react-router";
import { NewPassword, RequestForm } from "#web/features/accounts/recovery/new-password.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { Page } from "#web/ui/page.tsx";

const meta = {
  title: "Password Reset",
  description: "Reset the password of your Savage Gentlemen account.",
  canonical: "/password-reset",
  hidden: true,
};

function PasswordResetPage() {
  const [search] = useSearchParams();
  const token = search.get("token");
  return (
    <Page meta={meta}>
      <div className="pinstripe -mb-24 grid min-h-[75dvh] content-center py-16">
        <div className="measure grid grid-cols-1 items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-20">
          <div className="grid grid-cols-1 gap-5">
            <h1 className="display max-w-[12ch] text-display-lg">
              {token ? "Choose a new password" : "Forgot your password?"}
            </h1>
            <p className="max-w-[44ch] text-lg text-muted">
              {token
                ? "Your tickets are safe: a new password doesn't affect them."
                : "Tell us who you are and we'll email you a reset link. Your tickets are safe: resetting your password won't affect them."}
            </p>
          </div>
          <div className="rounded-lg border border-line bg-panel p-6 sm:p-8">
            {token ? <NewPassword key={token} token={token} /> : <RequestForm />}
          </div>
        </div>
      </div>
    </Page>
  );
}

export const page: PageModule = { Component: PasswordResetPage };
