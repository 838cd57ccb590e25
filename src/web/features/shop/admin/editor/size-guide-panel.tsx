import { TextField, TextareaField } from "#web/ui/field.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { useProductEditor } from "./editor-context.ts";
import { readSizes } from "./product-form.ts";

/** The size guide: pasted from a spreadsheet or typed, with a preview. */
export function SizeGuidePanel() {
  const { form } = useProductEditor();
  const rows = readSizes(form.values.sizeRows);
  const [head = [], ...body] = rows;
  return (
    <Panel title="Size guide" text="Optional. The product's page shows it as a table.">
      <TextareaField
        label="Sizes"
        hint="One row a line, cells separated by commas. The first row has the headings. You can paste from a spreadsheet."
        {...form.field("sizeRows")}
        rows={4}
        spellCheck={false}
        placeholder={"Size, Chest, Length\nM, 22 in, 29 in"}
        inputClass="font-mono text-sm"
      />
      <TextField label="Note" hint="Such as how it fits" {...form.field("sizeNote")} maxLength={500} />
      {rows.length > 1 && (
        <div className="overflow-x-auto">
          <table aria-label="Size guide preview" className="text-left text-sm">
            <thead>
              <tr>
                {head.map((cell, index) => (
                  <th key={index} scope="col" className="border border-line px-3 py-1.5">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {body.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, index) => (
                    <td key={index} className="border border-line px-3 py-1.5 tabular-nums">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
