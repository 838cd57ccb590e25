import { useId } from "react";
import type { ImportPreview, ProductFileFormat } from "#contract/shop/imports.ts";
import { counted, formatCount } from "#web/admin-kit/figures.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { NewCollections, PictureHosts, SkuQuestions, type Choices } from "./import-choices.tsx";
import { RowMessages } from "./row-messages.tsx";

const sources: Record<ProductFileFormat, string> = {
  own: "our own export",
  shopify: "a Shopify export",
  woocommerce: "a WooCommerce export",
  square: "a Square item library",
};

type PreviewProps = {
  fileName: string;
  preview: ImportPreview;
  choices: Choices;
  onChange: (choices: Choices) => void;
};

/** What importing a file would do, and what staff have to decide before. */
export function PreviewOfImport({ fileName, preview, ...decisions }: PreviewProps) {
  const { leftOut, leftOutRows, remarks, unreadColumns } = preview;
  return (
    <div className="grid gap-6">
      <Summary fileName={fileName} preview={preview} />
      <SkuQuestions preview={preview} {...decisions} />
      <ProductChanges preview={preview} />
      <RowMessages
        title={`${counted(leftOutRows, "row")} left out`}
        text="Fix these in the file and choose it again, or import the rest."
        list={leftOut}
      />
      <RowMessages title="Imported with a change" text="Check these after the import." list={remarks} />
      <NewCollections preview={preview} {...decisions} />
      <PictureHosts preview={preview} {...decisions} />
      {unreadColumns.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer content-center">
            {counted(unreadColumns.length, "column")} we don't use
          </summary>
          <p className="text-muted wrap-anywhere">{unreadColumns.join(", ")}</p>
        </details>
      )}
    </div>
  );
}

function Summary({ fileName, preview }: Pick<PreviewProps, "fileName" | "preview">) {
  const { created, changed, unchanged, leftOutRows } = preview;
  const source = `Read as ${sources[preview.format]}.`;
  if (created + changed === 0 && leftOutRows > 0 && unchanged === 0) {
    return (
      <Callout tone="bad" title={`Nothing in ${fileName} can be imported`}>
        <p>{source} The rows below say why.</p>
      </Callout>
    );
  }
  if (created + changed === 0) {
    return (
      <Callout title={`${fileName} changes no products`}>
        <p role="status">
          {source} {counted(unchanged, "product")} in it {unchanged === 1 ? "is" : "are"} up to date.
        </p>
      </Callout>
    );
  }
  const counts = [
    created > 0 && counted(created, "new product"),
    changed > 0 && `${formatCount(changed)} changed`,
    unchanged > 0 && `${formatCount(unchanged)} unchanged`,
    leftOutRows > 0 && `${counted(leftOutRows, "row")} left out`,
  ];
  return (
    <Callout tone={leftOutRows > 0 ? "soon" : "good"} title={`${fileName} is ready to import`}>
      <p role="status">
        {source} {counts.filter(Boolean).join(", ")}.
      </p>
    </Callout>
  );
}

/** New products first, then those that change, with what changes. */
function ProductChanges({ preview: { products, created, changed } }: Pick<PreviewProps, "preview">) {
  const id = useId();
  if (products.length === 0) return null;
  const isCut = products.length < created + changed;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="font-semibold">
        Products
      </h3>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list must scroll by keyboard too
        tabIndex={0}
        aria-labelledby={id}
        className="max-h-72 divide-y divide-line overflow-auto rounded-sm border border-line text-sm"
      >
        {products
          .toSorted((some, other) => Number(other.isNew) - Number(some.isNew))
          .map((product) => (
            <li key={product.handle} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[1fr_auto]">
              <span className="font-semibold wrap-anywhere">{product.title}</span>
              <span className="text-muted">{formatChange(product)}</span>
            </li>
          ))}
      </ul>
      {isCut && <p className="text-sm text-muted">And {formatCount(created + changed - products.length)} more.</p>}
    </section>
  );
}

function formatChange({ isNew, variants, newVariants, fields }: ImportPreview["products"][number]): string {
  if (isNew) return `New, ${counted(variants, "variant")}`;
  // What the file's column is called elsewhere.
  const names = fields.map((field) => (field === "Publication" ? "Status" : field));
  const parts = [...names, ...(newVariants > 0 ? [counted(newVariants, "new variant")] : [])];
  return `Changes: ${parts.join(", ")}`;
}
