import { clsx } from "clsx";
import {
  Captions,
  CaptionsOff,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  Volume2,
  VolumeX,
  type LucideIcon,
} from "lucide-react";
import type { RefObject } from "react";
import { clockText, type PlayerAction } from "./machine.ts";
import type { Player } from "./use-player.ts";
import { hasSmallWindow, toggleSmallWindow } from "./video.ts";

type ControlsProps = {
  player: Player;
  isLive: boolean;
  act: Record<PlayerAction, () => void>;
  video: RefObject<HTMLVideoElement | null>;
  className: string;
};

/** The bar under the picture. */
export function Controls({ player, isLive, act, video, className }: ControlsProps) {
  const { state, isMuted, volume, captions, span } = player;
  const isPlaying = state.phase === "playing" || state.phase === "waiting";
  return (
    <div
      className={clsx(
        "absolute inset-x-0 bottom-0 grid gap-1 bg-linear-to-t from-night/95 via-night/70 to-transparent px-[min(0.75rem,3cqw)] pt-[min(2.5rem,8cqw)] pb-[min(0.5rem,2cqw)]",
        className,
      )}
    >
      <SeekBar player={player} isLive={isLive} />
      <div className="flex items-center gap-1">
        <Control label={isPlaying ? "Pause" : "Play"} Icon={isPlaying ? Pause : Play} onClick={act.toggle} />
        <Control label={isMuted ? "Unmute" : "Mute"} Icon={isMuted ? VolumeX : Volume2} onClick={act.mute} />
        <input
          type="range"
          aria-label="Volume"
          min={0}
          max={1}
          step={0.05}
          value={isMuted ? 0 : volume}
          aria-valuetext={`${Math.round((isMuted ? 0 : volume) * 100)}%`}
          onChange={(e) => player.setVolume(Number(e.target.value))}
          className="hidden h-11 w-20 accent-gold sm:block"
        />
        {isLive ? (
          <LiveButton player={player} />
        ) : (
          <span className="px-2 text-sm tabular-nums">
            {clockText(span.now)} / {clockText(span.end)}
          </span>
        )}
        <span className="grow" />
        {player.levels.length > 0 && <Quality player={player} />}
        {captions !== undefined && (
          <Control
            label={captions ? "Turn captions off" : "Turn captions on"}
            Icon={captions ? CaptionsOff : Captions}
            onClick={act.captions}
          />
        )}
        {hasSmallWindow() && (
          <Control
            label="Picture in picture"
            Icon={PictureInPicture2}
            onClick={() => toggleSmallWindow(video.current)}
          />
        )}
        <Control label="Full screen" Icon={Maximize} onClick={act.fullScreen} />
      </div>
    </div>
  );
}

function Control({ label, Icon, onClick }: { label: string; Icon: LucideIcon; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-[min(2.75rem,13cqw)] shrink-0 place-items-center rounded-sm hover:bg-bone/15"
    >
      <Icon className="size-1/2" />
    </button>
  );
}

/** Where the picture is. A live stream can be rewound as far as the server keeps it. */
function SeekBar({ player, isLive }: { player: Player; isLive: boolean }) {
  const { now, start, end } = player.span;
  if (end - start < 1) return null;
  const behind = Math.max(0, end - now);
  return (
    <input
      type="range"
      aria-label={isLive ? "Rewind" : "Position"}
      aria-valuetext={isLive ? (player.isBehind ? `${clockText(behind)} behind live` : "Live") : clockText(now)}
      min={start}
      max={end}
      step={1}
      value={Math.min(end, Math.max(start, now))}
      onChange={(e) => player.seek(Number(e.target.value))}
      className="h-[min(1.5rem,7cqw)] w-full accent-gold"
    />
  );
}

/** Says whether the picture is the newest one; otherwise a press leads there. */
function LiveButton({ player }: { player: Player }) {
  const style =
    "inline-flex min-h-[min(2.25rem,11cqw)] items-center gap-2 rounded-sm px-[min(0.625rem,3cqw)] font-display text-[length:min(1rem,5cqw)] font-bold tracking-[0.04em] whitespace-nowrap uppercase";
  if (!player.isBehind) {
    const { behindHost } = player.span;
    return (
      <span className={style} title={behindHost === undefined ? undefined : behindText(behindHost)}>
        <span aria-hidden="true" className="size-2.5 rounded-full bg-[#ff4d6d]" /> Live
      </span>
    );
  }
  return (
    <button type="button" onClick={player.goLive} className={clsx(style, "bg-bone text-night hover:bg-gold")}>
      Back to live
    </button>
  );
}

/** "6 seconds behind the host". */
const behindText = (seconds: number) => {
  const whole = Math.max(0, Math.round(seconds));
  return `${whole} ${whole === 1 ? "second" : "seconds"} behind the host`;
};

function Quality({ player }: { player: Player }) {
  return (
    <select
      aria-label="Quality"
      value={player.level}
      onChange={(e) => player.setLevel(Number(e.target.value))}
      className="min-h-9 rounded-sm border border-bone/40 bg-night px-2 text-sm text-bone"
    >
      <option value={-1}>Auto</option>
      {player.levels.map(({ index, height }) => (
        <option key={index} value={index}>
          {height}p
        </option>
      ))}
    </select>
  );
}
