import type { PictureRefusal, PictureFilter } from "#contract/media.ts";

/** Why a file was rejected, and what to do about it. */
export const refusalText: Record<PictureRefusal, string> = {
  not_a_picture: "This isn't an image file, whatever its name says.",
  too_many_pixels: "Too large. Export it at 50 megapixels or less.",
  too_small: "Too small. Each side needs at least 100 pixels.",
  unreadable: "This file is damaged. Export it again.",
  failed: "We couldn't process it. Upload it again.",
};

export const filterChoices: { value: PictureFilter; label: string }[] = [
  { value: "unused", label: "Not in use" },
  { value: "no_alt", label: "No alt text" },
  { value: "waiting", label: "Processing" },
  { value: "refused", label: "Rejected" },
];

const units = ["B", "KB", "MB"];
/** "3.4 MB". */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const value = bytes / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

/** "In use 3 times". */
export const usesText = (uses: number) =>
  uses === 0 ? "Not in use" : uses === 1 ? "In use once" : `In use ${uses} times`;
