import type { PictureFault, PictureFilter } from "#contract/media.ts";

/** Why a file became no picture, and what helps. */
export const faultText: Record<PictureFault, string> = {
  not_a_picture: "This file is no picture, whatever its name says.",
  too_many_pixels: "Too large: 50 million pixels at most. Export it smaller.",
  too_small: "Too small: each side needs 100 pixels at least.",
  unreadable: "The file is damaged and cannot be read. Export it again.",
  failed: "It could not be worked on. Upload it once more.",
};

export const filterChoices: { value: PictureFilter; label: string }[] = [
  { value: "unused", label: "Not in use" },
  { value: "no_alt", label: "Without alt text" },
  { value: "waiting", label: "Being worked on" },
  { value: "refused", label: "Refused" },
];

const units = ["B", "kB", "MB"];
/** "3.4 MB". */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const value = bytes / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

/** "In use at 3 places". */
export const usesText = (uses: number) =>
  uses === 0 ? "Not in use" : uses === 1 ? "In use once" : `In use ${uses} times`;
