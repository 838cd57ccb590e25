import type Hls from "hls.js";
import type { HlsConfig } from "hls.js";
import type { Playback, ViewerToken } from "#contract/streams/streams.ts";
import { endOf } from "./video.ts";

/** A stream that this site's own player plays. */
export type PlaylistPlayback = Exclude<Playback, { kind: "embed" }>;

/** What plays a stream in a video element. */
export type Engine = {
  /** The heights that viewers can choose from, such as 720; empty if there is no choice. */
  levels: () => { index: number; height: number }[];
  /** @param index of a level; -1 chooses by the connection */
  setLevel: (index: number) => void;
  /** Where "live" is, in the element's seconds; undefined if it isn't known. */
  liveAt: () => number | undefined;
  /** How far the picture is behind the host, in seconds of this device's clock; undefined if the stream doesn't tell. */
  behindHost: () => number | undefined;
  destroy: () => void;
};

type EngineEvents = {
  /** There is a first picture to choose from. */
  onReady: () => void;
  /** It can't go on. Begin anew later; the viewer may not be allowed anymore. */
  onFail: () => void;
};

type EngineOptions = EngineEvents & {
  /** Gets a new token for a replay's segments. */
  renewToken: () => Promise<ViewerToken>;
};

/** A token is renewed this long before it expires: a segment takes a moment to load. */
const renewAheadMs = 10_000;

/** At two segments from the end, a stream of 2-second segments is about 6 seconds behind its host. */
const config: Partial<HlsConfig> = {
  liveSyncDurationCount: 2,
  liveSyncOnStallIncrease: 1,
  lowLatencyMode: false,
  backBufferLength: 90,
  capLevelToPlayerSize: true,
  enableWorker: false,
};

const needsCaptions = /TYPE=(?:SUBTITLES|CLOSED-CAPTIONS)/;

/**
 * Starts a stream in a video element. hls.js loads here: the smaller build, unless the stream has captions. Where the
 * browser can't run it, the browser itself plays the stream.
 *
 * @throws TypeError or Error if the stream or the script can't be loaded
 */
export async function startEngine(
  video: HTMLVideoElement,
  playback: PlaylistPlayback,
  options: EngineOptions,
): Promise<Engine> {
  if (!("ManagedMediaSource" in globalThis) && !("MediaSource" in globalThis))
    return playNatively(video, playback, options);
  const reply = await fetch(playback.url, { credentials: "same-origin" });
  if (!reply.ok) throw new Error(`The playlist answered ${reply.status}`);
  const { default: Player } = needsCaptions.test(await reply.text())
    ? await import("hls.js")
    : await import("hls.js/light");
  if (!Player.isSupported()) return playNatively(video, playback, options);
  return playWith(new Player({ ...config, ...(isReplay(playback) && withFreshTokens(playback, options.renewToken)) }));

  function playWith(hls: Hls): Engine {
    const { Events, ErrorTypes } = Player;
    let hasRecovered = false;
    hls.on(Events.MANIFEST_PARSED, options.onReady);
    hls.on(Events.ERROR, (_name, { fatal, type }) => {
      if (!fatal) return;
      // A decoder that choked once is given the same stream again.
      if (type !== ErrorTypes.MEDIA_ERROR || hasRecovered) return options.onFail();
      hasRecovered = true;
      hls.recoverMediaError();
    });
    hls.attachMedia(video);
    hls.loadSource(playback.url);
    return {
      levels: () => {
        const known = hls.levels.map(({ height }, index) => ({ index, height })).filter(({ height }) => height > 0);
        return known.length > 1 ? known.toReversed() : [];
      },
      setLevel: (index) => {
        hls.nextLevel = index;
      },
      liveAt: () => hls.liveSyncPosition ?? endOf(video),
      behindHost: () => (hls.playingDate ? (Date.now() - hls.playingDate.getTime()) / 1000 : undefined),
      destroy: () => hls.destroy(),
    };
  }
}

const isReplay = (playback: PlaylistPlayback): playback is Extract<Playback, { kind: "playlist" }> =>
  playback.kind === "playlist" && playback.isReplay;

function playNatively(video: HTMLVideoElement, playback: PlaylistPlayback, { onReady, onFail }: EngineEvents): Engine {
  video.addEventListener("loadedmetadata", onReady);
  video.addEventListener("error", onFail);
  video.src = playback.url;
  return {
    levels: () => [],
    setLevel: () => undefined,
    liveAt: () => endOf(video),
    behindHost: () => undefined,
    destroy() {
      video.removeEventListener("loadedmetadata", onReady);
      video.removeEventListener("error", onFail);
      video.removeAttribute("src");
      video.load();
    },
  };
}

/**
 * A replay's playlist is loaded once, and the tokens in it expire while it plays. So each segment is requested with the
 * newest token, which is renewed in time. The token stays in the query: hls.js tells segments apart by their paths.
 */
function withFreshTokens(first: ViewerToken, renewToken: () => Promise<ViewerToken>): Pick<HlsConfig, "xhrSetup"> {
  let current = first;
  let renewing: Promise<ViewerToken> | undefined;
  async function fresh(): Promise<string> {
    if (Date.parse(current.expiresAt) - Date.now() > renewAheadMs) return current.token;
    renewing ??= renewToken().finally(() => (renewing = undefined));
    current = await renewing;
    return current.token;
  }
  return {
    async xhrSetup(xhr, url) {
      const address = new URL(url, location.href);
      if (!address.searchParams.has("t")) return;
      address.searchParams.set("t", await fresh());
      xhr.open("GET", address.href, true);
    },
  };
}
