import { useEffect, useState } from "react";

/** Whether an element is on the screen; false until that is known. */
export function useIsInView(id: string): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true), {
      // A sliver at the lower edge is under this bar and the navigation.
      rootMargin: "0px 0px -30% 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isInView;
}
