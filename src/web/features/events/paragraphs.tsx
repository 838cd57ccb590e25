import { clsx } from "clsx";

export type ParagraphsProps = {
  text: string;
  /** The same text with formatting, sanitized by the server: a few elements, no attribute that could do anything. */
  html?: string | null;
  /** Larger type, for the first text to read. */
  lead?: boolean;
};

const marks =
  "[&_a]:font-semibold [&_a]:text-gilt [&_a]:underline [&_a]:underline-offset-4 [&_h2]:display [&_h2]:text-display-sm [&_h3]:display [&_h3]:text-xl [&_li]:ml-5 [&_ol]:list-decimal [&_ul]:list-disc [&_blockquote]:border-l-4 [&_blockquote]:border-gold [&_blockquote]:pl-5";

/** Text written by staff: paragraphs separated by blank lines, or with the editor's formatting. */
export function Paragraphs({ text, html, lead = false }: ParagraphsProps) {
  const style = clsx("grid max-w-[62ch] gap-4", lead ? "text-xl leading-relaxed" : "text-lg");
  if (html) return <div className={clsx(style, marks)} dangerouslySetInnerHTML={{ __html: html }} />;
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={clsx(style, "whitespace-pre-line")}>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
