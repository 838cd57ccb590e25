import { useSearchParams } from "#web/lib/router.ts";
import { RequestForm } from "#web/features/accounts/recovery/link-check.tsx";
import { NewPassword } from "#web/features/accounts/recovery/new-password.tsx";
import { SignInLink } from "#web/features/accounts/recovery/sign-in-link.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { Page } from "#web/ui/page.tsx";

const meta = {
  title: "Password Reset",
  description: "Reset the password of your Savage Gentlemen account.",
  canonical: "/password-reset",
  hidden: true,
};

/** What the page is for, by its link. */
function viewOf(search: URLSearchParams) {
  const token = search.get("token");
  const signIn = search.get("sign-in");
  if (token) {
    return {
      title: "Choose a new password",
      text: "Your tickets are safe: a new password doesn't affect them.",
      panel: <NewPassword key={token} token={token} />,
    };
  }
  if (signIn) {
    return {
      title: "Welcome back",
      text: "The link in your email signs you in. You don't need your password.",
      panel: <SignInLink key={signIn} token={signIn} />,
    };
  }
  if (signIn !== null) {
    return {
      title: "Sign in by email",
      text: "Tell us who you are and we'll email you a link that signs you in. You won't need your password.",
      panel: <RequestForm key="sign-in" kind="sign_in" />,
    };
  }
  return {
    title: "Forgot your password?",
    text: "Tell us who you are and we'll email you a reset link. Your tickets are safe: resetting your password won't affect them.",
    panel: <RequestForm key="reset" kind="reset" />,
  };
}

function PasswordResetPage() {
  const [search] = useSearchParams();
  const { title, text, panel } = viewOf(search);
  return (
    <Page meta={meta}>
      <div className="pinstripe -mb-24 grid min-h-[75dvh] content-center py-16">
        <div className="measure grid grid-cols-1 items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-20">
          <div className="grid grid-cols-1 gap-5">
            <h1 className="display max-w-[12ch] text-display-lg">{title}</h1>
            <p className="max-w-[44ch] text-lg text-muted">{text}</p>
          </div>
          <div className="rounded-lg border border-line bg-panel p-6 sm:p-8">{panel}</div>
        </div>
      </div>
    </Page>
  );
}

export const page: PageModule = { Component: PasswordResetPage };
