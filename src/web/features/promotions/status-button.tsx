import { Pause, Play } from "lucide-react";
import { useState } from "react";
import type { PromotionStatus } from "#contract/promo-codes.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { usePromotionWrite } from "./use-promotion-write.ts";

export type StatusButtonProps = {
  /** The API path of the code or promoter. */
  path: string;
  status: PromotionStatus;
  name: string;
};

/** Pauses or resumes a code or link. */
export function StatusButton({ path, status, name }: StatusButtonProps) {
  const write = usePromotionWrite();
  const [isBusy, setBusy] = useState(false);
  const isActive = status === "active";

  async function change() {
    setBusy(true);
    try {
      await write("POST", `${path}/status`, { status: isActive ? "paused" : "active" });
    } catch (error) {
      toast({ title: `${name} wasn't changed`, description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }
  const Icon = isActive ? Pause : Play;
  return (
    <Button
      variant="outline"
      size="sm"
      loading={isBusy}
      className="relative z-10"
      aria-label={isActive ? `Pause ${name}` : `Resume ${name}`}
      onClick={() => void change()}
    >
      <Icon aria-hidden="true" className="size-4" />
      {isActive ? "Pause" : "Resume"}
    </Button>
  );
}
