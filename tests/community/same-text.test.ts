import { type Element, type Node, Window } from "happy-dom";
import { afterAll, expect, test } from "vitest";
import { renderText } from "#server/modules/community/text/render.ts";
import { campaignMail } from "#server/modules/campaigns/campaign-mail.ts";
import { plainTextOf } from "#server/platform/rich-text.ts";

// What someone typed reads the same in a post, in a campaign's email (which is also its preview and its web version), in
// that email's text part, and in excerpts.

const page = new Window();
afterAll(() => page.happyDOM.close());

const blocks = new Set(["P", "H3", "H4", "UL", "OL", "LI", "BLOCKQUOTE", "PRE", "HR"]);

/** What a person reads of HTML: its lines, with the numbers that a browser gives to the items of lists. */
function readingOf(html: string): string[] {
  const lines = [""];
  let isAtMark = false;
  const add = (text: string) => (lines[lines.length - 1] += text);
  const walk = (node: Node, isPre: boolean) => {
    if (node.nodeType === 3) {
      const text = node.textContent ?? "";
      if (text.trim() !== "") isAtMark = false;
      if (isPre) text.split("\n").forEach((line, index) => (index === 0 ? add(line) : lines.push(line)));
      else add(text.replace(/\s+/g, " "));
      return;
    }
    const element = node as Element;
    const isBlock = blocks.has(element.tagName) || element.tagName === "BR";
    if (isBlock && !isAtMark) lines.push("");
    isAtMark = element.tagName === "LI";
    if (isAtMark) add(markOf(element));
    for (const child of element.childNodes) walk(child, isPre || element.tagName === "PRE");
    if (isBlock && element.tagName !== "BR") lines.push("");
  };
  const root = page.document.createElement("div");
  root.innerHTML = html;
  walk(root, false);
  return lines.map(folded).filter(Boolean);
}

function markOf(item: Element): string {
  const list = item.parentElement!;
  if (list.tagName === "UL") return "- ";
  let number = Number(list.getAttribute("start") ?? 1) - 1;
  for (const each of list.children) {
    number = Number(each.getAttribute("value") ?? number + 1);
    if (each === item) break;
  }
  return `${number}. `;
}

/** Spaces don't count: emails need no-break spaces where pages don't. */
const folded = (line: string) => line.replace(/[\s\u00a0]+/g, " ").trim();

const reader = {
  name: "Marva Pierre",
  baseUrl: "https://fete.example",
  contactEmail: null,
  reason: "The end.",
  unsubscribeUrl: "https://fete.example/u",
  preferencesUrl: "https://fete.example/p",
  postalAddress: null,
  linkOf: (url: string) => url,
};

function readings(typed: string) {
  const text = `The beginning.\n\n${typed}\n\nThe end.`;
  const content = { subject: "Hi", preheader: "", body: text, heroKey: null, button: null, event: null };
  const mail = campaignMail(content, reader);
  const post = renderText(text, new Map([["_boss_", 7]]));
  const between = (lines: string[]) => lines.slice(lines.indexOf("The beginning.") + 1, lines.indexOf("The end."));
  const linesOf = (plain: string) => plain.split("\n").map(folded).filter(Boolean);
  return {
    post: between(readingOf(post)),
    excerpt: between(linesOf(plainTextOf(post))),
    mail: between(readingOf(mail.html)),
    text: between(linesOf(mail.text.replaceAll(/ \(https?:[^)]*\)/g, ""))),
  };
}

// What is typed, and what is read of it; the same if nothing is given.
const corpus: [typed: string, read?: string][] = [
  ["2026. What a year!"],
  ["14. Bands on the road\n15. Trucks"],
  ["3. Kes\n2. Machel\n1. Destra"],
  ["2024. Rain\n2026. Sun"],
  ["1. One\n1. Two\n1. Three", "1. One\n2. Two\n3. Three"],
  ["1) One\n2) Two", "1. One\n2. Two"],
  ["0. Gates\n1. Opening act"],
  ["1. Friday\n   - Doors\n   - Fete\n2. Saturday", "1. Friday\n- Doors\n- Fete\n2. Saturday"],
  ["1. Friday\n\n   Doors at 9\n\n2. Saturday", "1. Friday\nDoors at 9\n2. Saturday"],
  ["Lineup:\n14. Bands\n15. Trucks"],
  ["14."],
  ["100. Fans\n101. Flags"],
  ["* One\n* Two", "- One\n- Two"],
  ["# 1 DJ in Brooklyn"],
  ["#1 DJ in Brooklyn"],
  ["#soca all night"],
  ["# Doors\nat nine", "Doors\nat nine"],
  ["## 3 reasons to come", "3 reasons to come"],
  ["5*3*2 bottles"],
  ["2 * 3 * 4 = 24"],
  ["what the f*ck and sh*t"],
  ["5* hotel, 4* food"],
  ["**Doors:** *nine*", "Doors: nine"],
  ["dj_fyah_nyc and instagram.com/_boss_ now"],
  ["Write to _boss_@example.com"],
  ["@_boss_ come to the lime"],
  ["@_nobody_ come to the lime"],
  ["> 21 only"],
  [">:( no rain please"],
  ["> Best fete ever\n> said Marva", "Best fete ever\nsaid Marva"],
  ["+ 1 guest each"],
  ["See you\n-\nMarva"],
  ["Doors at nine\n====="],
  ["    four spaces\n    in front", "four spaces\nin front"],
  ["~~~ good vibes ~~~\nDoors at nine"],
  ["~5 minutes from the train~"],
  ["``` Doors at nine\nand more"],
  ["```\nRow  A\n  Row B\n```", "Row  A\n  Row B"],
  ["```Menu\nDoubles\n```", "Menu\nDoubles"],
  ["rock `n roll in the `90s and `00s"],
  ["Use `SOCA10` now", "Use SOCA10 now"],
  ["I <3 soca & R&B <b>loud</b>"],
  ["| a | b |\n|---|---|\n| 1 | 2 |"],
  ["[1]: first"],
  ["Best fete ever.me and my crew outside"],
  ["We outside.live from Brooklyn, so nice.co-sign"],
  ["Tickets at evil.com and https://fete.example/x_y_z"],
];

test.each(corpus)("%j reads the same in post, excerpt, email and text part", (typed, read = typed) => {
  const lines = read.split("\n").map(folded);
  expect(readings(typed)).toEqual({ post: lines, excerpt: lines, mail: lines, text: lines });
});

test("code keeps its spaces and lines in the email too", () => {
  const body = "```\nRow  A\n  Row B\n```";
  const content = { subject: "Hi", preheader: "", body, heroKey: null, button: null, event: null };
  expect(renderText(body)).toBe("<pre><code>Row  A\n  Row B\n</code></pre>");
  expect(campaignMail(content, reader).html).toMatch(/<pre[^>]*><code[^>]*>Row &nbsp;A<br \/> &nbsp;Row B<\/code>/);
});

test.each([
  ["@_boss_ come", '<a href="/community?person=7">@_boss_</a> come'],
  ["**@boss**", '<strong><a href="/community?person=8">@boss</a></strong>'],
  ["(@_boss_), @boss.", '(<a href="/community?person=7">@_boss_</a>), <a href="/community?person=8">@boss</a>.'],
  ["`@boss`", "<code>@boss</code>"],
  ["marva@boss.example", "marva@boss.example"],
])("%j links to the members whom it mentions", (typed, html) => {
  const people = new Map([
    ["_boss_", 7],
    ["boss", 8],
  ]);
  expect(renderText(typed, people)).toBe(`<p>${html}</p>`);
});

test.each([
  ["Best fete ever.me and my crew outside", false],
  ["see evil.com", false],
  ["see https://evil.com", true],
])("%j has a link: %s", (typed, has) => expect(renderText(typed).includes("<a ")).toBe(has));
