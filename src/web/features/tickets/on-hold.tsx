import { Callout } from "#web/ui/callout.tsx";

/** Why tickets can't be used during a dispute, and what the buyer can do. */
export function OnHold({ isAll }: { isAll: boolean }) {
  return (
    <Callout tone="soon" title={isAll ? "These tickets are on hold" : "Some of these tickets are on hold"}>
      <p>
        This payment is disputed. Tickets on hold can't be used until the bank decides. To keep them, tell your bank
        that the payment was valid. Once the dispute is dropped, they'll work again with the same code.
      </p>
    </Callout>
  );
}
