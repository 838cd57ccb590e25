import { Failure } from "#web/admin-kit/read-failure.tsx";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { type AdminWrite, useAdminWrite, useAttempt, usePress } from "#web/admin-kit/use-admin-write.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";

type StatusButtonProps = {
  setStatus: (write: AdminWrite, status: "active" | "paused") => Promise<unknown>;
  isPaused: boolean;
  name: string;
};

/** Pauses or resumes a code or link. */
export function StatusButton({ setStatus, isPaused, name }: StatusButtonProps) {
  const press = usePress(`${name} wasn't changed`, (write) => setStatus(write, isPaused ? "active" : "paused"));
  const [Icon, label] = isPaused ? [Play, "Resume"] : [Pause, "Pause"];
  return (
    <Button variant="outline" size="sm" className="relative z-10" aria-label={`${label} ${name}`} {...press}>
      <Icon className="size-4" />
      {label}
    </Button>
  );
}

type EndSectionProps = {
  noun: string;
  end: (write: AdminWrite) => Promise<unknown>;
  /** If it never sold anything, it can be deleted instead. */
  remove: ((write: AdminWrite) => Promise<unknown>) | undefined;
  onDone: () => void;
};

/** Ends a code or link for good, with a confirmation. */
export function EndSection({ noun, end: endIt, remove, onDone }: EndSectionProps) {
  const write = useAdminWrite();
  const [isRefused, setRefused] = useState(false);
  const canDelete = remove !== undefined && !isRefused;
  const [isAsking, setAsking] = useState(false);
  const { failure, press } = useAttempt();

  async function end() {
    try {
      await (canDelete ? remove(write) : endIt(write));
    } catch (error) {
      // A refunded order still counts as a redemption.
      if (error instanceof CallError && error.answer.code === "order_closed") setRefused(true);
      throw error;
    }
    onDone();
  }

  const action = canDelete ? `Delete this ${noun}` : `End this ${noun}`;
  return (
    <section aria-label={action} className="grid gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">
        {canDelete
          ? `No orders have used this ${noun}, so you can delete it.`
          : `Existing orders don't change. You can't restart an ended ${noun}, but you can reuse its name.`}
      </p>
      <Failure text={failure} />
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <>
            <Button variant="danger" size="sm" {...press("end", end)}>
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
