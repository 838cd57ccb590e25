import { useState } from "react";
import type { MoneyException, MoneyRepair } from "#contract/money-exceptions.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { ElsewhereDialog } from "./elsewhere-dialog.tsx";
import { repairs, whatHappened } from "./words.ts";

/** Repairs that one is asked about first: they cannot be taken back, or somebody has to say what was done. */
const asked: MoneyRepair[] = ["return_money", "void_order", "void_tickets", "by_hand"];

function useRepair(exception: MoneyException) {
  const write = useDeskWrite();
  return async (repair: MoneyRepair, reason?: string, ticketIds?: number[]) => {
    const path = `/api/admin/money/exceptions/${exception.id}/repair`;
    const after = await write<MoneyException>(path, { repair, reason, ticketIds });
    if (after.resolved) toast({ title: repairs[repair].done, tone: "good" });
    else toast({ title: "It still does not add up", description: whatHappened(after), tone: "bad" });
  };
}

/** What settles an exception, one button each. */
export function RepairButtons({ exception }: { exception: MoneyException }) {
  const [asking, setAsking] = useState<MoneyRepair>();
  const [busy, setBusy] = useState<MoneyRepair>();
  const repair = useRepair(exception);

  async function press(name: MoneyRepair) {
    if (asked.includes(name)) return setAsking(name);
    setBusy(name);
    try {
      await repair(name);
    } catch (error) {
      toast({ title: "That did not work", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <>
      <div className="flex flex-wrap gap-2 md:justify-end xl:flex-nowrap">
        {exception.repairs.map((name, index) => (
          <Button
            key={name}
            size="sm"
            variant={name === "by_hand" ? "quiet" : index === 0 ? "gold" : "outline"}
            loading={busy === name}
            disabled={busy !== undefined}
            aria-label={`${repairs[name].label}: ${exception.order?.number ?? exception.ref ?? exception.id}`}
            onClick={() => void press(name)}
          >
            {repairs[name].label}
          </Button>
        ))}
      </div>
      <ReasonDialog
        open={asking === "return_money"}
        onClose={() => setAsking(undefined)}
        title="Send the money back"
        action="Send it back"
        danger
        onConfirm={(reason) => repair("return_money", reason)}
      >
        {whatHappened(exception)} The whole payment goes back the way it came, and the buyer gets a mail.
      </ReasonDialog>
      <ReasonDialog
        open={asking === "void_order"}
        onClose={() => setAsking(undefined)}
        title="Void the whole order"
        action="Void every ticket"
        danger
        onConfirm={(reason) => repair("void_order", reason)}
      >
        {whatHappened(exception)} Every ticket of the order dies and its place is for sale again. No more money moves.
        The buyer gets a mail.
      </ReasonDialog>
      {exception.order && asking === "void_tickets" && (
        <ElsewhereDialog
          exception={exception}
          orderId={exception.order.id}
          onClose={() => setAsking(undefined)}
          onConfirm={(reason, ticketIds) => repair("void_tickets", reason, ticketIds)}
        />
      )}
      <ReasonDialog
        open={asking === "by_hand"}
        onClose={() => setAsking(undefined)}
        title="Settled by hand"
        action="Mark as settled"
        onConfirm={(reason) => repair("by_hand", reason)}
      >
        {whatHappened(exception)} Nothing is moved or sent
        {exception.kind === "refund_elsewhere" && ", and every ticket stays as it is"}. It opens again only if something
        about it changes.
      </ReasonDialog>
    </>
  );
}
