import { useRef, useState } from "react";
import type { ImportResult } from "#contract/shop/products.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { showSuccess, useAdminWrite, useAttempt } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

type Checked = { name: string; csv: string; result: ImportResult };

/** Imports variants from a CSV file. It first shows what the file would change; with one problem, nothing is imported. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const write = useAdminWrite();
  const input = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState<Checked>();
  const { busy, failure, attempt } = useAttempt<"check" | "import">();
  const send = (csv: string, apply: boolean) => write<ImportResult>("/api/admin/products/import", { csv, apply });

  const check = (file: File) =>
    attempt("check", async () => {
      setChecked(undefined);
      const csv = await file.text();
      setChecked({ name: file.name, csv, result: await send(csv, false) });
    });
  const apply = ({ name, csv }: Checked) =>
    attempt("import", async () => {
      const result = await send(csv, true);
      if (result.problems.length > 0) return setChecked({ name, csv, result });
      showSuccess("Products imported", `${result.created} created, ${result.changed} changed`);
      onClose();
    });

  const canApply = checked !== undefined && checked.result.created + checked.result.changed > 0;
  return (
    <Dialog
      title="Import products"
      description="A CSV file with one row per variant. Export your products to get a file with all columns. Rows are matched by handle and SKU; nothing is deleted, and units on hand of existing variants don't change."
      onClose={onClose}
      roomy
    >
      <div className="grid gap-5">
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = "";
            if (file) void check(file);
          }}
        />
        <Failure text={failure} />
        {checked && <CheckedFile {...checked} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={canApply ? "outline" : "gold"}
            loading={busy === "check"}
            onClick={() => input.current?.click()}
          >
            {checked ? "Choose another file" : "Choose CSV file"}
          </Button>
          {canApply && (
            <Button loading={busy === "import"} onClick={() => void apply(checked)}>
              Import
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** What a file would change, or each cell that is wrong. */
function CheckedFile({ name, result: { created, changed, unchanged, problems } }: Checked) {
  if (problems.length === 0 && created + changed === 0) {
    return (
      <Callout title={`${name} changes nothing`}>
        <p role="status">Everything in it is saved already.</p>
      </Callout>
    );
  }
  if (problems.length === 0) {
    return (
      <Callout tone="good" title={`${name} is ready to import`}>
        <p role="status">
          {counted(created, "new product")}, {changed} changed, {unchanged} unchanged.
        </p>
      </Callout>
    );
  }
  return (
    <div className="grid gap-3">
      <Callout tone="bad" title={`${counted(problems.length, "problem")} in ${name}`}>
        <p>Nothing was imported. Fix these cells and choose the file again.</p>
      </Callout>
      <div
        role="region"
        aria-label="Problems"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table must scroll by keyboard too
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-sm border border-line"
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-panel">
            <tr>
              {["Row", "Field", "Problem"].map((head) => (
                <th key={head} scope="col" className="px-3 py-2 font-semibold">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, field, message }, index) => (
              <tr key={index} className="border-t border-line align-top">
                <td className="px-3 py-2 tabular-nums">{row}</td>
                <td className="px-3 py-2 whitespace-nowrap">{field}</td>
                <td className="px-3 py-2 wrap-anywhere">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
