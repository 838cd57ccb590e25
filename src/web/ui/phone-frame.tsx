import { type ReactNode, useState, useEffect } from "react";
import { createPortal } from "react-dom";
import { clsx } from "clsx";

/** Copies the page's styles and theme to the inner document and keeps them in sync as styles load and themes change. */
function dressLike(outer: Document, inner: Document): () => void {
  const dress = () => {
    const styles = outer.querySelectorAll('link[rel="stylesheet"], style');
    inner.head.replaceChildren(...[...styles].map((style) => style.cloneNode(true)));
    inner.documentElement.dataset.theme = outer.documentElement.dataset.theme ?? "dark";
    inner.documentElement.lang = outer.documentElement.lang;
  };
  dress();
  inner.body.inert = true;
  const watch = new MutationObserver(dress);
  watch.observe(outer.head, { childList: true });
  watch.observe(outer.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => watch.disconnect();
}

/**
 * Shows content as a phone would: in its own document, so that width rules apply to the phone and not to the window
 * around it. For display only: nothing in it can be pressed or focused.
 */
export function PhoneFrame({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  const [inner, setInner] = useState<Document | null>(null);
  useEffect(() => (inner ? dressLike(document, inner) : undefined), [inner]);
  return (
    <div className={clsx("overflow-hidden rounded-xl border-4 border-edge/70 bg-page shadow-lift", className)}>
      <iframe
        ref={(frame) => setInner(frame?.contentDocument ?? null)}
        title={title}
        // Its document is our own and empty. Its content comes from here, and no scripts run and no links work in it.
        sandbox="allow-same-origin"
        className="block size-full bg-page"
      />
      {inner && createPortal(children, inner.body)}
    </div>
  );
}
