import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "#web/lib/router.ts";
import type { Order, PaymentStart } from "#contract/orders/orders.ts";
import { type Things, thingsOf } from "#contract/orders/texts.ts";
import { cartQuery } from "#web/features/carts/queries.ts";
import { paths } from "#web/lib/paths.ts";
import { applyReply } from "#web/lib/query-client.ts";
import { forgetOrder, releaseOrder, payOrder } from "./purchase.ts";
import { orderQuery } from "./queries.ts";
import { type Refusal, refusalOf } from "./refusal-callout.tsx";

/**
 * Runs one action at a time, once however often it is pressed, and says why it was refused.
 *
 * @param things what is ordered
 */
export function useOneAtATime<Action extends string>(things: Things, onRefused: () => unknown) {
  const [doing, setDoing] = useState<Action>();
  const [refusal, setRefusal] = useState<Refusal>();
  // State alone updates too late to stop two presses in one frame.
  const isUnderWay = useRef(false);

  /** The refusal is about something that the person has changed since. */
  const forgetRefusal = () => setRefusal(undefined);

  function stop() {
    isUnderWay.current = false;
    setDoing(undefined);
  }

  async function once(what: Action, work: () => Promise<"leave" | void>) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setDoing(what);
    setRefusal(undefined);
    try {
      // The button must stay busy while the browser leaves the page.
      if ((await work()) === "leave") return;
    } catch (error) {
      setRefusal(refusalOf(error, things));
      await onRefused();
    }
    stop();
  }
  return { doing, refusal, once, stop, forgetRefusal };
}

/**
 * Pays for a held order or releases it.
 *
 * @param isReady asked when Pay is pressed; false stops there
 */
export function useHeldOrder(order: Order, isReady: () => Promise<boolean>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { queryKey } = orderQuery(order.id);
  const refetch = () => queryClient.invalidateQueries({ queryKey });
  const { doing, refusal, once, stop } = useOneAtATime<"paying" | "releasing">(thingsOf(order), refetch);

  // A page restored from the back/forward cache still has its busy button.
  const comeBack = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    stop();
    void refetch();
  });
  useEffect(() => {
    const listen = (e: PageTransitionEvent) => comeBack(e);
    window.addEventListener("pageshow", listen);
    return () => window.removeEventListener("pageshow", listen);
  }, []);

  return {
    doing,
    refusal,
    /**
     * @param opened the payment, if placing the order started it
     * @param pausesMs before each retry of starting it
     */
    pay: (opened?: PaymentStart, pausesMs?: number[]) =>
      void once("paying", async () => {
        if (!(await isReady())) return undefined;
        const start = opened ?? (await payOrder(order.id, pausesMs));
        if (start.status === "redirect") {
          window.location.assign(start.url);
          return "leave";
        }
        queryClient.removeQueries({ queryKey, type: "inactive" });
        // What was bought has left the cart.
        void queryClient.invalidateQueries(cartQuery());
        return navigate(paths.paymentSuccess({ order: order.id }), { replace: true });
      }),
    release: () =>
      void once("releasing", async () => {
        const released = await releaseOrder(order.id);
        forgetOrder(order.id);
        await applyReply(queryClient, queryKey, released);
      }),
  };
}
