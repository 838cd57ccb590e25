import type { PlayerEvent } from "./machine.ts";

/** The newest second that a video element can go to. */
export const endOf = ({ seekable }: Pick<HTMLVideoElement, "seekable">): number | undefined =>
  seekable.length > 0 ? seekable.end(seekable.length - 1) : undefined;

const startOf = ({ seekable }: Pick<HTMLVideoElement, "seekable">) => (seekable.length > 0 ? seekable.start(0) : 0);

/** Where a video is, and how far it can go both ways. In its seconds. */
export const spanOf = (video: HTMLVideoElement) => ({
  now: video.currentTime,
  start: startOf(video),
  end: endOf(video) ?? 0,
});

/** Goes to a second, as far as the video has it. */
export function seekIn(video: HTMLVideoElement, to: number): void {
  video.currentTime = Math.max(startOf(video), Math.min(to, endOf(video) ?? to));
}

export function setSoundOf(video: HTMLVideoElement, sound: { volume?: number; muted: boolean }): void {
  if (sound.volume !== undefined) video.volume = sound.volume;
  video.muted = sound.muted;
}

const tracksOf = ({ textTracks }: HTMLVideoElement) =>
  [...(textTracks ?? [])].filter(({ kind }) => kind === "captions" || kind === "subtitles");

/** Whether captions are shown; undefined if the stream has none. */
export function captionsOf(video: HTMLVideoElement): boolean | undefined {
  const tracks = tracksOf(video);
  return tracks.length > 0 ? tracks.some(({ mode }) => mode === "showing") : undefined;
}

export function showCaptions(video: HTMLVideoElement, isShown: boolean): void {
  const [track] = tracksOf(video);
  if (track) track.mode = isShown ? "showing" : "hidden";
}

/** Reports what happens to a video until the returned function is called. */
export function follow(
  video: HTMLVideoElement,
  happen: (event: PlayerEvent) => void,
  { onTime, onSound }: { onTime: () => void; onSound: () => void },
): () => void {
  const controller = new AbortController();
  const on = (name: keyof HTMLMediaElementEventMap, act: () => void) =>
    video.addEventListener(name, act, { signal: controller.signal });
  on("playing", () => happen("play"));
  on("pause", () => happen("pause"));
  on("waiting", () => happen("wait"));
  on("ended", () => happen("end"));
  on("timeupdate", onTime);
  on("progress", onTime);
  on("volumechange", onSound);
  return () => controller.abort();
}

/** What browsers call these on an iPhone. */
type ApplePart = { webkitEnterFullscreen?: () => void };

/** Fills the screen with the player, or with the video alone where only that can. */
export function toggleFullScreen(frame: HTMLElement | null, video: (HTMLVideoElement & ApplePart) | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (frame && "requestFullscreen" in frame) void frame.requestFullscreen().catch(() => undefined);
  else video?.webkitEnterFullscreen?.();
}

/** Whether the browser can show a video in a small window over others. */
export const hasSmallWindow = (): boolean => typeof document !== "undefined" && document.pictureInPictureEnabled;

/** Moves the video into a small window over others, or back. */
export function toggleSmallWindow(video: HTMLVideoElement | null): void {
  const done = document.pictureInPictureElement ? document.exitPictureInPicture() : video?.requestPictureInPicture();
  void done?.catch(() => undefined);
}
