/** What is said while the browser works; a screen reader says it too. */
const text =
  "A lot of people are on your network right now, so your browser is running a quick check. This takes a few seconds.";

const crowded = "A lot of people are on your network right now, and";

/** The message of a call whose check didn't finish. */
export const unfinishedText = `${crowded} the quick check in your browser didn't finish. Try again.`;

/** The message of a call in a browser that can't do the work. */
export const unableText = `${crowded} your browser can't run the quick check that this takes. Update it, or try another browser or network.`;

/** Most checks are over before anyone could read why. */
const patienceMs = 400;

const look =
  "fixed inset-x-4 bottom-3 z-[60] mx-auto max-w-md rounded-md border border-l-4 border-line border-l-gold bg-raised p-4 shadow-lift";

let open = 0;
let callout: HTMLElement | undefined;

/**
 * Shows that the browser is working, unless that ends soon. Several calls at once share one callout. It isn't React's,
 * because calls are made from everywhere and this is needed by few.
 *
 * @returns what ends it
 */
export function showWorking(): () => void {
  if (open++ === 0) {
    // A live region must be there before its text is.
    callout = Object.assign(document.createElement("div"), { role: "status" });
    document.body.append(callout);
  }
  const shown = callout!;
  const timer = setTimeout(() => {
    shown.className = look;
    shown.textContent = text;
  }, patienceMs);
  return () => {
    clearTimeout(timer);
    if (--open === 0) shown.remove();
  };
}

const unableMs = 15_000;

/** Says for a while what to do in a browser that can't do the work. */
export function showUnable(): void {
  const shown = Object.assign(document.createElement("div"), { role: "status", className: look });
  document.body.append(shown);
  // A live region must be there before its text is.
  setTimeout(() => (shown.textContent = unableText));
  setTimeout(() => shown.remove(), unableMs);
}
