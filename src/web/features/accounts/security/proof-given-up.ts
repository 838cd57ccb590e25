/** The user did not confirm who they are: the action was not done, and nothing went wrong. */
export class ProofGivenUp extends Error {
  constructor() {
    super("Confirm it's you first, then try again.");
    this.name = "ProofGivenUp";
  }
}
