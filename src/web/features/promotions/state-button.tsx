import { Pause, Play } from "lucide-react";
import { useState } from "react";
import type { PromotionState } from "#contract/promo-codes.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { usePromotionWrite } from "./use-promotion-write.ts";

export type StateButtonProps = {
  /** The address of the code or promoter in the API. */
  path: string;
  state: PromotionState;
  name: string;
};

/** Pauses a code or link, or lets it go on. */
export function StateButton({ path, state, name }: StateButtonProps) {
  const write = usePromotionWrite();
  const [isBusy, setBusy] = useState(false);
  const isActive = state === "active";

  async function change() {
    setBusy(true);
    try {
      await write("POST", `${path}/state`, { state: isActive ? "paused" : "active" });
    } catch (error) {
      toast({ title: `${name} is as it was`, description: failureText(error), tone: "bad" });
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
      aria-label={isActive ? `Pause ${name}` : `Go on: ${name}`}
      onClick={() => void change()}
    >
      <Icon aria-hidden="true" className="size-4" />
      {isActive ? "Pause" : "Go on"}
    </Button>
  );
}
