import { useQuery } from "@tanstack/react-query";
import type { ImportPictures } from "#contract/shop/imports.ts";
import { Meter } from "#web/admin-kit/meter.tsx";
import { Failure, ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { useAdminWrite, useAttempt } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { formatProgress } from "./pictures-note.tsx";
import { importQuery } from "../queries.ts";

/** How far the pictures of an import are. It goes on when the dialog is closed. */
export function PicturesDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(importQuery(id));
  const write = useAdminWrite();
  const { failure, press } = useAttempt<"retry">();
  const pictures = query.data?.pictures;
  return (
    <Dialog title="Pictures" description={query.data?.fileName} onClose={onClose} roomy>
      <div className="grid gap-5">
        <ReadFailure label="The import" query={query} />
        <Failure text={failure} />
        {pictures === undefined ? query.error === null && <Spinner /> : <Progress pictures={pictures} />}
        <DialogFoot>
          {pictures !== undefined && pictures.failed > 0 && (
            <Button
              variant="outline"
              {...press("retry", () =>
                write("POST /api/admin/product-imports/{id}/pictures/retry", { params: { id } }),
              )}
            >
              Retry failed pictures
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

function Progress({ pictures }: { pictures: ImportPictures }) {
  const { waiting, done, failed, failures } = pictures;
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <p role="status" className="font-semibold">
          {formatProgress(pictures)}
        </p>
        <Meter
          whole={waiting + done + failed}
          parts={[
            { value: done, tone: "gold", label: "Copied" },
            { value: failed, tone: "soft", label: "Failed" },
          ]}
        />
        {waiting > 0 && (
          <p className="text-sm text-muted">Pictures show up in the shop one by one. You can close this.</p>
        )}
      </div>
      {failures.length > 0 && (
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list must scroll by keyboard too
          tabIndex={0}
          aria-label="Failed pictures"
          className="max-h-72 divide-y divide-line overflow-auto rounded-sm border border-line text-sm"
        >
          {failures.map(({ id, product, url, reason }) => (
            <li key={id} className="grid gap-1 px-3 py-2">
              <span className="font-semibold wrap-anywhere">{product}</span>
              <span>{reason}</span>
              <span className="text-muted wrap-anywhere">{url}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
