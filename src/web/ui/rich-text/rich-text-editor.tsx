import { EditorContent, useEditor, type ChainedCommands, type Editor, useEditorState } from "@tiptap/react";
import { useEffect, useRef, type KeyboardEvent, useState } from "react";
import { type useFieldProps, Input } from "../field.tsx";
import { clsx } from "clsx";
import { Bold, Heading3, Italic, Link2, List, ListOrdered, Quote, Redo2, Undo2, type LucideIcon } from "lucide-react";
import { Button } from "../button.tsx";
import { StarterKit } from "@tiptap/starter-kit";

/** What texts of staff can have, and what the editor makes of typed signs. */
export const richTextExtensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    underline: false,
    link: {
      openOnClick: false,
      autolink: true,
      protocols: ["mailto", "tel"],
      defaultProtocol: "https",
      // A bare host may be two sentences: "Best fete ever.me and". The toolbar's button links anything.
      shouldAutoLink: (address) => /^(?:https?:\/\/|www\.)|@/i.test(address),
    },
  }),
];

const emptyHtml = "<p></p>";

export type RichTextProps = {
  /** Its name for screen readers. */
  label: string;
  /** HTML. Output uses only the few elements that the editor supports. */
  value: string;
  onChange: (html: string) => void;
};

/** The editor behind RichText: a toolbar and the text as the page will show it. */
export function RichTextEditor({
  label,
  value,
  onChange,
  field,
}: RichTextProps & { field: ReturnType<typeof useFieldProps> }) {
  const editorHtml = useRef(value);
  const editor = useEditor({
    extensions: richTextExtensions,
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
      editorHtml.current = html === emptyHtml ? "" : html;
      onChange(editorHtml.current);
    },
  });

  // A value from outside (undo, another user's save) replaces the text. Text typed here is already in the editor.
  useEffect(() => {
    if (value === editorHtml.current || editor.isDestroyed) return;
    editorHtml.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  return (
    <div className="rounded-sm border border-edge bg-raised transition-colors focus-within:border-ink hover:border-ink">
      <RichTextToolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </div>
  );
}

type Tool = {
  name: string;
  Icon: LucideIcon;
  /** The format that it switches. */
  mark?: [name: string, attributes?: object];
  /** Whether it can be pressed; always by default. */
  can?: (editor: Editor) => boolean;
  /** What a press does; without it, the link's form opens. */
  run?: (chain: ChainedCommands) => ChainedCommands;
};

const tools: Tool[] = [
  { name: "Bold", Icon: Bold, mark: ["bold"], run: (chain) => chain.toggleBold() },
  { name: "Italic", Icon: Italic, mark: ["italic"], run: (chain) => chain.toggleItalic() },
  {
    name: "Heading",
    Icon: Heading3,
    mark: ["heading", { level: 3 }],
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
  { name: "List", Icon: List, mark: ["bulletList"], run: (chain) => chain.toggleBulletList() },
  { name: "Numbered list", Icon: ListOrdered, mark: ["orderedList"], run: (chain) => chain.toggleOrderedList() },
  { name: "Quote", Icon: Quote, mark: ["blockquote"], run: (chain) => chain.toggleBlockquote() },
  { name: "Link", Icon: Link2, mark: ["link"] },
  { name: "Undo typing", Icon: Undo2, can: (editor) => editor.can().undo(), run: (chain) => chain.undo() },
  { name: "Redo typing", Icon: Redo2, can: (editor) => editor.can().redo(), run: (chain) => chain.redo() },
];

/** Formatting buttons. One Tab stop; the arrow keys move between buttons. */
function RichTextToolbar({ editor, label }: { editor: Editor; label: string }) {
  const [isLinking, setLinking] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      tools.map(({ mark, can }) => ({ isOn: mark && now.isActive(...mark), isOff: can && !can(now) })),
  });

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
        {tools.map(({ name, Icon, run }, index) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={states[index]!.isOn}
            aria-disabled={states[index]!.isOff || undefined}
            tabIndex={index === 0 ? 0 : -1}
            onClick={() => {
              if (!run) setLinking(true);
              else if (!states[index]!.isOff) run(editor.chain().focus()).run();
            }}
            className={clsx(
              "grid size-9 place-items-center rounded-sm transition-colors hover:bg-ink/8 aria-disabled:opacity-40",
              states[index]!.isOn ? "bg-gold/20 text-gilt" : "text-muted hover:text-ink",
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

/** The address that someone means: a page of this site, an email address, a phone number, or a page of the web. */
export function hrefOf(typed: string): string {
  if (/^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(typed)) return typed;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`;
  const digits = typed.replaceAll(/[\s().-]/g, "");
  return /^\+?\d{7,15}$/.test(digits) ? `tel:${digits}` : `https://${typed}`;
}

/** Sets the link of the selected text. Enter applies it, Escape cancels. */
function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState(String(editor.getAttributes("link").href ?? ""));

  function set() {
    const href = address.trim();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === "") chain.unsetLink().run();
    else chain.setLink({ href: hrefOf(href) }).run();
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
