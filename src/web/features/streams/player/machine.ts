/**
 * Where a player is. `blocked`: the browser plays only after a press. `lost`: it failed and starts again by itself.
 * `over`: it has played to its end.
 */
export type PlayerPhase = "starting" | "playing" | "paused" | "waiting" | "blocked" | "lost" | "over";

export type PlayerState = {
  phase: PlayerPhase;
  /** How often it failed since it last played. */
  failures: number;
};

/** What happens to a player. `fail`: it can't go on. `restart`: it begins anew. */
export type PlayerEvent = "play" | "pause" | "wait" | "block" | "fail" | "restart" | "end";

export const firstState: PlayerState = { phase: "starting", failures: 0 };

/** Where a player is after something happened. */
export function nextState(state: PlayerState, event: PlayerEvent): PlayerState {
  const { phase, failures } = state;
  switch (event) {
    case "play":
      return { phase: "playing", failures: 0 };
    case "fail":
      return { phase: "lost", failures: failures + 1 };
    case "restart":
      return { phase: "starting", failures };
    case "block":
      return phase === "lost" ? state : { phase: "blocked", failures };
    case "end":
      return { phase: "over", failures };
    // Browsers also pause a player that failed or ended, and stall before the first picture.
    case "pause":
      return phase === "playing" || phase === "waiting" ? { phase: "paused", failures } : state;
    case "wait":
      return phase === "playing" ? { phase: "waiting", failures } : state;
  }
}

const longestRetryMs = 15_000;

/** How long a player waits before it begins anew: 1 second after the first failure, twice as long after each other. */
export const retryMs = (failures: number): number => Math.min(longestRetryMs, 1000 * 2 ** Math.max(0, failures - 1));

/** What a viewer reads while there is no picture. */
export const phaseTexts: Record<PlayerPhase, string> = {
  starting: "Loading the stream…",
  playing: "",
  paused: "",
  waiting: "Buffering…",
  blocked: "",
  lost: "The connection was lost. Trying again…",
  over: "",
};

/** A viewer who is further behind than this has rewound or fallen behind. In seconds. */
const behindSeconds = 15;

/** Where a player is in a live stream. `end` is the newest second that it has. */
export const isBehind = (currentTime: number, end: number): boolean => end - currentTime > behindSeconds;

/** "1:04", "1:02:09". */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** What a key does to the player. */
export type PlayerAction =
  | "toggle"
  | "mute"
  | "fullScreen"
  | "back"
  | "forward"
  | "louder"
  | "quieter"
  | "live"
  | "captions";

const keys: Record<string, PlayerAction> = {
  " ": "toggle",
  k: "toggle",
  m: "mute",
  f: "fullScreen",
  l: "live",
  c: "captions",
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "louder",
  ArrowDown: "quieter",
};

/** What a key press does; nothing with a modifier, because that is the browser's. */
export function actionOf(e: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): PlayerAction | undefined {
  if (e.ctrlKey || e.metaKey || e.altKey) return undefined;
  return keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
}
