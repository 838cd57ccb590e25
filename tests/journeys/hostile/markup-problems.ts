/**
 * Finds what could run, load or cover something in pieces of HTML, and never occurs in our own pages and emails. Runs
 * in a browser, because its parser is the one that matters; parsing the text runs nothing.
 *
 * @param headScript the only inline script that a page may have
 * @returns of each piece one line per problem; none when the text is harmless
 */
export function markupProblems({ pieces, headScript }: { pieces: string[]; headScript: string }): string[][] {
  let problems: string[] = [];
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

  const inspect = (root: Document | DocumentFragment) => {
    for (const bad of root.querySelectorAll(forbidden)) problems.push(`element ${bad.outerHTML.slice(0, 120)}`);
    for (const script of root.querySelectorAll("script")) {
      const isData = script.type === "application/json" || script.type === "application/ld+json";
      if (isData) JSON.parse(script.textContent ?? "");
      else if (script.textContent !== headScript || script.attributes.length > 0)
        problems.push(`script ${script.outerHTML.slice(0, 120)}`);
    }
    for (const element of root.querySelectorAll("*")) {
      if (element instanceof HTMLTemplateElement) inspect(element.content);
      for (const { name, value } of element.attributes) {
        // Characters that a browser removes from an address before it reads the scheme.
        // oxlint-disable-next-line no-control-regex
        const address = value.replace(/[\u0000-\u0020]/g, "").toLowerCase();
        const isPicture = element.localName === "img" && address.startsWith("data:image/");
        if (/^on/i.test(name) || name === "srcdoc") problems.push(`attribute ${name}=${value.slice(0, 80)}`);
        if (addressed.has(name) && program.test(address) && !isPicture)
          problems.push(`address ${name}=${value.slice(0, 80)}`);
        if (name === "style" && /expression|javascript|behavior|-moz-binding|url\(/i.test(value))
          problems.push(`style ${value.slice(0, 80)}`);
      }
    }
  };
  return pieces.map((html) => {
    problems = [];
    try {
      inspect(new DOMParser().parseFromString(html, "text/html"));
    } catch (error) {
      problems.push(`unreadable data: ${String(error)}`);
    }
    return problems;
  });
}
