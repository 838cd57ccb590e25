import { answersMark } from "./answers-mark.ts";

/**
 * Runs in the head. The page can be read without scripts, so on a slow line the poster comes first: the scripts named by
 * `<meta name="scripts">`, the entry at their head, are asked for after the first frame and the poster above the fold, at
 * the latest after a second. A button pressed before they run is remembered for `replayEarlyPress`. A tab in the
 * background paints no frame and starts at once.
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
const press=e=>{window.earlyPress=e.target.closest("button")};
d.addEventListener("click",press,true);
window.endEarlyPress=()=>d.removeEventListener("click",press,true);
if(d.hidden)return whenParsed(begin);
setTimeout(begin,1e3);
const soon=()=>requestAnimationFrame(()=>setTimeout(begin));
requestAnimationFrame(()=>{
const poster=d.querySelector("img[fetchpriority=high]");
if(poster&&!poster.complete)poster.onload=poster.onerror=soon;
else soon()
})
})(document)`;

declare global {
  interface Window {
    earlyPress?: HTMLButtonElement | null;
    endEarlyPress?: () => void;
  }
}

/** Presses the button that a visitor pressed before the page could answer. Once; called when the page answers. */
export function replayEarlyPress(): void {
  performance.mark(answersMark);
  const button = window.earlyPress;
  window.endEarlyPress?.();
  delete window.endEarlyPress;
  delete window.earlyPress;
  if (button?.isConnected && button.type !== "submit") button.click();
}
