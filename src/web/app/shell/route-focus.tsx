import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** After a navigation, announces the new title to screen readers and moves focus to the top, like a full load. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const [title, setTitle] = useState("");

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const timer = setTimeout(() => {
      setTitle(document.title.split(" | ")[0] ?? "");
      if (!document.activeElement?.closest("[role=dialog]"))
        document.getElementById("main")?.focus({ preventScroll: true });
    }, 60);
    return () => clearTimeout(timer);
  }, [pathname]);

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
