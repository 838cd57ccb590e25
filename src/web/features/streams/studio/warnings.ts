import type { StreamWarning } from "#contract/streams/streams.ts";

const keyframes = "Set the keyframe interval to 2 s in the encoder.";

/** What is wrong with what the encoder sends, and what the host does about it. */
export function warningText({ kind, seconds, detail }: StreamWarning): { title: string; text: string } {
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
