import type { Editor } from "@tiptap/react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "../button.tsx";
import { Input } from "../input.tsx";

/** Sets the link of the selected text. Enter applies it, Escape cancels. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
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
