import { clsx } from "clsx";

export type ParagraphsProps = {
  text: string;
  /** The same text with marks, made safe by the server: few elements, no attribute that could do anything. */
  html?: string | null;
  /** Set larger: the first thing to read. */
  lead?: boolean;
};

const marks =
  "[&_a]:font-semibold [&_a]:text-gilt [&_a]:underline [&_a]:underline-offset-4 [&_h2]:display [&_h2]:text-display-sm [&_h3]:display [&_h3]:text-xl [&_li]:ml-5 [&_ol]:list-decimal [&_ul]:list-disc [&_blockquote]:border-l-4 [&_blockquote]:border-gold [&_blockquote]:pl-5";

/** A text of staff: paragraphs parted by empty lines, or with the marks that its editor offers. */
export function Paragraphs({ text, html, lead = false }: ParagraphsProps) {
  const look = clsx("grid max-w-[62ch] gap-4", lead ? "text-xl leading-relaxed" : "text-lg");
  if (html) return <div className={clsx(look, marks)} dangerouslySetInnerHTML={{ __html: html }} />;
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={clsx(look, "whitespace-pre-line")}>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
