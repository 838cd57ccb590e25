/** Runs the work once the page has loaded and the browser has nothing better to do; the answer cancels it. */
export function whenIdle(work: () => void): () => void {
  let cancelled = false;
  const run = () => {
    if (!cancelled) work();
  };
  const plan = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 4000 }) : setTimeout(run, 1500);
  if (document.readyState === "complete") plan();
  else window.addEventListener("load", plan, { once: true });
  return () => {
    cancelled = true;
  };
}
