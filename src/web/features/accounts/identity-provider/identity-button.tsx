import type { SessionUser } from "#web/lib/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import type { SecondStep } from "../auth-dialog/submit.ts";
import { welcomeBack } from "../auth-dialog/welcome.ts";
import type { LoadIdentityService } from "./identity-service.ts";
import { useIdentityProvider } from "./use-identity-provider.ts";

export type IdentityButtonProps = {
  onSignedIn: (user: SessionUser) => void;
  onSecondStep: (step: SecondStep) => void;
  load?: LoadIdentityService;
};

/** The button for third-party sign-in; shown only where a provider is configured. */
export function IdentityButton({ onSignedIn, onSecondStep, load }: IdentityButtonProps) {
  const { pending, error, signIn } = useIdentityProvider(load);

  async function press() {
    const outcome = await signIn();
    if ("secondStep" in outcome) onSecondStep(outcome.secondStep);
    if (!("user" in outcome)) return;
    welcomeBack(outcome.user);
    onSignedIn(outcome.user);
  }

  return (
    <div className="grid gap-2">
      <Button variant="outline" size="lg" loading={pending} onClick={() => void press()}>
        Continue with Google
      </Button>
      {error && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {error}
        </p>
      )}
    </div>
  );
}
