import { useBrandZone } from "#web/lib/site.ts";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { type AdminProduct, ProductInput } from "#contract/shop/products.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { SavedMeanwhile, useVersionedForm, type VersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { LeaveDialog } from "#web/admin-kit/leave-dialog.tsx";
import { showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { withQuery } from "#web/lib/paths.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { publications } from "../labels.tsx";
import { DetailsPanel } from "./details-panel.tsx";
import { ProductEditorContext } from "./editor-context.ts";
import { FilePanel } from "./file-panel.tsx";
import { OptionsPanel } from "./options-panel.tsx";
import { PicturesPanel } from "./pictures-panel.tsx";
import { PlacesPanel } from "./places-panel.tsx";
import { formOf, inputOf, type ProductForm, productMessages, productPaths } from "./product-form.ts";
import { SaveBar } from "./save-bar.tsx";
import { SizeGuidePanel } from "./size-guide-panel.tsx";
import { VariantsPanel } from "./variants-panel.tsx";

type ProductEditorProps = {
  /** The product as it was read last; its stock changes while the form is open. */
  latest: AdminProduct;
  up: ReactNode;
};

/** A whole product: everything that staff set is one form, saved together. Its stock is changed beside it, at once. */
export function ProductEditor({ latest, up }: ProductEditorProps) {
  // What this form saved last. What someone else saves meanwhile is merged when this form is saved again.
  const [saved, setSaved] = useState(latest);
  return (
    <AdminShell
      title={saved.title}
      description="One product."
      lead={up}
      actions={
        <span className="flex flex-wrap items-center gap-3">
          <StatusBadge {...publications[saved.publication]} />
          {saved.publication === "active" && (
            <a
              href={withQuery("/shop", { product: saved.slug })}
              target="_blank"
              rel="noopener"
              className={buttonStyle("outline", "sm")}
            >
              <ExternalLink className="size-4.5" /> View in shop
            </a>
          )}
        </span>
      }
    >
      <EditorForm saved={saved} latest={latest} onSaved={setSaved} />
    </AdminShell>
  );
}

/** The names of the form's fields, for what someone else saved meanwhile. */
const labels: Record<keyof ProductForm, string> = {
  title: "Name",
  slug: "Handle",
  tagline: "Tagline",
  description: "Description",
  kind: "Kind",
  publication: "Status",
  taxCategory: "Tax category",
  position: "Position",
  options: "Options",
  variants: "Variants",
  pictures: "Pictures",
  collectionIds: "Collections",
  eventIds: "Events",
  sizeRows: "Size guide",
  sizeNote: "Note on sizes",
  file: "File",
};

type EditorFormProps = { saved: AdminProduct; latest: AdminProduct; onSaved: (product: AdminProduct) => void };

function EditorForm({ saved, latest, onSaved }: EditorFormProps) {
  const params = { id: saved.id };
  const write = useAdminWrite();
  const form: VersionedForm<ProductForm> = useVersionedForm<ProductForm, ProductInput, AdminProduct>({
    schema: ProductInput,
    bodyOf: inputOf,
    defaults: formOf(saved),
    messages: productMessages,
    fields: productPaths,
    subject: saved,
    readLatest: async () => {
      const now = await callApi("GET /api/admin/products/{id}", { params });
      return { values: formOf(now), version: now.version };
    },
    deleted: "Someone deleted this product.",
    submit: async (body, { version }) => {
      const sent = form.getValues();
      const product = await write("PUT /api/admin/products/{id}", { params, body: { ...body, version } });
      showSuccess(`${product.title} saved`);
      onSaved(product);
      form.accept(sent, { values: formOf(product), version: product.version });
    },
  });
  const { props } = form;
  useEffect(() => {
    function onKey(e: KeyboardEvent) {
      if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "s") return;
      e.preventDefault();
      props.ref.current?.requestSubmit();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [props.ref]);

  const set = (values: Partial<ProductForm>) => {
    for (const name of Object.keys(values) as (keyof ProductForm)[]) {
      form.setValue(name, values[name] as ProductForm[typeof name], { shouldDirty: true });
    }
  };
  const timeZone = useBrandZone();
  return (
    <ProductEditorContext value={{ form, product: latest, timeZone, set }}>
      <form {...form.props} aria-label="Product" className="grid min-w-0 gap-6">
        <SaveBar />
        <SavedMeanwhile form={form} labels={labels} timeZone={timeZone} />
        <DetailsPanel />
        <PicturesPanel />
        <OptionsPanel />
        <VariantsPanel />
        {form.values.kind === "digital" && <FilePanel />}
        <PlacesPanel />
        {form.values.kind === "physical" && <SizeGuidePanel />}
      </form>
      <LeaveDialog isDirty={form.isDirty} section="products" id={saved.id} />
    </ProductEditorContext>
  );
}
