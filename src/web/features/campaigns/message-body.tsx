import { useState } from "react";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { htmlOf, markdownOf } from "./markdown-text.ts";

type MessageBodyProps = {
  /** Markdown. */
  value: string;
  onChange: (markdown: string) => void;
};

/** The text of a message, in the editor of events and policies. It is stored as Markdown. */
export function MessageBody({ value, onChange }: MessageBodyProps) {
  // What was typed here is already in the editor: another form of the same text would move the cursor.
  const [typed, setTyped] = useState({ markdown: value, html: htmlOf(value) });
  return (
    <RichText
      label="Text"
      value={typed.markdown === value ? typed.html : htmlOf(value)}
      onChange={(html) => {
        const markdown = markdownOf(html);
        setTyped({ markdown, html });
        onChange(markdown);
      }}
    />
  );
}
