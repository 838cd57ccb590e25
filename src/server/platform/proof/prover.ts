import type { AppError } from "../app-error.ts";
import type { ProofAsk } from "./challenges.ts";

/** Asks the sender of one call for proofs of work. */
export interface Prover {
  /**
   * Lets a call through although its network's share is used up, if its sender has proven anything: an account within
   * the last hour, anyone else with this call. A call that also needs a proof of its own carries that one alone.
   *
   * @param refusal what the call would be refused with otherwise: its limit is counted, and who can't do the work reads when the share is free again
   * @throws AppError `proof_required`
   */
  require(ask: ProofAsk, refusal?: AppError): Promise<void>;
  /** The same for what needs a proof each time: only the one that this call carries counts. @throws AppError `proof_required` */
  requireFresh(ask: ProofAsk, refusal?: AppError): void;
  /** Completes the error of a call that needs a proof with the challenge; any other error stays as it is. */
  complete(error: unknown): Promise<unknown>;
}
