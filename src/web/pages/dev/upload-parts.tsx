import { Uploader, type UploadItem } from "#web/ui/uploader.tsx";
import { Specimen } from "./specimen.tsx";

const items: UploadItem[] = [
  { id: "1", name: "waiting.jpg", state: "waiting", progress: 0 },
  {
    id: "2",
    name: "a flyer whose name is longer than any line it could fit on.png",
    state: "sending",
    progress: 0.42,
  },
  { id: "3", name: "being-worked-on.webp", state: "working", progress: 1 },
  { id: "4", name: "there-before.avif", state: "done", progress: 1, note: "This file is already in the library." },
  { id: "5", name: "menu.pdf", state: "failed", progress: 0, note: "We can't read this file as an image." },
  { id: "6", name: "broken-off.jpg", state: "failed", progress: 0.7, note: "The connection was lost.", canRetry: true },
];
const nothing = () => undefined;
const common = {
  hint: "JPEG or PNG, up to 25 MB.",
  accept: "image/*",
  onFiles: nothing,
  onRemove: nothing,
  onRetry: nothing,
};

export function UploadParts() {
  return (
    <Specimen name="Uploader">
      <div className="grid w-full gap-6 lg:grid-cols-2">
        <Uploader title="Add files" items={items} {...common} />
        <Uploader title="Add a file" items={[]} multiple={false} compact {...common} />
      </div>
    </Specimen>
  );
}
