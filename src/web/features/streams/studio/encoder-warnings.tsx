import { ArrowLeftRight } from "lucide-react";
import type { StreamWarning } from "#contract/streams/streams.ts";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { warningText } from "./warnings.ts";

/** What is wrong with what the encoder sends, before viewers notice. */
export function EncoderWarnings({ streamId, warnings }: { streamId: number; warnings: StreamWarning[] }) {
  const change = usePress("We couldn't switch the encoder", async (write) => {
    await write("POST /api/admin/streams/{id}/switch-encoder", { params: { id: streamId }, body: {} });
    showSuccess("Encoder switched", "Viewers see the other one from its next segment on.");
  });
  return warnings.map((warning) => {
    const { title, text } = warningText(warning);
    const isBad = warning.kind === "no_end" || warning.kind === "late" || warning.kind === "second_encoder";
    return (
      <Callout key={warning.kind} tone={isBad ? "bad" : "soon"} title={title}>
        <p>{text}</p>
        {warning.kind === "second_encoder" && (
          <Button variant="outline" size="sm" className="mt-3" {...change}>
            <ArrowLeftRight aria-hidden="true" className="size-4.5" /> Switch encoder
          </Button>
        )}
      </Callout>
    );
  });
}
