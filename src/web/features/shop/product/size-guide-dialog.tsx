import type { SizeGuide } from "#contract/shop/shop.ts";
import { Dialog } from "#web/ui/dialog.tsx";

/** The product's table of sizes. */
export function SizeGuideDialog({ guide, onClose }: { guide: SizeGuide; onClose: () => void }) {
  const [head = [], ...rows] = guide.rows;
  return (
    <Dialog title="Size guide" roomy onClose={onClose}>
      {/* A scrolling element must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" aria-label="Sizes" tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-left tabular-nums">
          <thead>
            <tr className="border-b-2 border-gold">
              {head.map((cell) => (
                <th key={cell} scope="col" className="eyebrow px-3 py-2 whitespace-nowrap first:pl-0">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...cells]) => (
              <tr key={first} className="border-b border-line">
                <th scope="row" className="px-3 py-3 pl-0 font-semibold">
                  {first}
                </th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1] ?? index} className="px-3 py-3">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {guide.note !== "" && <p className="mt-4 text-sm text-muted">{guide.note}</p>}
    </Dialog>
  );
}
