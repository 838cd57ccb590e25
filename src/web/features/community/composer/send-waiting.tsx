import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureReason } from "../say-failed.ts";
import { storeDraft } from "./drafts.ts";
import { consumeWaiting, useSend } from "./send.ts";
import { sendKey } from "../filter.ts";

/** Sends what someone typed before they joined, once they come back as a member. */
export function SendWaiting(): null {
  const [search, setSearch] = useSearchParams();
  const { isAuthenticated, isGuest } = useUser();
  const sendNow = useSend();
  const isBack = search.has(sendKey) && (isAuthenticated || isGuest);
  const arrive = useEffectEvent(async () => {
    setSearch(
      (now) => {
        now.delete(sendKey);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
    const mine = consumeWaiting();
    if (!mine) return;
    // Signing in as someone else removed it from the device.
    storeDraft(mine.key, mine.draft);
    if (!isAuthenticated) {
      return toast({ title: "Guests can read along", description: "Create an account to post. We kept your draft." });
    }
    try {
      await sendNow(mine.key, mine.outgoing);
    } catch (error) {
      toast({ title: "We couldn't post it. Your draft is still here", description: failureReason(error), tone: "bad" });
    }
  });
  useEffect(() => {
    if (isBack) void arrive();
  }, [isBack]);
  return null;
}
