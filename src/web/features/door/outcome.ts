import type { ScanResult, Verdict } from "#contract/door.ts";

/**
 * What came of a scan. Beside the server's verdicts there are two that it never gives: `signed_out` and `refused`, when it
 * would not judge at all. None of the two lets anybody in.
 */
export type Outcome = {
  verdict: Verdict | "signed_out" | "refused";
  code: string;
  /** Milliseconds by this phone's clock. */
  at: number;
  ticket?: ScanResult["ticket"];
  firstAdmittedAt?: string;
  gate?: string;
  /** The server's own words where it would not judge. */
  message?: string;
};

/** How long a verdict stays when nobody taps it away. */
export const verdictMs = ({ verdict }: Pick<Outcome, "verdict">) => (verdict === "admitted" ? 1600 : 4000);
