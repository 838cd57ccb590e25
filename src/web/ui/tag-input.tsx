import { clsx } from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useFieldProps, inputStyle } from "./field.tsx";

type TagInputProps = {
  value: string[];
  onChange: (tags: string[]) => void;
  /** Suggested while typing. */
  suggestions?: string[];
  placeholder?: string;
  /** How many there can be. */
  most?: number;
};

const maxTags = 12;

/** A list of tags. Enter or a comma adds one; Backspace in the empty field removes the last one. */
export function TagInput({ value, onChange, suggestions = [], placeholder, most = maxTags }: TagInputProps) {
  const [text, setText] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const listId = useId();
  const field = useFieldProps();
  const isFull = value.length >= most;

  function add(words: string) {
    const fresh = words
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "" && !value.some((tag) => tag.toLowerCase() === word.toLowerCase()));
    if (fresh.length > 0) onChange([...value, ...fresh].slice(0, most));
    setText("");
  }

  function press(e: KeyboardEvent<HTMLInputElement>) {
    if ((e.key === "Enter" || e.key === ",") && text.trim() !== "") {
      e.preventDefault();
      add(text);
    }
    if (e.key === "Backspace" && text === "" && value.length > 0) onChange(value.slice(0, -1));
  }

  return (
    <div className={clsx(inputStyle, "flex flex-wrap items-center gap-1.5 px-2! py-1.5! focus-within:border-ink")}>
      {value.map((tag) => (
        <span key={tag} className="inline-flex items-center rounded-sm border border-edge bg-panel pl-2 text-sm">
          {tag}
          <button
            type="button"
            aria-label={`Remove ${tag}`}
            onClick={() => {
              onChange(value.filter((each) => each !== tag));
              box.current?.focus();
            }}
            className="grid size-8 place-items-center text-muted hover:text-ink"
          >
            <X className="size-4" />
          </button>
        </span>
      ))}
      <input
        ref={box}
        {...field}
        list={listId}
        value={text}
        maxLength={40}
        disabled={isFull}
        placeholder={value.length === 0 ? placeholder : undefined}
        onChange={(e) => (e.target.value.endsWith(",") ? add(e.target.value) : setText(e.target.value))}
        onKeyDown={press}
        onBlur={() => text.trim() !== "" && add(text)}
        className="min-h-8 min-w-24 grow bg-transparent px-1.5 text-ink outline-none placeholder:text-muted"
      />
      <datalist id={listId}>
        {suggestions
          .filter((word) => !value.includes(word))
          .map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
      </datalist>
    </div>
  );
}
