import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Order } from "#contract/orders/orders.ts";
import { applyReply } from "#web/lib/query-client.ts";
import { formatFailure, isCodeRefusal, type PromoCodeProps } from "./promo-code.tsx";
import { addPromoCode } from "./purchase.ts";
import { orderQuery } from "./queries.ts";
import { useTypedPromo } from "./typed-promo.ts";

/** Adds a promo code to an order on hold: by "Apply", and by Pay if one is typed. */
export function useHeldPromo(order: Order) {
  const queryClient = useQueryClient();
  const [promo, setPromo] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { queryKey } = orderQuery(order.id);

  async function ask(code: string): Promise<Order> {
    setAsking(true);
    setFailure(undefined);
    try {
      const priced = await addPromoCode(order.id, code);
      await applyReply(queryClient, queryKey, priced);
      return priced;
    } catch (error) {
      setFailure(error);
      void queryClient.invalidateQueries({ queryKey });
      throw error;
    } finally {
      setAsking(false);
    }
  }
  /** Asks where the field alone shows what became of it. */
  const apply = (code: string | undefined) => void (code && ask(code).catch(() => undefined));

  const quoting = {
    quote: order,
    isAsking,
    refusal: failure instanceof Error ? formatFailure(failure) : undefined,
    isRefused: isCodeRefusal(failure),
    askAgain: () => apply(promo),
    ask,
  };
  const { field, newTotal, settle } = useTypedPromo(promo, quoting, order.totalCents, setPromo);
  const props: PromoCodeProps = {
    ...field,
    promo,
    quoting,
    isFinal: true,
    onChange(code) {
      setPromo(code);
      apply(code);
    },
  };
  return { props, newTotal, settle };
}
