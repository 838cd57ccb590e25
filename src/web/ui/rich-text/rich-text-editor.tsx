import { EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect, useRef } from "react";
import type { useFieldProps } from "../field.tsx";
import "../rich-text.css";
import type { RichTextProps } from "./rich-text.tsx";
import { RichTextToolbar } from "./rich-text-toolbar.tsx";

const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    underline: false,
    link: { openOnClick: false, autolink: true, protocols: ["mailto", "tel"], defaultProtocol: "https" },
  }),
];

const emptyHtml = "<p></p>";

/** The editor behind RichText: a toolbar and the text as the page will show it. */
export function RichTextEditor({
  label,
  value,
  onChange,
  field,
}: RichTextProps & { field: ReturnType<typeof useFieldProps> }) {
  const own = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        class: "rich-text min-h-56 px-3.5 py-3 outline-none",
        ...(field.id ? { id: field.id } : {}),
        ...(field["aria-describedby"] ? { "aria-describedby": field["aria-describedby"] } : {}),
      },
    },
    onUpdate({ editor: now }) {
      const html = now.getHTML();
      own.current = html === emptyHtml ? "" : html;
      onChange(own.current);
    },
  });

  // A value from outside (undo, another user's save) replaces the text. Text typed here is already in the editor.
  useEffect(() => {
    if (value === own.current || editor.isDestroyed) return;
    own.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className="rounded-sm border border-edge bg-raised transition-colors focus-within:border-ink hover:border-ink">
      <RichTextToolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </div>
  );
}
