import { Pause, Play } from "lucide-react";
import type { PromotionStatus } from "#contract/promotions.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { usePress, usePromotionWrite } from "./use-promotion-write.ts";

export type StatusButtonProps = {
  /** The API path of the code or promoter. */
  path: string;
  status: PromotionStatus;
  name: string;
};

/** Pauses or resumes a code or link. */
export function StatusButton({ path, status, name }: StatusButtonProps) {
  const write = usePromotionWrite();
  const { press, isBusy } = usePress(() =>
    write("POST", `${path}/status`, { status: status === "active" ? "paused" : "active" }).catch((error) =>
      toast({ title: `${name} wasn't changed`, description: failureText(error), tone: "bad" }),
    ),
  );
  const [Icon, label] = status === "active" ? [Pause, "Pause"] : [Play, "Resume"];
  return (
    <Button
      variant="outline"
      size="sm"
      loading={isBusy}
      className="relative z-10"
      aria-label={`${label} ${name}`}
      onClick={press}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}
