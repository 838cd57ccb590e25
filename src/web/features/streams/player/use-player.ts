import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { callApi } from "#web/lib/api.ts";
import { type Engine, type PlaylistPlayback, startEngine } from "./engine.ts";
import { captionsOf, endOf, follow, seekIn, setSoundOf, showCaptions, spanOf } from "./video.ts";
import { firstState, isBehind, nextState, type PlayerEvent, type PlayerState, retryMs } from "./machine.ts";

type PlayerOptions = {
  streamId: number;
  playback: PlaylistPlayback;
  /** It failed: asks whether this viewer may still watch before it begins anew. */
  onFail: () => void;
};

export type Player = {
  state: PlayerState;
  isMuted: boolean;
  volume: number;
  /** What can be seen of the stream, in the video's seconds. */
  span: { now: number; start: number; end: number; behindHost?: number | undefined };
  isBehind: boolean;
  levels: ReturnType<Engine["levels"]>;
  level: number;
  setLevel: (index: number) => void;
  captions: boolean | undefined;
  toggleCaptions: () => void;
  play: () => void;
  toggle: () => void;
  setMuted: (isMuted: boolean) => void;
  setVolume: (volume: number) => void;
  seek: (to: number) => void;
  /** Jumps to the newest picture. */
  goLive: () => void;
};

const noSpan: Player["span"] = { now: 0, start: 0, end: 0 };

/** How far the picture may fall behind by stalls before it jumps to live by itself. In seconds. */
const catchUpSeconds = 20;

/** Plays a stream in a video element. It starts muted, because browsers play nothing else by themselves. */
export function usePlayer(videoRef: RefObject<HTMLVideoElement | null>, options: PlayerOptions): Player {
  const { playback } = options;
  const [state, happen] = useReducer(nextState, firstState);
  const [{ isMuted, volume }, setSound] = useState({ isMuted: true, volume: 1 });
  const [span, setSpan] = useState(noSpan);
  const [level, setLevel] = useState(-1);
  const [captions, setCaptions] = useState<boolean>();
  /** The viewer went back on purpose. */
  const hasRewound = useRef(false);
  const isLive = !(playback.kind === "playlist" && playback.isReplay);

  // A browser that refuses to play by itself shows the play button.
  const play = () => void videoRef.current?.play().catch((error: unknown) => isRefusal(error) && happen("block"));
  const { engineRef, levels } = useEngine(videoRef, options, state, happen, play);

  const seek = (to: number) => {
    const video = videoRef.current;
    if (!video) return;
    seekIn(video, to);
    hasRewound.current = isLive && isBehind(to, endOf(video) ?? to);
  };
  const goLive = () => {
    const [video, at] = [videoRef.current, engineRef.current?.liveAt()];
    if (!video || at === undefined) return;
    seekIn(video, at);
    hasRewound.current = false;
    play();
  };

  const onTime = useEffectEvent((video: HTMLVideoElement) => {
    const seen = spanOf(video);
    setSpan({ ...seen, behindHost: engineRef.current?.behindHost() });
    setCaptions(captionsOf(video));
    if (isLive && !hasRewound.current && !video.paused && seen.end - seen.now > catchUpSeconds) goLive();
  });
  useEffect(() => {
    const video = videoRef.current;
    return video
      ? follow(video, happen, {
          onTime: () => onTime(video),
          onSound: () => setSound({ isMuted: video.muted, volume: video.volume }),
        })
      : undefined;
  }, [videoRef]);

  return {
    state,
    isMuted,
    volume,
    span,
    isBehind: isLive && isBehind(span.now, span.end),
    levels,
    level,
    setLevel(index) {
      engineRef.current?.setLevel(index);
      setLevel(index);
    },
    captions,
    toggleCaptions() {
      if (videoRef.current) showCaptions(videoRef.current, !captions);
      setCaptions(!captions);
    },
    play,
    toggle() {
      const video = videoRef.current;
      if (video?.paused) play();
      else video?.pause();
    },
    setMuted(muted) {
      if (videoRef.current) setSoundOf(videoRef.current, { muted });
    },
    setVolume(next) {
      const to = Math.min(1, Math.max(0, next));
      if (videoRef.current) setSoundOf(videoRef.current, { volume: to, muted: to === 0 });
    },
    seek,
    goLive,
  };
}

/** Starts what plays the stream, and starts it anew after a failure. */
function useEngine(
  videoRef: RefObject<HTMLVideoElement | null>,
  { streamId, playback, onFail }: PlayerOptions,
  state: PlayerState,
  happen: (event: PlayerEvent) => void,
  play: () => void,
) {
  const engine = useRef<Engine>(undefined);
  const [levels, setLevels] = useState<Player["levels"]>([]);
  const { url } = playback;
  const isStarting = state.phase === "starting";

  const begin = useEffectEvent((video: HTMLVideoElement, isGone: () => boolean) => {
    const fail = () => {
      if (isGone()) return;
      happen("fail");
      onFail();
    };
    const renewToken = () => callApi("POST /api/streams/{id}/token", { params: { id: streamId }, body: {} });
    const onReady = () => {
      setLevels(engine.current?.levels() ?? []);
      play();
    };
    void startEngine(video, playback, { renewToken, onReady, onFail: fail }).then((started) => {
      if (isGone()) started.destroy();
      else engine.current = started;
    }, fail);
  });
  const stop = () => {
    engine.current?.destroy();
    engine.current = undefined;
  };

  // One run lasts from a start to the next failure, or until the player goes.
  const run = useRef(0);
  useEffect(() => {
    if (!isStarting || !videoRef.current || engine.current) return;
    const mine = ++run.current;
    begin(videoRef.current, () => mine !== run.current);
  }, [videoRef, url, isStarting]);
  useEffect(() => {
    if (state.phase !== "lost") return undefined;
    run.current++;
    stop();
    const again = () => happen("restart");
    const timer = setTimeout(again, retryMs(state.failures));
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", again);
    };
  }, [state, happen]);
  useEffect(
    () => () => {
      run.current++;
      stop();
    },
    [url],
  );
  return { engineRef: engine, levels };
}

const isRefusal = (error: unknown) => error instanceof DOMException && error.name === "NotAllowedError";
