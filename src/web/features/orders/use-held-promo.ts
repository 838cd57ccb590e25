import { useMutation, useQueryClient } from "@tanstack/react-query";
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
  const { queryKey } = orderQuery(order.id);
  const { mutate, mutateAsync, error, isPending } = useMutation({
    mutationFn: (code: string) => addPromoCode(order.id, code),
    onSuccess: (priced) => applyReply(queryClient, queryKey, priced),
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  const quoting = {
    quote: order,
    isAsking: isPending,
    refusal: error ? formatFailure(error) : undefined,
    isRefused: isCodeRefusal(error),
    askAgain: () => promo && mutate(promo),
    ask: mutateAsync,
  };
  const { field, newTotal, settle } = useTypedPromo(promo, quoting, order.totalCents, setPromo);
  const props: PromoCodeProps = {
    ...field,
    promo,
    quoting,
    isFinal: true,
    onChange(code) {
      setPromo(code);
      if (code) mutate(code);
    },
  };
  return { props, newTotal, settle };
}
