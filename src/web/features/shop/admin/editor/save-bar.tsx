import { Check } from "lucide-react";
import { counted } from "#web/admin-kit/figures.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { useProductEditor } from "./editor-context.ts";
import { variantLabel } from "./product-form.ts";

/** Always shows what is saved and what is not, with save and publish; and each problem, wherever its field is. */
export function SaveBar() {
  const { form, set } = useProductEditor();
  const { publication } = form.values;
  const problems = useProblems();

  /** Saves with another publication. If the product can't be saved, the form says why and keeps the choice. */
  function saveAs(next: typeof publication) {
    set({ publication: next });
    form.props.ref.current?.requestSubmit();
  }

  return (
    <>
      <div
        data-bar="save"
        className="sticky top-(--head) z-20 flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised/95 px-3 py-2 shadow-lift backdrop-blur"
      >
        <p role="status" className="mr-auto flex min-w-0 items-center gap-2 text-sm">
          {form.isBusy ? (
            "Saving…"
          ) : problems.length > 0 ? (
            <span className="text-hibiscus">{counted(problems.length, "issue")} to fix</span>
          ) : form.isDirty ? (
            <span className="text-mango">Unsaved changes</span>
          ) : (
            <span className="flex items-center gap-1.5 text-muted">
              <Check className="size-4 text-sea" /> All changes saved
            </span>
          )}
        </p>
        {publication !== "archived" && (
          <Button variant="quiet" size="sm" disabled={form.isBusy} onClick={() => saveAs("archived")}>
            Archive
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant={publication === "active" ? "gold" : "outline"}
          loading={form.isBusy}
          disabled={!form.isDirty}
          aria-keyshortcuts="Control+S Meta+S"
        >
          Save
        </Button>
        {publication !== "active" && (
          <Button size="sm" disabled={form.isBusy} onClick={() => saveAs("active")}>
            {publication === "draft" ? "Publish" : "Put back on sale"}
          </Button>
        )}
      </div>
      {form.failure && <Callout tone="bad" title={form.failure} />}
      {problems.length > 0 && (
        <Callout tone="bad" title="This product can't be saved yet">
          <ul>
            {problems.slice(0, 8).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

/** Every message of the form's fields, those of a variant with its name. */
function useProblems(): string[] {
  const { form } = useProductEditor();
  const { root: _, variants, ...others } = form.formState.errors;
  const productMessages = messagesOf(others);
  const ofVariants = Array.from((variants ?? []) as ArrayLike<unknown>, (errors, index) => {
    const variant = form.values.variants[index];
    return messagesOf(errors).map((message) => (variant ? `${variantLabel(variant)}: ${message}` : message));
  });
  const whole = messagesOf({ message: (variants as { message?: string } | undefined)?.message });
  return [...new Set([...productMessages, ...whole, ...ofVariants.flat()])];
}

function messagesOf(errors: unknown): string[] {
  if (errors === null || typeof errors !== "object" || errors instanceof Element) return [];
  const { message, ref: _, ...inner } = errors as { message?: unknown; ref?: unknown };
  return [
    ...(typeof message === "string" && message !== "" ? [message] : []),
    ...Object.values(inner).flatMap(messagesOf),
  ];
}
