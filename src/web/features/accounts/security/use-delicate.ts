import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { ProofGivenUp } from "../failure-text.ts";
import { useFreshProof } from "./fresh-proof.tsx";
import { secondFactorsQuery } from "../panel/queries.ts";

/** Runs changes to how the user signs in. Asks for confirmation first if the server requires it, and shows what failed. */
export function useDelicate() {
  const withProof = useFreshProof();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<void>) {
    setBusy(true);
    try {
      await withProof(work, "Required to change how you sign in.");
    } catch (error) {
      const text = error instanceof CallError ? error.answer.message : undefined;
      if (!(error instanceof ProofGivenUp))
        toast({ title: "That didn't work", description: text ?? "Please try again.", tone: "bad" });
    }
    setBusy(false);
  }

  /** Refetches how the account is secured. */
  const refresh = () => queryClient.invalidateQueries({ queryKey: secondFactorsQuery().queryKey });
  return { run, isBusy, refresh };
}
