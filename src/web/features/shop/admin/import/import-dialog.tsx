import { useRef, useState } from "react";
import { productTable, type ProductImport } from "#contract/shop/imports.ts";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { showSuccess, useAdminWrite, useAttempt } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { firstChoices, type Choices } from "./import-choices.tsx";
import { PreviewOfImport } from "./import-preview.tsx";

type ImportDialogProps = {
  onClose: () => void;
  /** Called after an import whose pictures are on their way. */
  onPictures: (id: number) => void;
};

/** Imports a product file: choose it, look at what it would do, decide what is open, import. */
export function ImportDialog({ onClose, onPictures }: ImportDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const { uploaded, choices, setChoices, busy, failure, check, apply } = useImport({ onClose, onPictures });
  const preview = uploaded?.preview;
  const isAnswered = preview?.questions.every(({ row }) => choices.skus[row] !== undefined) ?? false;
  const changes = preview && preview.created + preview.changed + choices.collections.length + choices.hosts.length;
  const canApply = (changes ?? 0) > 0 && preview !== null;
  return (
    <Dialog
      title="Import products"
      description={
        preview
          ? "Nothing is saved until you import. Units on hand of existing variants don't change."
          : "Choose the product export of Shopify, WooCommerce or Square, or a file that you exported here, as CSV or Excel. You'll see what it changes before anything is saved. Nothing is deleted, and units on hand of existing variants don't change."
      }
      onClose={onClose}
      roomy
    >
      <div className="grid gap-5">
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          aria-label="Product file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = "";
            if (file) void check(file);
          }}
        />
        <Failure text={failure} />
        {preview && (
          <PreviewOfImport fileName={uploaded.fileName} preview={preview} choices={choices} onChange={setChoices} />
        )}
        {canApply && !isAnswered && (
          <p className="text-sm text-muted" role="status">
            Answer the questions about SKUs to import.
          </p>
        )}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={canApply ? "outline" : "gold"}
            loading={busy === "check"}
            onClick={() => input.current?.click()}
          >
            {preview ? "Choose another file" : "Choose file"}
          </Button>
          {canApply && (
            <Button loading={busy === "import"} disabled={!isAnswered} onClick={() => void apply()}>
              Import
            </Button>
          )}
        </DialogFoot>
      </div>
    </Dialog>
  );
}

const megabyte = 1024 * 1024;

/** The file being imported, and its two steps. */
function useImport({ onClose, onPictures }: ImportDialogProps) {
  const write = useAdminWrite();
  const [uploaded, setUploaded] = useState<ProductImport>();
  const [choices, setChoices] = useState<Choices>({ skus: {}, collections: [], hosts: [] });
  const { busy, failure, setFailure, attempt } = useAttempt<"check" | "import">();
  const check = (file: File) =>
    attempt("check", async () => {
      setUploaded(undefined);
      if (file.size > productTable.maxBytes) {
        const limit = productTable.maxBytes / megabyte;
        return setFailure(`${file.name} is too large. The limit is ${limit} MB. Split it into several files.`);
      }
      const next = await callApi("POST /api/admin/product-imports", {
        query: { fileName: file.name.slice(-200) },
        file,
        headers: { "content-type": "application/octet-stream" },
      });
      setChoices(firstChoices(next.preview!));
      setUploaded(next);
    });
  const apply = () =>
    attempt("import", async () => {
      const { id, preview } = uploaded!;
      const skus = Object.entries(choices.skus).map(([row, isSame]) => ({ row: Number(row), isSame }));
      const body = { ...choices, skus };
      const { pictures } = await write("POST /api/admin/product-imports/{id}/apply", { params: { id }, body });
      showSuccess("Products imported", `${preview!.created} created, ${preview!.changed} changed`);
      if (pictures.waiting > 0) onPictures(id);
      else onClose();
    });
  return { uploaded, choices, setChoices, busy, failure, check, apply };
}
