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
