// Draws one profile picture in a separate process: whatever a file does to the decoder, the site is not affected.
import { answerIsolated } from "#server/platform/pictures/isolated-program.ts";
import { drawAvatar } from "./draw.ts";

await answerIsolated(drawAvatar, { maxMemory: 400 * 1024 ** 2 });
