const firstPauseMs = 3000;
const longestPauseMs = 60_000;

/** Money goes back in seconds or in days: three seconds before the first look, growing to a minute. */
export const pauseBeforeRefundLook = (looks: number) =>
  Math.min(longestPauseMs, Math.round(firstPauseMs * 1.5 ** Math.max(0, looks)));

/** True while the provider has not said how a refund ends. */
export const isMoneyUnderWay = (refunds: { status: string }[]) => refunds.some(({ status }) => status === "pending");

/** How often a query has answered or failed, as it counts itself. */
type Counts = { dataUpdateCount: number; errorUpdateCount: number };

/**
 * Patience of one page that shows money on its way: how long to wait before the next look, counted from when the page
 * first saw it under way; false once all of it is settled.
 */
export function createPatience(): (refunds: { status: string }[], counts: Counts) => number | false {
  let from: number | undefined;
  return (refunds, { dataUpdateCount, errorUpdateCount }) => {
    const looks = dataUpdateCount + errorUpdateCount;
    if (!isMoneyUnderWay(refunds)) from = undefined;
    else from ??= looks;
    return from === undefined ? false : pauseBeforeRefundLook(looks - from);
  };
}
