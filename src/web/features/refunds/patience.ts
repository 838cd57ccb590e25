const firstPauseMs = 3000;
const longestPauseMs = 60_000;

/** A refund takes seconds or days. The pause starts at three seconds and grows to a minute. */
export const pauseBeforeRefundPoll = (polls: number) =>
  Math.min(longestPauseMs, Math.round(firstPauseMs * 1.5 ** Math.max(0, polls)));

/** True while the payment provider hasn't confirmed how a refund ended. */
export const isMoneyUnderWay = (refunds: { status: string }[]) => refunds.some(({ status }) => status === "pending");

/** How often a query has succeeded or failed, by its own counters. */
type Counts = { dataUpdateCount: number; errorUpdateCount: number };

/**
 * The refetch pause of one page that shows pending refunds: how long to wait before the next request, counted from when
 * the page first saw one pending; false once all are settled.
 */
export function createPatience(): (refunds: { status: string }[], counts: Counts) => number | false {
  let from: number | undefined;
  return (refunds, { dataUpdateCount, errorUpdateCount }) => {
    const polls = dataUpdateCount + errorUpdateCount;
    if (!isMoneyUnderWay(refunds)) from = undefined;
    else from ??= polls;
    return from === undefined ? false : pauseBeforeRefundPoll(polls - from);
  };
}
