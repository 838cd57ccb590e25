import { useState } from "react";
import type { Playback } from "#contract/streams/streams.ts";
import { readStorage, writeStorage } from "#web/lib/safe-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { paths } from "#web/lib/paths.ts";

type EmbedPlayback = Extract<Playback, { kind: "embed" }>;

const names: Record<EmbedPlayback["provider"], string> = { youtube: "YouTube", twitch: "Twitch" };

/** The address of the provider's player. */
function embedAddress({ provider, videoId }: EmbedPlayback, host: string): string {
  if (provider === "youtube") return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(videoId)}?autoplay=1`;
  // Twitch names a recording by a number and a channel by its name.
  const what = /^\d+$/.test(videoId) ? `video=${videoId}` : `channel=${encodeURIComponent(videoId)}`;
  return `https://player.twitch.tv/?${what}&parent=${encodeURIComponent(host)}`;
}

/** The answer lasts until the tab closes. */
const answerKey = (provider: string) => `sg:embed:${provider}`;

/** A player of YouTube or Twitch. Nothing of theirs loads before the viewer agrees. */
export function EmbedPlayer({ playback, title }: { playback: EmbedPlayback; title: string }) {
  const { provider } = playback;
  const [hasAgreed, setAgreed] = useState(() => readStorage(answerKey(provider), "session") !== null);
  const name = names[provider];

  function agree() {
    writeStorage(answerKey(provider), "1", "session");
    setAgreed(true);
    // Only a page that was opened at /live may show other sites' players.
    if (!pageAllows()) location.reload();
  }
  if (hasAgreed && pageAllows()) {
    return (
      <iframe
        // Their players need scripts and their own origin; they get no way to move the page away.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- their origin isn't ours: they can't lift the sandbox
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        title={title}
        src={embedAddress(playback, location.hostname)}
        allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
        className="size-full border-0 bg-night"
      />
    );
  }
  return (
    <div className="absolute inset-0 grid place-items-center bg-night/80 p-6 text-center text-bone">
      <div className="grid max-w-[44ch] justify-items-center gap-4">
        <p className="display text-display-md">Watch on {name}</p>
        <p>
          {name} shows this stream. When you press play, {name} learns your IP address and may set cookies. We load
          nothing from {name} before that.
        </p>
        <Button size="lg" onClick={agree}>
          Play from {name}
        </Button>
      </div>
    </div>
  );
}

/**
 * Whether this page may show other sites' players and streams. The server allows them only on pages that were opened at
 * /live: after a link from another page, a reload does that.
 */
export function pageAllows(): boolean {
  const [opened] = performance.getEntriesByType("navigation");
  return opened === undefined || new URL(opened.name, location.href).pathname === paths.live();
}
