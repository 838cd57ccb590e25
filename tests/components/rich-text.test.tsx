import { Editor } from "@tiptap/react";
import { expect, test } from "vitest";
import { cleanRichText } from "#server/platform/rich-text.ts";
import { richTextExtensions } from "#web/ui/rich-text/rich-text-editor.tsx";

/** What the editor makes of a text that someone types at its end, letter by letter. */
function typed(text: string): string {
  const editor = new Editor({ extensions: richTextExtensions, content: "<p></p>", injectCSS: false });
  try {
    for (const letter of text) {
      const { from } = editor.state.selection;
      const isHandled = editor.view.someProp("handleTextInput", (handle) =>
        handle(editor.view, from, from, letter, () => editor.state.tr.insertText(letter)),
      );
      if (!isHandled) editor.view.dispatch(editor.state.tr.insertText(letter));
    }
    return editor.getHTML();
  } finally {
    editor.destroy();
  }
}

test.each([
  ["Best fete ever.me and my crew", "<p>Best fete ever.me and my crew</p>"],
  ["We outside.live from Brooklyn", "<p>We outside.live from Brooklyn</p>"],
  ["5*3*2 bottles", "<p>5*3*2 bottles</p>"],
  ["# 1 DJ", "<p># 1 DJ</p>"],
  ["2026. What a year", '<ol start="2026"><li><p>What a year</p></li></ol><p></p>'],
  ["14. Bands", '<ol start="14"><li><p>Bands</p></li></ol><p></p>'],
])("%j stays what was typed in the editor, and when it is saved", (text, html) => {
  expect(typed(text)).toBe(html);
  expect(cleanRichText(html)).toBe(html.replace("<p></p>", ""));
});

test.each([
  ["See https://fete.example/lineup now", 'href="https://fete.example/lineup"'],
  ["See www.fete.com now", 'href="https://www.fete.com"'],
  ["Write to marva@fete.com now", 'href="mailto:marva@fete.com"'],
])("the address in %j becomes a link as it is typed", (text, link) => expect(typed(text)).toContain(link));
