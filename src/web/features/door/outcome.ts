import type { ScanResult, Verdict } from "#contract/door.ts";

/**
 * The result of a scan. Besides the server's verdicts there are two for scans that the server did not judge: `signed_out`
 * and `refused`. Neither admits anyone.
 */
export type Outcome = {
  verdict: Verdict | "signed_out" | "refused";
  code: string;
  /** Milliseconds, by this phone's clock. */
  at: number;
  ticket?: ScanResult["ticket"];
  firstAdmittedAt?: string;
  gate?: string;
  /** The server's own message if it did not judge the scan. */
  message?: string;
};

/** How long a verdict stays on screen if nobody dismisses it. */
export const verdictMs = ({ verdict }: Pick<Outcome, "verdict">) => (verdict === "admitted" ? 1600 : 4000);
