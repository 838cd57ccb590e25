/**
 * Runs in the head. The page can be read without scripts, so on a slow line the poster comes first: the scripts named by
 * `<meta name="scripts">`, the entry at their head, are asked for after the first frame and the poster above the fold, at
 * the latest after a second. A tab in the background paints no frame and starts at once.
 *
 * A button pressed before its part of the page answers is remembered for `hearPresses`: a press that React can hand on
 * reaches the button, one that it cannot is held up at the root. So is what was written into a field that React does not
 * know yet (`__reactProps` marks those it knows): React takes such a field as it finds it and tells nobody.
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
button?.addEventListener("click",()=>{if(window.hearsPresses)window.earlyPress=null},{once:true})
},true);
const early=window.earlyFields=new Map;
d.addEventListener("input",e=>{
const field=e.target,value=/^(checkbox|radio)$/.test(field.type)?field.checked:field.value;
if(value!=null)early.set(field,value);
if(Object.keys(field).some(key=>key.startsWith("__reactProps")))field.addEventListener("input",()=>early.delete(field),{once:true})
},true);
if(d.hidden)return whenParsed(begin);
setTimeout(begin,1e3);
const soon=()=>requestAnimationFrame(()=>setTimeout(begin));
requestAnimationFrame(()=>{
const poster=d.querySelector("img[fetchpriority=high]");
if(poster&&!poster.complete)poster.onload=poster.onerror=soon;
else soon()
})
})(document)`;

type EarlyField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    earlyPress?: HTMLButtonElement | null;
    hearsPresses?: boolean;
    earlyFields?: Map<EarlyField, string | boolean>;
  }
}

const pauseMs = 50;
/** How long a press is repeated: a part that is not there by then is said to be missing in its place. */
const patienceMs = 20_000;

/**
 * From here on a press that reaches its button is answered. Called as the frame of the page takes over, before it paints.
 * A press that was held up, as its part of the page is still to come, is repeated until it is answered: once. What was
 * written into a field of such a part is told to it as it takes over.
 */
export function hearPresses(): void {
  if (window.hearsPresses) return;
  window.hearsPresses = true;
  const pressedAt = new WeakMap<Element, number>();
  const repeat = () => {
    const button = window.earlyPress;
    if (!button || button.type === "submit") return;
    if (!pressedAt.has(button)) pressedAt.set(button, performance.now());
    if (performance.now() - pressedAt.get(button)! > patienceMs) window.earlyPress = null;
    else if (button.isConnected) button.click();
  };
  // React may take a part over in the middle of a press: that press is let through to its button first.
  document.addEventListener("click", () => void setTimeout(repeat, pauseMs), true);
  setTimeout(repeat);
  hearFields();
}

function hearFields() {
  let isWaiting = false;
  const tell = () => {
    isWaiting = false;
    const fields = window.earlyFields ?? new Map<EarlyField, string | boolean>();
    for (const [field, value] of fields) {
      if (!field.isConnected) fields.delete(field);
      else if (isKnown(field)) writeAnew(field, value);
    }
    if (fields.size > 0) tellSoon();
  };
  const tellSoon = () => {
    if (!isWaiting) setTimeout(tell, pauseMs);
    isWaiting = true;
  };
  document.addEventListener("input", tellSoon, true);
  tellSoon();
}

const isKnown = (field: EarlyField) => Object.keys(field).some((key) => key.startsWith("__reactProps"));

/** React hears only of a change: first the field goes back to its beginning, as React sees it, then to what was written. */
function writeAnew(field: EarlyField, value: string | boolean) {
  if (typeof value === "boolean") {
    (field as HTMLInputElement).checked = !value;
    field.click();
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
