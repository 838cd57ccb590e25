import type { FactorProof } from "#contract/accounts/second-factor.ts";
import { callApi, refusalOf } from "#web/lib/api.ts";
import { unwrapUser } from "#web/lib/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { FactorForm, factorFailureText } from "../factor-form.tsx";
import { type SecondStep, type SignInSteps, welcomeBack } from "./submit.ts";

type SecondFactorStepProps = Pick<SignInSteps, "onSignedIn"> & {
  step: SecondStep;
  /** Returns to username and password: the sign-in expired, or someone else wants to sign in. */
  onBack: () => void;
};

/** The second step of a sign-in: a code, a passkey, or a recovery code. */
export function SecondFactorStep({ step, onSignedIn, onBack }: SecondFactorStepProps) {
  const { ticket, methods } = step;

  /** An expired sign-in starts over. */
  async function finish(proof: FactorProof) {
    try {
      const user = unwrapUser(await callApi("POST /api/auth/second-factor", { body: { ticket, ...proof } }));
      if (user) welcomeBack(user, onSignedIn);
      else startOver("Invalid user data received");
    } catch (error) {
      if (refusalOf("POST /api/auth/second-factor", error) !== "sign_in_expired") throw error;
      startOver(factorFailureText(error));
    }
  }

  function startOver(description: string) {
    toast({ title: "Login Failed", description, tone: "bad" });
    onBack();
  }

  return (
    <FactorForm
      methods={methods}
      action="Continue"
      challenge={() => callApi("POST /api/auth/second-factor/challenge", { body: { ticket } })}
      send={finish}
    >
      <Button variant="quiet" size="sm" className="-ml-3" onClick={onBack}>
        Back to login
      </Button>
    </FactorForm>
  );
}
