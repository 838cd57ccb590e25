import { type ComponentType, useEffect, useState } from "react";
import { endSplash, isSplashShowing, noteSplash } from "#web/lib/splash.ts";

/**
 * The place of the splash: an empty black sheet that styles show from the first paint on where it is due (see
 * lib/splash.ts). What plays on it is fetched only then. It lies above the page and holds up none of its loading.
 */
export function Splash() {
  const [Show, setShow] = useState<ComponentType>();

  useEffect(() => {
    if (!isSplashShowing()) return;
    noteSplash();
    import("./splash-show.tsx").then(({ SplashShow }) => setShow(() => SplashShow), endSplash);
  }, []);

  return <div className="splash">{Show && <Show />}</div>;
}
