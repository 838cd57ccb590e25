import { EditorContent, useEditor, type Editor, useEditorState } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useEffect, useRef, type KeyboardEvent, useState } from "react";
import type { useFieldProps } from "../field.tsx";
import "../rich-text.css";
import type { RichTextProps } from "./rich-text.tsx";
import { clsx } from "clsx";
import { Bold, Heading3, Italic, Link2, List, ListOrdered, Quote, Redo2, Undo2, type LucideIcon } from "lucide-react";
import { Button } from "../button.tsx";
import { Input } from "../input.tsx";

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

type Tool = { name: string; Icon: LucideIcon; isOn?: boolean; isOff?: boolean; run: () => void };

/** Formatting buttons. One Tab stop; the arrow keys move between buttons. */
function RichTextToolbar({ editor, label }: { editor: Editor; label: string }) {
  const [isLinking, setLinking] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive("bold"),
      italic: now.isActive("italic"),
      heading: now.isActive("heading", { level: 3 }),
      bullets: now.isActive("bulletList"),
      numbers: now.isActive("orderedList"),
      quote: now.isActive("blockquote"),
      link: now.isActive("link"),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const chain = () => editor.chain().focus();
  const tools: Tool[] = [
    { name: "Bold", Icon: Bold, isOn: state.bold, run: () => chain().toggleBold().run() },
    { name: "Italic", Icon: Italic, isOn: state.italic, run: () => chain().toggleItalic().run() },
    { name: "Heading", Icon: Heading3, isOn: state.heading, run: () => chain().toggleHeading({ level: 3 }).run() },
    { name: "List", Icon: List, isOn: state.bullets, run: () => chain().toggleBulletList().run() },
    { name: "Numbered list", Icon: ListOrdered, isOn: state.numbers, run: () => chain().toggleOrderedList().run() },
    { name: "Quote", Icon: Quote, isOn: state.quote, run: () => chain().toggleBlockquote().run() },
    { name: "Link", Icon: Link2, isOn: state.link, run: () => setLinking(true) },
    { name: "Undo typing", Icon: Undo2, isOff: !state.canUndo, run: () => chain().undo().run() },
    { name: "Redo typing", Icon: Redo2, isOff: !state.canRedo, run: () => chain().redo().run() },
  ];

  function move(e: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (step === undefined) return;
    const buttons = [...row.current!.querySelectorAll<HTMLElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
    e.preventDefault();
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take focus */}
      <div
        ref={row}
        role="toolbar"
        aria-label={`${label}: formatting`}
        onKeyDown={move}
        className="flex flex-wrap gap-0.5 border-b border-line p-1"
      >
        {tools.map(({ name, Icon, isOn, isOff, run }, index) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={isOn}
            aria-disabled={isOff || undefined}
            tabIndex={index === 0 ? 0 : -1}
            onClick={() => !isOff && run()}
            className={clsx(
              "grid size-9 place-items-center rounded-sm transition-colors hover:bg-ink/8 aria-disabled:opacity-40",
              isOn ? "bg-gold/20 text-gilt" : "text-muted hover:text-ink",
            )}
          >
            <Icon className="size-4.5" />
          </button>
        ))}
      </div>
      {isLinking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}

/** Sets the link of the selected text. Enter applies it, Escape cancels. */
function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState(String(editor.getAttributes("link").href ?? ""));

  function set() {
    const href = address.trim();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === "") chain.unsetLink().run();
    else chain.setLink({ href: /^(https?:|mailto:|tel:)/i.test(href) ? href : `https://${href}` }).run();
    onClose();
  }
  function press(e: KeyboardEvent) {
    if (e.key === "Enter") {
      e.preventDefault();
      set();
    }
    if (e.key === "Escape") {
      e.preventDefault();
      e.stopPropagation();
      editor.commands.focus();
      onClose();
    }
  }

  return (
    <div className="flex items-center gap-2 border-b border-line p-2">
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens on a press and is the next step
        autoFocus
        aria-label="Link URL"
        placeholder="https://"
        value={address}
        maxLength={500}
        inputMode="url"
        onChange={(e) => setAddress(e.target.value)}
        onKeyDown={press}
        className="min-h-10! py-1.5!"
      />
      <Button size="sm" variant="outline" onClick={set}>
        {address.trim() === "" ? "Remove" : "Apply"}
      </Button>
    </div>
  );
}
