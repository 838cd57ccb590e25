import { type ComponentType, useEffect, useState } from "react";
import { endSplash, isSplashShowing, recordSplash } from "#web/lib/splash.ts";

/**
 * The splash's container: an empty black sheet that styles show from the first paint if the splash is due (see
 * lib/splash.ts). Its content loads only then. It covers the page and does not delay the page's loading.
 */
export function Splash() {
  const [Show, setShow] = useState<ComponentType>();

  useEffect(() => {
    if (!isSplashShowing()) return;
    recordSplash();
    import("./splash-show.tsx").then(({ SplashShow }) => setShow(() => SplashShow), endSplash);
  }, []);

  return <div className="splash">{Show && <Show />}</div>;
}
