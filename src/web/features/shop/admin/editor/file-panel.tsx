import { FileDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { productFile } from "#contract/shop/products.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { sendFile } from "#web/lib/files.ts";
import { Uploader, type UploadItem } from "#web/ui/uploader.tsx";
import { useProductEditor } from "./editor-context.ts";

const megabyte = 1024 * 1024;
const sizeText = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${Number((bytes / megabyte).toFixed(1))} MB`;

/** The file that buyers of a digital product download. A new one is theirs once the product is saved. */
export function FilePanel() {
  const { form } = useProductEditor();
  const { file } = form.values;
  return (
    <Panel title="File" text="What buyers download. A new file is theirs once you save.">
      {file ? (
        <p className="flex items-center gap-2">
          <FileDown className="size-5 text-gilt" />
          <span className="font-semibold wrap-anywhere">{file.name}</span>
          <span className="text-sm text-muted">{sizeText(file.bytes)}</span>
        </p>
      ) : (
        <p className="text-sm text-muted">No file yet. A download needs one before you publish it.</p>
      )}
      <Failure text={form.error("file")} />
      <Uploader
        compact
        multiple={false}
        title={file ? "Replace file" : "Upload file"}
        hint={`Allowed: ${productFile.kinds}, up to ${sizeText(productFile.maxBytes)}.`}
        accept=""
        {...useFileUpload()}
      />
    </Panel>
  );
}

/** Uploads one file at a time; another one takes its place. */
function useFileUpload() {
  const { set } = useProductEditor();
  const [upload, setUpload] = useState<UploadItem & { file: File }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File) {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const item = { id: file.name, name: file.name, file, progress: 0 };
    const show = (change: Partial<UploadItem>) => setUpload({ ...item, state: "sending", ...change });
    if (file.size > productFile.maxBytes) {
      return show({ state: "failed", note: `This file is too large. The limit is ${sizeText(productFile.maxBytes)}.` });
    }
    show({});
    try {
      const at = { query: { fileName: file.name.slice(-200) } };
      const onProgress = (progress: number) => show({ progress, state: progress < 1 ? "sending" : "working" });
      const { reply } = await sendFile("POST /api/admin/product-files", at, file, { signal, onProgress });
      set({ file: reply });
      setUpload(undefined);
    } catch (error) {
      show({ state: "failed", note: failureText(error), canRetry: true });
    }
  }
  return {
    items: upload === undefined ? [] : [upload],
    onFiles: ([file]: File[]) => void send(file!),
    onRemove() {
      running.current?.abort();
      setUpload(undefined);
    },
    onRetry: () => upload && void send(upload.file),
  };
}
