/** Nobody said that it is still them: what was asked for was not done, and nothing went wrong. */
export class ProofGivenUp extends Error {
  constructor() {
    super("It was not confirmed that it is still you.");
    this.name = "ProofGivenUp";
  }
}
