import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";

/** Writes codes and links, then refetches all admin data. */
export function usePromotionWrite() {
  const queryClient = useQueryClient();
  return async <Reply,>(method: "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<Reply> => {
    const reply = await callJson<Reply>(method, path, body === undefined ? {} : { body });
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/") });
    return reply;
  };
}

/** What a button does, whether it is under way, and why it failed. */
export function usePress(work: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function run() {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { press: () => void run(), isBusy, failure };
}

export type StatusButtonProps = {
  /** The API path of the code or promoter. */
  path: string;
  isPaused: boolean;
  name: string;
};

/** Pauses or resumes a code or link. */
export function StatusButton({ path, isPaused, name }: StatusButtonProps) {
  const write = usePromotionWrite();
  const { press, isBusy } = usePress(() =>
    write("POST", `${path}/status`, { status: isPaused ? "active" : "paused" }).catch((error) =>
      toast({ title: `${name} wasn't changed`, description: failureText(error), tone: "bad" }),
    ),
  );
  const [Icon, label] = isPaused ? [Play, "Resume"] : [Pause, "Pause"];
  return (
    <Button
      variant="outline"
      size="sm"
      loading={isBusy}
      className="relative z-10"
      aria-label={`${label} ${name}`}
      onClick={press}
    >
      <Icon className="size-4" />
      {label}
    </Button>
  );
}

export type EndSectionProps = {
  path: string;
  noun: string;
  /** It never sold anything, so it can be deleted instead. */
  isUnused: boolean;
  onDone: () => void;
};

/** Ends a code or link for good, with a confirmation. */
export function EndSection({ path, noun, isUnused, onDone }: EndSectionProps) {
  const write = usePromotionWrite();
  const [canDelete, setCanDelete] = useState(isUnused);
  const [isAsking, setAsking] = useState(false);
  const { press, isBusy, failure } = usePress(async () => {
    try {
      await (canDelete ? write("DELETE", path) : write("POST", `${path}/status`, { status: "ended" }));
    } catch (error) {
      // A refunded order still counts as a redemption.
      if (error instanceof CallError && error.answer.code === "order_closed") setCanDelete(false);
      throw error;
    }
    onDone();
  });

  const action = canDelete ? `Delete this ${noun}` : `End this ${noun}`;
  return (
    <section aria-label={action} className="grid gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">
        {canDelete
          ? `No orders have used this ${noun}, so you can delete it.`
          : `Existing orders don't change. You can't restart an ended ${noun}, but you can reuse its name.`}
      </p>
      {failure && <Callout tone="bad" title={failure} />}
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <>
            <Button variant="danger" size="sm" loading={isBusy} onClick={press}>
              Confirm and {canDelete ? "delete" : "end"}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
            {action}
          </Button>
        )}
      </div>
    </section>
  );
}
