import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, FolderOpen, Plus } from "lucide-react";
import type { Collection } from "#contract/shop/collections.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { counted } from "#web/admin-kit/figures.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { ShortListFiles } from "#web/admin-kit/table/table-toolbar.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { useAdminWrite, useAttempt } from "#web/admin-kit/use-admin-write.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { collectionsQuery } from "./queries.ts";

const CollectionDialog = lazyDialog(
  "The collection form",
  async () => (await import("./collection-dialog.tsx")).CollectionDialog,
);

/** The Collections admin page: the groups of the shop, in the order that visitors see. */
export function CollectionsSection() {
  const address = useListAddress();
  const query = useQuery(collectionsQuery());
  const { data, error } = query;
  const open = (collection: number | "new" | undefined) => address.change({ collection }, { replace: true });
  const isNew = address.search.get("collection") === "new";
  const opened = data?.items.find(({ id }) => id === address.number("collection"));
  const create = (
    <Button onClick={() => open("new")}>
      <Plus className="size-5" /> New collection
    </Button>
  );
  return (
    <AdminShell
      title="Collections"
      description="Groups of products in the shop."
      lead="Groups that visitors browse the shop by, in this order."
      actions={
        <>
          {data && data.items.length > 0 && <ShortListFiles file="GET /api/admin/collections.csv" isPlain />}
          {create}
        </>
      }
    >
      <ReadFailure label="Collections" query={query} />
      {!error && !data && <Skeleton className="h-64" />}
      {data?.items.length === 0 && (
        <EmptyState
          icon={<FolderOpen />}
          title="No collections yet"
          text="Group products by drop, season or event. Products can be in several."
          action={create}
        />
      )}
      {data && data.items.length > 0 && <CollectionList items={data.items} onOpen={open} />}
      {(isNew || opened) && <CollectionDialog key={opened?.id} collection={opened} onClose={() => open(undefined)} />}
    </AdminShell>
  );
}

function CollectionList({ items, onOpen }: { items: Collection[]; onOpen: (id: number) => void }) {
  const write = useAdminWrite();
  const { busy, attempt } = useAttempt("The new order wasn't saved");
  const ids = items.map(({ id }) => id);
  const move = (from: number, to: number) =>
    attempt("move", () => {
      const next = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from]!);
      return write("PUT /api/admin/collections/order", { body: { ids: next } });
    });
  const tool = (label: string, Icon: typeof ArrowUp, isOff: boolean, onClick: () => void) => (
    <button
      type="button"
      aria-label={label}
      disabled={isOff || busy !== undefined}
      onClick={onClick}
      className={buttonStyle("quiet", "icon", "text-muted md:size-9!")}
    >
      <Icon className="size-4.5" />
    </button>
  );
  return (
    <ol className="grid gap-2">
      {items.map(({ id, name, slug, description, productCount }, index) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-3 rounded-md border border-line bg-panel py-3 pr-2 pl-4 sm:pr-4"
        >
          <div className="grid min-w-0 flex-1 basis-40">
            <button
              type="button"
              onClick={() => onOpen(id)}
              className="justify-self-start text-left font-semibold underline-offset-3 hover:underline"
            >
              {name}
            </button>
            <span className="text-sm text-muted">{description}</span>
            <span className="text-sm wrap-anywhere text-muted">
              {counted(productCount, "product")} · /shop?collection={slug}
            </span>
          </div>
          <span className="ml-auto flex shrink-0">
            {tool(`Move up: ${name}`, ArrowUp, index === 0, () => void move(index, index - 1))}
            {tool(`Move down: ${name}`, ArrowDown, index === items.length - 1, () => void move(index, index + 1))}
          </span>
        </li>
      ))}
    </ol>
  );
}
