/** Why work is asked for, by its purpose: passwords are guessed from anywhere, all else is about the network. */
const reasonFor = (purpose: string): string =>
  purpose === "sign-in"
    ? "Too many wrong passwords or codes were tried for this account"
    : "A lot of people are on your network right now";

/** What is said while the browser works; a screen reader says it too. */
const workingText = (purpose: string): string =>
  `${reasonFor(purpose)}, so your browser is running a quick check. This takes a few seconds.`;

/** The message of a call whose check didn't finish. */
export const unfinishedText = (purpose: string): string =>
  `${reasonFor(purpose)}, and the quick check in your browser didn't finish. Try again.`;

/** The message of a call in a browser that can't do the work. */
export const unableText = (purpose: string): string =>
  `${reasonFor(purpose)}, and your browser can't run the quick check that this takes. ` +
  (purpose === "sign-in" ? "Sign in with a link or a passkey." : "Update it, or try another browser or network.");

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
 * @param purpose of the challenge: it decides what is said
 * @param onSkip called if the person would rather confirm their email than wait on a slow phone
 * @returns what ends it
 */
export function showWorking(purpose: string, onSkip?: () => void): () => void {
  if (open++ === 0) {
    // A live region must be there before its text is.
    callout = Object.assign(document.createElement("div"), { role: "status" });
    callout.append(document.createElement("p"));
    document.body.append(callout);
  }
  const shown = callout!;
  const timer = setTimeout(() => {
    shown.className = look;
    shown.firstElementChild!.textContent = workingText(purpose);
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
export function showUnable(purpose: string): void {
  const shown = Object.assign(document.createElement("div"), { role: "status", className: look });
  document.body.append(shown);
  // A live region must be there before its text is.
  setTimeout(() => (shown.textContent = unableText(purpose)));
  setTimeout(() => shown.remove(), unableMs);
}
