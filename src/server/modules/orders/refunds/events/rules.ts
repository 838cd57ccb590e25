import type { EventRefundStatus, EventRefundStep } from "#contract/refunds/events.ts";

/** The status changes of each step; any other is refused. */
export const eventRefundSteps: Record<EventRefundStep, { from: EventRefundStatus; to: EventRefundStatus }> = {
  confirm: { from: "proposed", to: "running" },
  withdraw: { from: "proposed", to: "withdrawn" },
  pause: { from: "running", to: "paused" },
  resume: { from: "paused", to: "running" },
};

/** True when another admin has to approve: whenever there is another one. */
export const needsSecondPerson = (adminCount: number) => adminCount >= 2;
