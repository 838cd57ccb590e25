/**
 * Runs in the head. The page is readable without scripts, so on a slow connection the poster loads first. The scripts
 * named in `<meta name="scripts">`, the entry first, are requested when the first frame and the poster above the fold are
 * on the screen, at the latest after a second. A background tab paints no frame, so it starts at once.
 *
 * Lazy pictures below the first screen wait until they are near or the page is printed: browsers request them from more than
 * a screen away, but not those that aren't displayed. Their frames keep the place. From the first scroll on, 600 px are near.
 *
 * If a button is pressed before its part of the page is hydrated, the press is stored for `replayPresses`. React delivers
 * a press to the button if it can; otherwise the press stops at the root. A form without an address never sends itself, which
 * would load the page again and lose what was typed: the press that sends it is repeated like any other. Input in a field that React doesn't know yet
 * is stored too (`__reactProps` marks known fields), because React adopts such a field's value without an event.
 */
export const lateStartScript = `(d=>{
const whenParsed=f=>d.readyState=="loading"?d.addEventListener("DOMContentLoaded",f):f();
const add=(tag,parts)=>d.head.append(Object.assign(d.createElement(tag),parts));
let begun;
const begin=()=>{
if(begun)return;
begun=1;
const [entry,...rest]=d.querySelector("meta[name=scripts]").content.split(" ");
rest.forEach(href=>add("link",{rel:"modulepreload",href}));
whenParsed(()=>add("script",{type:"module",src:entry}))
};
d.addEventListener("click",e=>{
const button=window.earlyPress=e.target.closest("button");
button?.addEventListener("click",()=>{if(window.replaysPresses)window.earlyPress=null},{once:true})
},true);
d.addEventListener("submit",e=>{e.target.hasAttribute("action")||e.preventDefault()},true);
const early=window.earlyFields=new Map;
d.addEventListener("input",e=>{
const field=e.target,value=/^(checkbox|radio)$/.test(field.type)?field.checked:field.value;
if(value!=null)early.set(field,value);
if(Object.keys(field).some(key=>key.startsWith("__reactProps")))field.addEventListener("input",()=>early.delete(field),{once:true})
},true);
whenParsed(()=>{
const late=new Set,watch=margin=>{
const near=new IntersectionObserver(found=>found.forEach(({target,isIntersecting})=>{
if(!isIntersecting)return;
near.unobserve(target);
late.forEach(part=>{if(part.parentElement==target){part.hidden=false;late.delete(part)}})
}),{rootMargin:margin,scrollMargin:margin});
late.forEach(part=>near.observe(part.parentElement))
};
d.querySelectorAll("picture>img[loading=lazy],img.size-full[loading=lazy],.wordmark").forEach(image=>{
const part=image.closest("picture")||image;
part.hidden=true;
late.add(part)
});
watch("0px");
addEventListener("scroll",()=>watch("600px"),{once:true,capture:true});
addEventListener("beforeprint",()=>late.forEach(part=>part.hidden=false))
});
if(d.hidden)return whenParsed(begin);
setTimeout(begin,1e3);
const soon=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin)));
new PerformanceObserver((_,paints)=>{
paints.disconnect();
const poster=d.querySelector("img[fetchpriority=high]");
if(poster&&!poster.complete)poster.onload=poster.onerror=soon;
else soon()
}).observe({type:"paint",buffered:true})
})(document)`;

type EarlyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    earlyPress?: HTMLButtonElement | null;
    replaysPresses?: boolean;
    earlyFields?: Map<EarlyField, string | boolean>;
  }
}

const pauseMs = 50;
/** How often a press waits for what was chosen before it: a size, then the button that adds it to the cart. */
const maxWaits = 10;
/** How long a press is repeated. A part that isn't loaded by then shows a notice in its place. */
const patienceMs = 20_000;

/**
 * From now on, buttons respond to presses. Called when the shell hydrates, before it paints. A press on a part that is
 * not hydrated yet is repeated until the button handles it once. Input in a field of such a part is replayed when the
 * part hydrates, at the latest before the next press: what was chosen first counts first.
 */
export function replayPresses(): void {
  if (window.replaysPresses) return;
  window.replaysPresses = true;
  const pressedAt = new WeakMap<Element, number>();
  let waits = 0;
  const mustWait = (button: HTMLButtonElement) =>
    early().size > 0 && (!isKnown(button) || waits < maxWaits) && button.isConnected;
  const repeat = () => {
    const button = window.earlyPress;
    if (!button || isNative(button)) return;
    if (!pressedAt.has(button)) pressedAt.set(button, performance.now());
    if (performance.now() - pressedAt.get(button)! > patienceMs) window.earlyPress = null;
    else if (mustWait(button)) {
      if (isKnown(button)) waits++;
      setTimeout(repeat, pauseMs);
    } else if (button.isConnected) button.click();
  };
  document.addEventListener(
    "click",
    (e) => {
      const button = window.earlyPress;
      if (e.isTrusted && button) {
        // What that changes is rendered before the press reaches its button: React renders between two listeners.
        replayKnown();
        if (!isNative(button) && mustWait(button)) {
          e.stopPropagation();
          // Its form would be sent as it was before.
          e.preventDefault();
        }
      }
      // React may hydrate a part in the middle of a press, so let that press reach its button first.
      setTimeout(repeat, pauseMs);
    },
    true,
  );
  setTimeout(repeat);
  replayFields();
}

/** True if the press does what it is for without scripts: it sends a form to an address. */
const isNative = ({ type, form }: HTMLButtonElement) => type === "submit" && form?.hasAttribute("action") === true;

const noFields = new Map<EarlyField, string | boolean>();
/** Input that React doesn't know of yet. */
const early = () => window.earlyFields ?? noFields;

/** Replays the input of fields that React handles by now. Events of a replay store input again, so it goes through a copy. */
function replayKnown() {
  for (const [field, value] of Array.from(early())) {
    if (field.isConnected && !(isKnown(field) && isHeard(field))) early().set(field, value);
    else {
      early().delete(field);
      if (field.isConnected) rewriteField(field, value);
    }
  }
}

/**
 * True if an event reaches a field. React marks the fields of a part while it prepares it, and until that part is
 * hydrated it stops their events: a change that is replayed then would be undone.
 */
function isHeard(field: EarlyField): boolean {
  let isReached = false;
  const markReached = () => (isReached = true);
  field.addEventListener("input", markReached);
  // React compares values, so an event without a change means nothing to it.
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.removeEventListener("input", markReached);
  return isReached;
}

function replayFields() {
  let isWaiting = false;
  const replay = () => {
    isWaiting = false;
    replayKnown();
    if (early().size > 0) replaySoon();
  };
  const replaySoon = () => {
    if (!isWaiting) setTimeout(replay, pauseMs);
    isWaiting = true;
  };
  document.addEventListener("input", replaySoon, true);
  replaySoon();
}

const isKnown = (field: EarlyField | HTMLButtonElement) =>
  Object.keys(field).some((key) => key.startsWith("__reactProps"));

/** React notices only changes, so this first resets the field to its initial value, then writes the user's input. */
function rewriteField(field: EarlyField, value: string | boolean) {
  if (typeof value === "boolean") {
    (field as HTMLInputElement).checked = !value;
    // This click isn't the visitor's next press.
    const press = window.earlyPress ?? null;
    field.click();
    window.earlyPress = press;
    return;
  }
  const text = field === document.activeElement && !(field instanceof HTMLSelectElement) ? field : undefined;
  const caret = [text?.selectionStart ?? null, text?.selectionEnd ?? null] as const;
  // A chosen file stays as it is: a script can only take it away.
  if (field.type !== "file") {
    if ("defaultValue" in field) field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    if (caret[0] !== null) text?.setSelectionRange(...caret);
  }
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
