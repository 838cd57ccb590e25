import { clsx } from "clsx";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { endSplash } from "#web/lib/splash.ts";
import { Mark } from "#web/ui/brand.tsx";

/** Specification, section 9. The fade is part of the dismissal: the page is usable from its first frame. */
const shownMs = { video: 7000, logo: 3000, gone: 300 };

const wantsCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** True if the browser was told to save data: the video isn't fetched and counts as one that failed. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The splash itself: the video, then the logo, then the site. Skip, Escape, reduced motion and saving data shorten it. */
export function SplashShow() {
  const [phase, setPhase] = useState<keyof typeof shownMs>(() => (wantsCalm() || savesData() ? "logo" : "video"));
  const sheet = useRef<HTMLDivElement>(null);
  const free = useBeneathInert(sheet);

  const showLogo = useCallback(() => setPhase((now) => (now === "video" ? "logo" : now)), []);
  const leave = useCallback(() => setPhase("gone"), []);

  useEffect(() => {
    if (phase === "gone") free();
    const next = { video: showLogo, logo: leave, gone: endSplash }[phase];
    const timer = setTimeout(next, shownMs[phase]);
    return () => clearTimeout(timer);
  }, [phase, showLogo, leave, free]);

  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key === "Escape") leave();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [leave]);

  return (
    <div
      ref={sheet}
      tabIndex={-1}
      role="dialog"
      aria-modal="true"
      aria-label="Savage Gentlemen intro"
      data-phase={phase}
      className={clsx(
        "absolute inset-0 bg-[#000] text-bone outline-none transition-opacity duration-300",
        phase === "gone" && "pointer-events-none opacity-0",
      )}
    >
      {phase === "video" ? <SplashVideo onOver={showLogo} /> : <LogoPhase />}
      <button
        type="button"
        onClick={leave}
        className="eyebrow absolute right-[max(1.25rem,env(safe-area-inset-right))] bottom-[max(1.25rem,env(safe-area-inset-bottom))] min-h-11 rounded-sm border border-bone/40 bg-[#000]/50 px-5 text-bone hover:border-bone focus-visible:outline-bone"
      >
        Skip
      </button>
    </div>
  );
}

function LogoPhase() {
  return (
    <div className="splash-logo absolute inset-0 grid place-content-center justify-items-center gap-6 px-6 text-center">
      <Mark className="size-24 text-[#d5ae57] sm:size-28" />
      <p className="display text-[clamp(3rem,15vw,7.5rem)] leading-[0.84] font-black">
        Savage
        <br />
        Gentlemen
      </p>
      <p className="eyebrow text-[#d5ae57]">Caribbean-American Experience</p>
      <p role="status" className="splash-line mt-2 grid justify-items-center gap-4 text-bone-dim">
        Loading Experience...
      </p>
    </div>
  );
}

/**
 * While the sheet covers the page, nothing below is reachable by keyboard or screen reader, and the sheet has the focus.
 * The returned function makes the page reachable again and restores the focus.
 */
function useBeneathInert(sheet: RefObject<HTMLElement | null>): () => void {
  const undo = useRef<() => void>(undefined);
  const free = useCallback(() => {
    undo.current?.();
    undo.current = undefined;
  }, []);

  useEffect(() => {
    const splash = sheet.current?.closest(".splash");
    const beneath = [...(splash?.parentElement?.children ?? [])].filter((part) => part !== splash) as HTMLElement[];
    const before = document.activeElement as HTMLElement | null;
    for (const part of beneath) part.inert = true;
    sheet.current?.focus({ preventScroll: true });
    undo.current = () => {
      const hadFocus = splash?.contains(document.activeElement) === true;
      for (const part of beneath) part.inert = false;
      if (!hadFocus) return;
      (document.activeElement as HTMLElement).blur();
      if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
    };
    return free;
  }, [sheet, free]);

  return free;
}

/** The video for the screen's orientation, in a format this browser plays; the smaller file first. */
function filmAddress(): string {
  const shape = innerHeight > innerWidth ? "portrait" : "landscape";
  const playsMp4 = document.createElement("video").canPlayType('video/mp4; codecs="avc1.42E01E"') !== "";
  return `/brand/intro-${shape}.${playsMp4 ? "mp4" : "webm"}`;
}

/** The muted intro, inline on phones. It loads after the page below has loaded. */
function SplashVideo({ onOver }: { onOver: () => void }) {
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
