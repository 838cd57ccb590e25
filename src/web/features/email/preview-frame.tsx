import { clsx } from "clsx";
import { useState } from "react";
import { SelectField } from "#web/features/admin/form-fields.tsx";

type PreviewFrameProps = {
  title: string;
  srcOf: (theme: "light" | "dark") => string;
  /** False where only the reader's own theme can be shown. */
  hasThemes?: boolean;
};

/** An email in a frame at the width of a phone or a desktop. The address answers with a sandbox of its own. */
export function PreviewFrame({ title, srcOf, hasThemes = true }: PreviewFrameProps) {
  const [width, setWidth] = useState("desktop");
  const [theme, setTheme] = useState<"light" | "dark">("light");
  return (
    <div className="grid min-w-0 content-start gap-3">
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Width"
          value={width}
          onChange={(e) => setWidth(e.target.value)}
          options={[
            ["desktop", "Desktop"],
            ["phone", "Phone"],
          ]}
        />
        {hasThemes && (
          <SelectField
            label="Theme"
            value={theme}
            onChange={(e) => setTheme(e.target.value === "dark" ? "dark" : "light")}
            options={[
              ["light", "Light"],
              ["dark", "Dark"],
            ]}
          />
        )}
      </div>
      <iframe
        title={title}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src={srcOf(theme)}
        className={clsx(
          "mx-auto h-[70dvh] min-h-96 w-full rounded-md border border-line bg-[#f3ece0]",
          width === "phone" && "max-w-[24.375rem]",
        )}
      />
    </div>
  );
}
