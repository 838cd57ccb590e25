import { useQuery } from "@tanstack/react-query";
import type { ImportPictures } from "#contract/shop/imports.ts";
import { counted, formatCount } from "#web/admin-kit/figures.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { importsQuery } from "../queries.ts";

/** "12 of 40 pictures copied, 3 failed" */
export function formatProgress({ waiting, done, failed }: Pick<ImportPictures, "waiting" | "done" | "failed">): string {
  const all = counted(waiting + done + failed, "picture");
  return `${formatCount(done)} of ${all} copied${failed > 0 ? `, ${formatCount(failed)} failed` : ""}`;
}

/** Points to the latest import while its pictures are on their way, or if some failed. */
export function PicturesNote({ onOpen }: { onOpen: (id: number) => void }) {
  const { data } = useQuery(importsQuery());
  const latest = data?.items.find(({ pictures }) => pictures.waiting + pictures.failed > 0);
  if (latest === undefined) return null;
  return (
    <Callout tone={latest.pictures.failed > 0 ? "soon" : "plain"} title={`Pictures of ${latest.fileName}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{formatProgress(latest.pictures)}</p>
        <Button variant="outline" size="sm" onClick={() => onOpen(latest.id)}>
          View pictures
        </Button>
      </div>
    </Callout>
  );
}
