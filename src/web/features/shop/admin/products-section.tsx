import { useQuery } from "@tanstack/react-query";
import { FileUp, Plus } from "lucide-react";
import { Suspense } from "react";
import { useNavigate } from "#web/lib/router.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp } from "#web/admin-kit/admin-links.tsx";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Spinner, Skeleton } from "#web/ui/spinner.tsx";
import { PicturesNote } from "./import/pictures-note.tsx";
import { ProductList } from "./product-list.tsx";
import { editorPath, productQuery } from "./queries.ts";

const ProductEditor = lazyPart("The product", async () => (await import("./editor/product-editor.tsx")).ProductEditor);
const ProductReport = lazyPart(
  "The sales report",
  async () => (await import("./report/product-report.tsx")).ProductReportView,
);
const NewProductDialog = lazyDialog(
  "The product form",
  async () => (await import("./new-product-dialog.tsx")).NewProductDialog,
);
const ImportDialog = lazyDialog("The import", async () => (await import("./import/import-dialog.tsx")).ImportDialog);
const PicturesDialog = lazyDialog(
  "The pictures",
  async () => (await import("./import/pictures-dialog.tsx")).PicturesDialog,
);

/** The Products admin page: all products, their sales, or the product that the address names. */
export function ProductsSection() {
  const address = useListAddress();
  const id = address.number("id");
  return id === undefined ? <AllProducts /> : <OneProduct key={id} id={id} />;
}

function AllProducts() {
  const address = useListAddress();
  const navigate = useNavigate();
  const view = address.choice("view", ["sales"]);
  // The URL opens the forms, so that the search in admin can lead to them.
  const set = (name: "new" | "import", open: boolean) =>
    address.change({ [name]: open ? 1 : undefined, ...address.at }, { replace: true });
  const onNew = () => set("new", true);
  const setPictures = (id: number | undefined) =>
    address.change({ import: undefined, pictures: id, ...address.at }, { replace: true });
  const picturesOf = address.number("pictures");
  return (
    <AdminShell
      title="Products"
      description="Products, stock and sales of the shop."
      lead="What the shop sells: products, their stock and what they earn."
      actions={
        <>
          <Button variant="outline" onClick={() => set("import", true)}>
            <FileUp className="size-5" /> Import
          </Button>
          <Button onClick={onNew}>
            <Plus className="size-5" /> New product
          </Button>
        </>
      }
    >
      <div className="grid min-w-0 gap-5">
        <PageTabs
          label="Products or sales"
          tabs={[
            { label: "Products", current: view === undefined, to: withQuery("/admin", { section: "products" }) },
            {
              label: "Sales",
              current: view === "sales",
              to: withQuery("/admin", { section: "products", view: "sales" }),
            },
          ]}
        >
          {view === "sales" ? (
            <Suspense fallback={<Spinner />}>
              <ProductReport />
            </Suspense>
          ) : (
            <>
              <PicturesNote onOpen={setPictures} />
              <ProductList onNew={onNew} />
            </>
          )}
        </PageTabs>
      </div>
      {address.search.has("new") && (
        <NewProductDialog onClose={() => set("new", false)} onMade={(id) => void navigate(editorPath(id))} />
      )}
      {address.search.has("import") && <ImportDialog onClose={() => set("import", false)} onPictures={setPictures} />}
      {picturesOf !== undefined && <PicturesDialog id={picturesOf} onClose={() => setPictures(undefined)} />}
    </AdminShell>
  );
}

function OneProduct({ id }: { id: number }) {
  const { data: product, error } = useQuery({ ...productQuery(id), refetchOnMount: "always" });
  const up = <WayUp to={withQuery("/admin", { section: "products" })}>All products</WayUp>;
  const waiting = (
    <AdminShell title="Product" description="One product." lead={up}>
      {error && !product ? <Callout tone="bad" title={failureText(error)} /> : <Skeleton className="h-96" />}
    </AdminShell>
  );
  if (!product) return waiting;
  return (
    <Suspense fallback={waiting}>
      <ProductEditor latest={product} up={up} />
    </Suspense>
  );
}
