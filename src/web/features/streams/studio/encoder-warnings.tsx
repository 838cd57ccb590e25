import { ArrowLeftRight } from "lucide-react";
import type { StreamWarning } from "#contract/streams/streams.ts";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";

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

const keyframes = "Set the keyframe interval to 2 s in the encoder.";

/** What is wrong with what the encoder sends, and what the host does about it. */
function warningText({ kind, seconds, detail }: StreamWarning): { title: string; text: string } {
  const length = `${seconds ?? 0} s`;
  switch (kind) {
    case "second_encoder":
      return {
        title: "Two encoders are sending with this key",
        text: "Viewers see one of them, and we refuse the other. Stop the wrong one, or switch to the other here.",
      };
    case "no_end":
      return {
        title: `A segment has been arriving for ${length}`,
        text: `Viewers can't see it until it ends, and it ends at a keyframe. ${keyframes}`,
      };
    case "late":
      return {
        title: `No new video for ${length}`,
        text: "Check that the encoder is running, that its connection is fast enough, and that its keyframe interval is 2 s.",
      };
    case "refused_file":
      return { title: "We refused a file", text: detail ?? "Check the encoder's settings." };
    case "skipped_long":
      return {
        title: `We skipped a segment of ${length}`,
        text: `A segment can be up to 20 s long. ${keyframes}`,
      };
    case "long_segments":
      return {
        title: `Segments are ${length} long`,
        text: `Viewers are about ${(seconds ?? 0) * 3} s behind. ${keyframes}`,
      };
    case "skipped_empty":
      return { title: "We left out a segment without video", text: `Viewers don't notice. ${keyframes}` };
  }
}
