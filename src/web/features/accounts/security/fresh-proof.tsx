import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { SecondFactors } from "#contract/accounts/second-factor.ts";
import { CallError } from "#web/lib/call.ts";
import { ProofContext, ProofGivenUp, type ProveFirst, useFreshProof, type WithProof } from "#web/lib/fresh-proof.ts";
import { failureText } from "../failure-text.ts";
import type { ConfirmDialogProps } from "./confirm-dialog.tsx";
import { secondFactorsQuery } from "../panel/queries.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { useAttempt } from "#web/ui/use-attempt.ts";

/**
 * Runs changes to the account. Asks for confirmation first if the server requires it, and shows what failed.
 *
 * @param title the title of the toast after a failure
 * @returns `busy` is the name of the change that is running
 */
export function useChange(title: string, textOf = failureText, reason?: string) {
  const withProof = useFreshProof();
  const { busy, attempt } = useAttempt<string>(textOf, title);
  const run = (work: () => Promise<void>) =>
    withProof(work, reason).catch((error: unknown) => {
      if (!(error instanceof ProofGivenUp)) throw error;
    });
  const change = (work: () => Promise<void>, name = title) => attempt(name, () => run(work));
  return { busy, change };
}

const serverText = (error: unknown) =>
  (error instanceof CallError ? error.answer.message : undefined) ?? "Please try again.";

/** Why we ask before a change to how the user signs in. */
export const changeReason = "Required to change how you sign in.";

/** The same for changes to how the user signs in. */
export function useDelicate() {
  const queryClient = useQueryClient();
  const { busy, change: run } = useChange("That didn't work", serverText, changeReason);

  /** Refetches how the account is secured. */
  const refresh = () => queryClient.invalidateQueries(secondFactorsQuery());
  return { run, isBusy: busy !== undefined, refresh };
}

const ConfirmDialog = lazyDialog(
  "The confirmation form",
  async () => (await import("./confirm-dialog.tsx")).ConfirmDialog,
  ({ onAnswer }) => onAnswer(false),
);

/** Shows one "Confirm it's you" dialog for everything inside; the dialog loads when it is needed. */
export function FreshProof({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<ConfirmDialogProps>();

  const pendingAnswer = useRef<Promise<boolean>>(undefined);
  const readFactors = () => queryClient.fetchQuery({ ...secondFactorsQuery(), staleTime: 0 });

  /** A caller that needs confirmation while the dialog is open waits for the same answer. */
  async function ask(factors: SecondFactors, reason = "Required before you can continue."): Promise<void> {
    pendingAnswer.current ??= new Promise<boolean>((onAnswer) => setQuestion({ factors, onAnswer, reason })).finally(
      () => {
        pendingAnswer.current = undefined;
        setQuestion(undefined);
      },
    );
    if (!(await pendingAnswer.current)) throw new ProofGivenUp();
  }

  const withProof: WithProof = async (work, reason) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError) || error.answer.code !== "confirmation_required") throw error;
    }
    await ask(await readFactors(), reason);
    return work();
  };

  const proveFirst: ProveFirst = async () => {
    const factors = await readFactors();
    if (!factors.confirmed) await ask(factors);
  };

  return (
    <ProofContext value={{ withProof, proveFirst }}>
      {children}
      {question && <ConfirmDialog {...question} />}
    </ProofContext>
  );
}
