/**
 * What in a piece of HTML could run, load or cover something that our own pages and mails never have. Runs in a browser,
 * whose parser is the one that counts; reading the text runs nothing of it.
 *
 * @param headScript the one inline script that a page may have
 * @returns one line a fault; none when the text is harmless
 */
export function markupFaults({ html, headScript }: { html: string; headScript: string }): string[] {
  const faults: string[] = [];
  const forbidden =
    "iframe,object,embed,base,frame,frameset,portal,applet,marquee,math,foreignObject,animate,set,animateTransform," +
    "animateMotion,discard,noembed,noframes,xmp,plaintext,listing,keygen,svg script,svg style,svg a,meta[http-equiv=refresh]";
  const addressed = new Set([
    "href",
    "src",
    "action",
    "formaction",
    "xlink:href",
    "data",
    "background",
    "ping",
    "poster",
  ]);
  const program = /^(?:javascript|vbscript|livescript|data|blob|feed|jar|view-source):/;

  const look = (root: Document | DocumentFragment) => {
    for (const bad of root.querySelectorAll(forbidden)) faults.push(`element ${bad.outerHTML.slice(0, 120)}`);
    for (const script of root.querySelectorAll("script")) {
      const isData = script.type === "application/json" || script.type === "application/ld+json";
      if (isData) JSON.parse(script.textContent ?? "");
      else if (script.textContent !== headScript || script.attributes.length > 0)
        faults.push(`script ${script.outerHTML.slice(0, 120)}`);
    }
    for (const element of root.querySelectorAll("*")) {
      if (element instanceof HTMLTemplateElement) look(element.content);
      for (const { name, value } of element.attributes) {
        // What a browser drops from an address before it reads its scheme.
        // oxlint-disable-next-line no-control-regex
        const address = value.replace(/[\u0000-\u0020]/g, "").toLowerCase();
        const isPicture = element.localName === "img" && address.startsWith("data:image/");
        if (/^on/i.test(name) || name === "srcdoc") faults.push(`attribute ${name}=${value.slice(0, 80)}`);
        if (addressed.has(name) && program.test(address) && !isPicture)
          faults.push(`address ${name}=${value.slice(0, 80)}`);
        if (name === "style" && /expression|javascript|behavior|-moz-binding|url\(/i.test(value))
          faults.push(`style ${value.slice(0, 80)}`);
      }
    }
  };
  try {
    look(new DOMParser().parseFromString(html, "text/html"));
  } catch (error) {
    faults.push(`unreadable data: ${String(error)}`);
  }
  return faults;
}
