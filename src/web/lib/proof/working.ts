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

/** After this the work is slow, and there may be another way. */
const slowMs = 4000;

let open = 0;
let callout: HTMLElement | undefined;

/**
 * Shows that the browser is working, unless that ends soon. Several calls at once share one callout. It isn't React's,
 * because calls are made from everywhere and this is needed by few.
 *
 * @param onSkip called if the person would rather confirm their email than wait on a slow phone
 * @returns what ends it
 */
export function showWorking(onSkip?: () => void): () => void {
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
  const skipTimer = onSkip && setTimeout(() => shown.append(skipButton(onSkip)), slowMs);
  return () => {
    clearTimeout(timer);
    clearTimeout(skipTimer);
    if (--open === 0) shown.remove();
  };
}

const skipLook = "mt-2 block font-semibold text-gilt underline underline-offset-4";

const skipButton = (onSkip: () => void): HTMLElement => {
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: "Confirm my email instead",
    className: skipLook,
  });
  button.addEventListener("click", onSkip);
  return button;
};

const unableMs = 15_000;

/** Says for a while what to do in a browser that can't do the work. */
export function showUnable(): void {
  const shown = Object.assign(document.createElement("div"), { role: "status", className: look });
  document.body.append(shown);
  // A live region must be there before its text is.
  setTimeout(() => (shown.textContent = unableText));
  setTimeout(() => shown.remove(), unableMs);
}
