import { createContext, type ReactNode, use, useState } from "react";
import type { SecondFactors } from "#contract/second-factor.ts";
import { CallError } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Runs a sensitive action; asks for confirmation first if the server requires it. False if it was not done. */
export type RunDelicate = (work: () => Promise<void>) => Promise<boolean>;

const DelicateContext = createContext<RunDelicate | undefined>(undefined);

/** For calls that the server may answer with `confirmation_required`. Only inside a DelicateGate. */
export function useDelicate(): RunDelicate {
  const run = use(DelicateContext);
  if (!run) throw new Error("useDelicate must be used within a DelicateGate");
  return run;
}

type Question = { answer: (confirmed: boolean) => void };

/** One dialog for everything inside, whichever button needed it. */
export function DelicateGate({ factors, children }: { factors: SecondFactors; children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();

  const run: RunDelicate = async (work) => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof CallError) || error.answer.code !== "confirmation_required") return report(error);
    }
    const confirmed = await new Promise<boolean>((answer) => setQuestion({ answer }));
    setQuestion(undefined);
    return confirmed && work().then(() => true, report);
  };

  return (
    <DelicateContext value={run}>
      {children}
      {question && <ConfirmDialog factors={factors} onAnswer={question.answer} />}
    </DelicateContext>
  );
}

function report(error: unknown): false {
  const text = error instanceof CallError ? error.answer.message : undefined;
  toast({ title: "That didn't work", description: text ?? "Please try again.", tone: "bad" });
  return false;
}
