import { type ReactNode, useState, useEffect } from "react";
import { createPortal } from "react-dom";
import { clsx } from "clsx";

/** Dresses a document like the page around it, and keeps it so: parts that load later bring styles, themes change. */
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
 * Shows something as a phone would: in a document of its own, so that every rule about widths holds for the phone and not
 * for the window around it. It is for looking at: nothing in it can be pressed or reached by keys.
 */
export function PhoneFrame({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  const [inner, setInner] = useState<Document | null>(null);
  useEffect(() => (inner ? dressLike(document, inner) : undefined), [inner]);
  return (
    <div className={clsx("overflow-hidden rounded-xl border-4 border-edge/70 bg-page shadow-lift", className)}>
      <iframe
        ref={(frame) => setInner(frame?.contentDocument ?? null)}
        title={title}
        // Its document is our own and empty: what stands in it comes from here, and nothing in it runs or leads away.
        sandbox="allow-same-origin"
        className="block size-full bg-page"
      />
      {inner && createPortal(children, inner.body)}
    </div>
  );
}
