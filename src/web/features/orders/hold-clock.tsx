import { clsx } from "clsx";
import { Suspense } from "react";
import type { Order } from "#contract/orders/orders.ts";
import { thingsOf } from "#contract/orders/texts.ts";
import { listMethods, methodsFor } from "#contract/payments/methods.ts";
import { useSite } from "#web/lib/site.ts";
import { Callout } from "#web/ui/callout.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { toast } from "#web/ui/toast.ts";
import { formatCountdown } from "./seconds-left.ts";

const ConfirmEmail = lazyPart("The form", async () => (await import("./confirm-email.tsx")).ConfirmEmail);

const hurrySeconds = 120;

/** How long a hold lasts, without what was added because the payment provider didn't respond. */
const wholeSeconds = ({ createdAt, holdExpiresAt, holdGraceSeconds }: Order): number =>
  holdExpiresAt === null ? 0 : (Date.parse(holdExpiresAt) - Date.parse(createdAt)) / 1000 - holdGraceSeconds;

/** The time left on the hold, in large type. Screen readers announce it once a minute, not every second. */
export function HoldClock({ order, secondsLeft }: { order: Order; secondsLeft: number }) {
  const { holdGraceSeconds: graceSeconds } = order;
  const things = thingsOf(order);
  const isLate = secondsLeft <= hurrySeconds;
  const minutes = Math.ceil(secondsLeft / 60);
  return (
    <div className={clsx("rounded-lg border p-5", isLate ? "border-mango/50 bg-mango-wash" : "border-line bg-panel")}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">On hold for you</span>
        <span
          role="timer"
          aria-label="Time left"
          className={clsx(
            "font-display text-5xl leading-none font-extrabold tabular-nums",
            isLate ? "text-mango" : "text-gilt",
          )}
        >
          {formatCountdown(secondsLeft)}
        </span>
      </p>
      <progress
        aria-hidden="true"
        max={wholeSeconds(order) + graceSeconds}
        value={secondsLeft}
        className={clsx(
          "mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line",
          isLate
            ? "[&::-moz-progress-bar]:bg-mango [&::-webkit-progress-value]:bg-mango"
            : "[&::-moz-progress-bar]:bg-gold [&::-webkit-progress-value]:bg-gold",
        )}
      />
      {/* Always rendered, so screen readers announce the text when it appears. */}
      <p role="status" className={clsx("text-sm", graceSeconds > 0 && "mt-3")}>
        {graceSeconds > 0 &&
          `The payment service isn't responding, so we're holding your ${things} ${graceSeconds / 60} minutes longer.`}
      </p>
      <p aria-live="polite" className="sr-only">
        {minutes === 1 ? "Less than a minute" : `${minutes} minutes`} left to pay.
      </p>
    </div>
  );
}

const usualSeconds = 600;

/** True if an order is on hold for less than the usual time, so that it's worth reading before paying. */
export const isShort = (order: Order): boolean => order.holdExpiresAt !== null && wholeSeconds(order) < usualSeconds;

const extraMinutes = (order: Order) =>
  Math.round(((Date.parse(order.confirmUntil ?? "") - Date.parse(order.createdAt)) / 1000 - wholeSeconds(order)) / 60);

const noMore =
  "We can't hold these any longer, because other orders with this email are on hold or weren't paid for. Pay before the clock runs out.";

/** Says how to keep a short hold for the whole time: an emailed code. */
export function ShortHold({ order, onConfirmed }: { order: Order; onConfirmed: () => unknown }) {
  const { paymentMethods } = useSite().settings;
  const methods = methodsFor(paymentMethods, { amountCents: order.totalCents, currency: order.currency });
  return (
    <Callout tone="soon" title={`You have ${Math.round(wholeSeconds(order) / 60)} minutes to pay`}>
      Confirm <span className="wrap-anywhere">{order.buyer.email}</span> and we'll hold your{" "}
      {thingsOf(order) === "tickets" ? "tickets" : "order"} for {extraMinutes(order)} more minutes.
      {methods.length > 0 && ` You can then pay by ${listMethods(methods)}.`}
      <Suspense>
        <ConfirmEmail
          email={order.buyer.email}
          onConfirmed={(extended) => {
            if (!extended) toast({ title: "Your email is confirmed", description: noMore, durationMs: 15_000 });
            return onConfirmed();
          }}
        />
      </Suspense>
    </Callout>
  );
}
