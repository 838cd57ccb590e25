import { expect, test } from "vitest";
import { createMarkdown } from "#contract/markdown.ts";
import { htmlOf, markdownOf } from "#web/features/campaigns/markdown-text.ts";

const markdown = createMarkdown();
const rendered = (text: string) => markdown.render(text).replaceAll("\n", "");

test.each([
  ["<p>Come <strong>early</strong> and <em>stay</em>.</p>", "Come **early** and *stay*."],
  ["<h3>The night</h3><p>One<br>two</p>", "### The night\n\nOne\ntwo"],
  ["<ul><li><p>Rum</p></li><li><p>Water</p></li></ul>", "- Rum\n- Water"],
  ['<ol start="4"><li><p>Four</p></li><li><p>Five</p></li></ol>', "4. Four\n5. Five"],
  ["<blockquote><p>Best fete</p></blockquote>", "> Best fete"],
  ['<p><a href="https://sg.example/a">Form</a></p>', "[Form](https://sg.example/a)"],
  ['<p><a href="https://sg.example/?n={{firstName}}">Form</a></p>', "[Form](https://sg.example/?n={{firstName}})"],
  ["<p>Hey {{firstName|my_friend}}</p>", "Hey {{firstName|my_friend}}"],
  ["<p>5*3*2 bottles, f*ck &amp; _boss_</p>", String.raw`5\*3\*2 bottles, f\*ck \& \_boss\_`],
  [
    "<p># 1 DJ</p><p>- no list</p><p>15. Trucks</p>",
    String.raw`\# 1 DJ` + "\n\n" + String.raw`\- no list` + "\n\n" + String.raw`15\. Trucks`,
  ],
  ["<p>Come <strong>early </strong>please</p>", "Come **early** please"],
  ["<p></p>", ""],
])("%s is stored as %j", (html, text) => {
  expect(markdownOf(html)).toBe(text);
});

test.each([
  "<p>Come <strong>early</strong> and <em>stay</em> &amp; &lt;b&gt; dance [x](y) `z`.</p>",
  "<p>One<br>two</p>",
  "<h3>The night</h3>",
  "<ul><li>Rum</li><li>Water</li></ul>",
  "<blockquote><p>Best fete</p><p>ever</p></blockquote>",
  "<p># 1 DJ<br>- no list<br>15. Trucks<br>&gt; 21 only<br>~~struck~~ \\ back</p>",
  '<p><a href="https://sg.example/a_(b)">Form</a></p>',
])("%s reads the same once it is stored", (html) => {
  const read = rendered(markdownOf(html));
  expect(read).toBe(html);
  expect(markdownOf(htmlOf(markdownOf(html)))).toBe(markdownOf(html));
});

test("what was written as Markdown before opens formatted, with its variables", () => {
  expect(htmlOf("# Hi {{firstName|friend}}\n\n**Doors** at [7](https://sg.example/?n={{firstName}})")).toBe(
    '<h3>Hi {{firstName|friend}}</h3><p><strong>Doors</strong> at <a href="https://sg.example/?n={{firstName}}">7</a></p>',
  );
});
