import { clsx } from "clsx";
import { useEffect, useState } from "react";

/** The video for the screen's orientation, in a format this browser plays; the smaller file first. */
function filmAddress(): string {
  const shape = innerHeight > innerWidth ? "portrait" : "landscape";
  const playsMp4 = document.createElement("video").canPlayType('video/mp4; codecs="avc1.42E01E"') !== "";
  return `/brand/intro-${shape}.${playsMp4 ? "mp4" : "webm"}`;
}

/** The muted intro, inline on phones. It loads after the page below has loaded. */
export function SplashVideo({ onOver }: { onOver: () => void }) {
  const [address, setAddress] = useState<string>();
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    const start = () => setAddress(filmAddress());
    if (document.readyState === "complete") start();
    else window.addEventListener("load", start, { once: true });
    return () => window.removeEventListener("load", start);
  }, []);

  if (!address) return null;
  return (
    <video
      ref={(film) => {
        // A browser in power-saving mode refuses to play: treat it like any other error.
        film?.play().catch((error: unknown) => {
          if (!(error instanceof DOMException && error.name === "AbortError")) onOver();
        });
      }}
      src={address}
      muted
      playsInline
      disablePictureInPicture
      disableRemotePlayback
      preload="auto"
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => setPlaying(true)}
      onEnded={onOver}
      onError={onOver}
      className={clsx(
        "absolute inset-0 size-full object-cover transition-opacity duration-500",
        !isPlaying && "opacity-0",
      )}
    />
  );
}
