/** Runs the work once the page has loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  let canceled = false;
  const run = () => {
    if (!canceled) work();
  };
  const plan = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 4000 }) : setTimeout(run, 1500);
  if (document.readyState === "complete") plan();
  else window.addEventListener("load", plan, { once: true });
  return () => {
    canceled = true;
  };
}
