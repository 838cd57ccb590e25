import { createContext, use } from "react";

/** The user did not confirm who they are: the action was not done, and nothing went wrong. */
export class ProofGivenUp extends Error {
  constructor() {
    super("Confirm it's you first, then try again.");
    this.name = "ProofGivenUp";
  }
}

/** Runs the work; if the server requires confirmation first, asks for it and runs the work again. Other errors are thrown. */
export type WithProof = <Result>(work: () => Promise<Result>, reason?: string) => Promise<Result>;

/** Asks for confirmation before something this page does not do itself, such as a file that the browser downloads. */
export type ProveFirst = () => Promise<void>;

/** How the page asks the user to confirm who they are. Accounts provide it. */
export const ProofContext = createContext<{ withProof: WithProof; proveFirst: ProveFirst } | undefined>(undefined);

function useProof() {
  const proof = use(ProofContext);
  if (!proof) throw new Error("useFreshProof must be used within a FreshProof");
  return proof;
}

/** @throws ProofGivenUp from what it runs, if the user closed the dialog. Only inside a FreshProof. */
export const useFreshProof = (): WithProof => useProof().withProof;

/** @throws ProofGivenUp from what it returns, if the user closed the dialog; CallError, TypeError. Only inside a FreshProof. */
export const useProveFirst = (): ProveFirst => useProof().proveFirst;
