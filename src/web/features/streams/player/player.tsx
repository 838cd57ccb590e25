import { clsx } from "clsx";
import { Play, Volume2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useWakeLock } from "#web/lib/full-screen.ts";
import { Button } from "#web/ui/button.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { Controls } from "./controls.tsx";
import type { PlaylistPlayback } from "./engine.ts";
import { actionOf, phaseTexts, type PlayerAction } from "./machine.ts";
import { type Player, usePlayer } from "./use-player.ts";
import { toggleFullScreen } from "./video.ts";

type StreamPlayerProps = {
  streamId: number;
  title: string;
  playback: PlaylistPlayback;
  onFail: () => void;
  /** Called when it starts and stops to play. */
  onPlaying: (isPlaying: boolean) => void;
  /** What lies over the picture, such as the number of viewers. */
  children?: ReactNode;
};

const skipSeconds = 10;
const volumeStep = 0.1;

/** Plays a stream: the picture, and the controls over it. */
export function StreamPlayer({ streamId, title, playback, onFail, onPlaying, children }: StreamPlayerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const player = usePlayer(video, { streamId, playback, onFail });
  const { phase } = player.state;
  const isPlaying = phase === "playing" || phase === "waiting";
  const isLive = !(playback.kind === "playlist" && playback.isReplay);
  const { isAwake, wake } = useAwake(isPlaying);
  useEffect(() => onPlaying(isPlaying), [isPlaying, onPlaying]);

  const act: Record<PlayerAction, () => void> = {
    toggle: player.toggle,
    mute: () => player.setMuted(!player.isMuted),
    fullScreen: () => toggleFullScreen(frame.current, video.current),
    back: () => player.seek(player.span.now - skipSeconds),
    forward: () => player.seek(player.span.now + skipSeconds),
    louder: () => player.setVolume(player.volume + volumeStep),
    quieter: () => player.setVolume(player.volume - volumeStep),
    live: player.goLive,
    captions: player.toggleCaptions,
  };
  function onKeyDown(e: KeyboardEvent<HTMLElement>) {
    wake();
    const action = actionOf(e.nativeEvent);
    if (action === undefined || isOwnKey(e.target as HTMLElement, e.key)) return;
    e.preventDefault();
    act[action]();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys work anywhere in the player
    <div
      ref={frame}
      role="group"
      aria-label={`Player: ${title}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerMove={wake}
      onFocus={wake}
      className={clsx(
        "@container relative isolate size-full overflow-hidden bg-night text-bone outline-none",
        isPlaying && !isAwake && "cursor-none",
      )}
    >
      <video
        ref={video}
        muted
        playsInline
        aria-label={title}
        onClick={player.toggle}
        className="absolute inset-0 size-full bg-night object-contain"
      />
      <Overlay player={player} onStart={player.play} />
      {children}
      <Controls
        player={player}
        isLive={isLive}
        act={act}
        video={video}
        className={clsx(
          "transition-opacity duration-200",
          isPlaying && !isAwake && "opacity-0 focus-within:opacity-100",
        )}
      />
      {isPlaying && <StayAwake />}
    </div>
  );
}

/** A focused slider uses the arrows itself, and a focused button or menu the space bar. */
function isOwnKey({ tagName, role }: HTMLElement & { role: string | null }, key: string): boolean {
  if (tagName === "SELECT") return true;
  if (tagName === "INPUT" || role === "slider") return key.startsWith("Arrow");
  return tagName === "BUTTON" && key === " ";
}

const sleepMs = 3000;

/** Whether the controls show: for a moment after each movement, and as long as nothing plays. */
function useAwake(isPlaying: boolean) {
  const [isAwake, setAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isPlaying) return undefined;
    timer.current = setTimeout(() => setAwake(false), sleepMs);
    return () => clearTimeout(timer.current);
  }, [isPlaying]);
  function wake() {
    setAwake(true);
    clearTimeout(timer.current);
    if (isPlaying) timer.current = setTimeout(() => setAwake(false), sleepMs);
  }
  return { isAwake: isAwake || !isPlaying, wake };
}

/** Keeps the screen on while the stream plays. */
function StayAwake() {
  useWakeLock();
  return null;
}

/** What lies on the picture: that it loads, the big play button, and the way to the sound. */
function Overlay({ player, onStart }: { player: Player; onStart: () => void }) {
  const { phase } = player.state;
  const text = phaseTexts[phase];
  const isStopped = phase === "blocked" || phase === "paused" || phase === "over";
  return (
    <>
      <p
        role="status"
        className={clsx("absolute inset-0 grid place-items-center", (text === "" || isStopped) && "sr-only")}
      >
        {text && (
          <span className="flex items-center gap-3 rounded-md bg-night/80 px-4 py-3">
            <SpinnerMark className="size-5 text-gold" /> {text}
          </span>
        )}
      </p>
      {isStopped && (
        <button
          type="button"
          aria-label={phase === "over" ? "Play again" : "Play"}
          onClick={onStart}
          className="absolute top-1/2 left-1/2 grid size-20 -translate-1/2 place-items-center rounded-full bg-gold text-on-gold shadow-lift hover:bg-gold-bright"
        >
          <Play className="ml-1 size-9 fill-current" />
        </button>
      )}
      {player.isMuted && phase === "playing" && (
        <Button
          className="absolute top-[min(1rem,4cqw)] left-[min(1rem,4cqw)] z-1"
          size="sm"
          onClick={() => player.setMuted(false)}
        >
          <Volume2 className="size-5" /> Unmute
        </Button>
      )}
    </>
  );
}
