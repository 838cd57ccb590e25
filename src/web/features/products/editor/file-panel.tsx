import { FileDown } from "lucide-react";
import { useRef } from "react";
import { productFile, type ProductFile } from "#contract/products.ts";
import { Failure } from "#web/features/admin/read-failure.tsx";
import { Panel } from "#web/features/admin/panel.tsx";
import { useAttempt } from "#web/features/admin/use-admin-write.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { useProductEditor } from "./editor-context.ts";

const megabyte = 1024 * 1024;
const sizeText = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${Number((bytes / megabyte).toFixed(1))} MB`;

/** The file that buyers of a digital product download. A new one is theirs once the product is saved. */
export function FilePanel() {
  const { form, set } = useProductEditor();
  const { file } = form.values;
  const input = useRef<HTMLInputElement>(null);
  const { busy, failure, setFailure, attempt } = useAttempt<"upload">();

  function choose(chosen: File) {
    if (chosen.size > productFile.maxBytes) {
      return setFailure(`This file is too large. The limit is ${sizeText(productFile.maxBytes)}.`);
    }
    const path = withQuery("/api/admin/product-files", { fileName: chosen.name.slice(-200) });
    // The server checks the bytes; a type that the browser guesses doesn't matter.
    const headers = { "content-type": "application/octet-stream" };
    void attempt("upload", async () =>
      set({ file: await callJson<ProductFile>("POST", path, { file: chosen, headers }) }),
    );
  }

  return (
    <Panel title="File" text={`What buyers download: ${productFile.kinds}, up to ${sizeText(productFile.maxBytes)}.`}>
      {file ? (
        <p className="flex items-center gap-2">
          <FileDown className="size-5 text-gilt" />
          <span className="font-semibold wrap-anywhere">{file.name}</span>
          <span className="text-sm text-muted">{sizeText(file.bytes)}</span>
        </p>
      ) : (
        <p className="text-sm text-muted">No file yet. A download needs one before you publish it.</p>
      )}
      <Failure text={failure ?? form.error("file")} />
      <input
        ref={input}
        type="file"
        aria-label="Download file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          target.value = "";
          if (chosen) choose(chosen);
        }}
      />
      <div>
        <Button variant="outline" size="sm" loading={busy !== undefined} onClick={() => input.current?.click()}>
          {file ? "Replace file" : "Upload file"}
        </Button>
      </div>
    </Panel>
  );
}
