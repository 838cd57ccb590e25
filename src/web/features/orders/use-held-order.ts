import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Order } from "#contract/orders.ts";
import { paths } from "#web/lib/paths.ts";
import { takeAnswer } from "#web/lib/query-client.ts";
import { forgetOrder, releaseOrder, payOrder } from "./purchase.ts";
import { orderQuery } from "./queries.ts";
import { type Refusal, refusalOf } from "./refusals.ts";

/** Pays for a held order or releases it: one action at a time, and each runs once however often it is pressed. */
export function useHeldOrder(order: Order) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [doing, setDoing] = useState<"paying" | "releasing">();
  const [refusal, setRefusal] = useState<Refusal>();
  const isUnderWay = useRef(false);
  const refetch = () => queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });

  async function once(what: "paying" | "releasing", work: () => Promise<"stay" | "leave">) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setDoing(what);
    setRefusal(undefined);
    let leaves = false;
    try {
      leaves = (await work()) === "leave";
    } catch (error) {
      setRefusal(refusalOf(error));
      await refetch();
    }
    // The button must stay busy while the browser leaves the page.
    if (leaves) return;
    isUnderWay.current = false;
    setDoing(undefined);
  }

  // A page restored from the back/forward cache still has its busy button.
  const comeBack = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    isUnderWay.current = false;
    setDoing(undefined);
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
    pay: () =>
      once("paying", async () => {
        const start = await payOrder(order.id);
        if (start.status === "redirect") {
          window.location.assign(start.url);
          return "leave";
        }
        queryClient.removeQueries({ queryKey: orderQuery(order.id).queryKey, type: "inactive" });
        await navigate(paths.paymentSuccess({ order: order.id }), { replace: true });
        return "stay";
      }),
    release: () =>
      once("releasing", async () => {
        const given = await releaseOrder(order.id);
        forgetOrder(order.id);
        await takeAnswer(queryClient, orderQuery(order.id).queryKey, given);
        return "stay";
      }),
  };
}
