import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Order } from "#contract/orders.ts";
import { paths } from "#web/lib/paths.ts";
import { takeAnswer } from "#web/lib/query-client.ts";
import { forgetOrder } from "./attempt.ts";
import { giveBackOrder, payOrder } from "./purchase.ts";
import { orderQuery } from "./queries.ts";
import { type Refusal, refusalOf } from "./refusals.ts";

/** Paying a held order or giving it back: one of them at a time, and each once however often it is pressed. */
export function useHeldOrder(order: Order) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [doing, setDoing] = useState<"paying" | "giving-back">();
  const [refusal, setRefusal] = useState<Refusal>();
  const isUnderWay = useRef(false);
  const lookAgain = () => queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });

  async function once(what: "paying" | "giving-back", work: () => Promise<"stay" | "leave">) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setDoing(what);
    setRefusal(undefined);
    let leaves = false;
    try {
      leaves = (await work()) === "leave";
    } catch (error) {
      setRefusal(refusalOf(error));
      await lookAgain();
    }
    // While the browser is leaving, the button must stay pressed.
    if (leaves) return;
    isUnderWay.current = false;
    setDoing(undefined);
  }

  // A page that the browser kept while the buyer was away still has its button pressed.
  const comeBack = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    isUnderWay.current = false;
    setDoing(undefined);
    void lookAgain();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => comeBack(event);
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
    giveBack: () =>
      once("giving-back", async () => {
        const given = await giveBackOrder(order.id);
        forgetOrder(order.id);
        await takeAnswer(queryClient, orderQuery(order.id).queryKey, given);
        return "stay";
      }),
  };
}
