import { useState } from "react";
import type { OrderDraftInput, Quote } from "#contract/orders/orders.ts";
import { isCodeRefusal, type PromoCodeProps, type Quoting } from "./promo-code.tsx";
import type { NewTotal } from "./refusal-callout.tsx";

type TypedPromo = {
  /** For `PromoCode`. */
  field: Pick<PromoCodeProps, "onType" | "isAwaited">;
  /** Why the button now has another total. */
  newTotal: NewTotal | undefined;
  /**
   * Applies what stands in the field. Call it when Pay is pressed.
   *
   * @returns what to send, or undefined if the buyer has to see first what became of the code
   * @throws what the call for its price threw, other than that the code doesn't apply
   */
  settle: () => Promise<Pick<OrderDraftInput, "promoCode"> | undefined>;
};

/**
 * A code that is typed counts, also without a press of "Apply". A code that the server refused before doesn't stop the
 * buyer a second time.
 *
 * @param shownCents the total on the button
 */
export function useTypedPromo(
  promo: string | undefined,
  { quote, isRefused, ask, askAgain }: Quoting,
  shownCents: number | undefined,
  onChange: (code: string | undefined) => void,
): TypedPromo {
  const [typed, setTyped] = useState("");
  const [isAwaited, setAwaited] = useState(false);
  const [newTotal, setNewTotal] = useState<NewTotal>();
  // Another total or code than it speaks of.
  const isCurrent = newTotal !== undefined && quote?.totalCents === newTotal.totalCents;
  const draftOf = ({ promoCode }: Pick<Quote, "promoCode">) => (promoCode === null ? {} : { promoCode });
  return {
    field: { onType: setTyped, isAwaited },
    newTotal: isCurrent ? newTotal : undefined,
    async settle() {
      setNewTotal(undefined);
      setAwaited(false);
      // Only a code whose discount was shown: nobody pays a different total than the button showed.
      if (typed === "" || (typed === promo && isRefused)) {
        // A refused code that was deleted from the field is gone.
        if (typed === "" && promo !== undefined && isRefused) onChange(undefined);
        return quote ? draftOf(quote) : {};
      }
      try {
        const asked = await ask(typed);
        onChange(typed);
        if (asked.totalCents === shownCents) return draftOf(asked);
        const { totalCents, promoCode } = asked;
        setNewTotal({ title: "Your promo code changed the total", text: `We applied ${promoCode}.`, totalCents });
      } catch (error) {
        if (!isCodeRefusal(error)) throw error;
        // The field says why.
        setAwaited(true);
        if (typed === promo) askAgain();
        else onChange(typed);
      }
      return undefined;
    },
  };
}
