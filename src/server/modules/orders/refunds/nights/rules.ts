import type { NightRefundState, NightRefundStep } from "#contract/night-refunds.ts";

/** From where each step leads where; any other is refused. */
export const nightSteps: Record<NightRefundStep, { from: NightRefundState; to: NightRefundState }> = {
  confirm: { from: "proposed", to: "running" },
  withdraw: { from: "proposed", to: "withdrawn" },
  pause: { from: "running", to: "paused" },
  resume: { from: "paused", to: "running" },
};

/** Whether somebody else than who begins it has to agree: where there is somebody else. */
export const needsSecondPerson = (adminCount: number) => adminCount >= 2;
