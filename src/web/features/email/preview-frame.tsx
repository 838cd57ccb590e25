import { clsx } from "clsx";
import { type CSSProperties, useEffect, useRef, useState } from "react";

type Theme = "light" | "dark";
type Device = "desktop" | "phone";
const devices = { desktop: "Desktop", phone: "Phone" } as const;
const themes = { light: "Light", dark: "Dark" } as const;

/** How wide the email is in the frame: a desktop's reading pane, and a phone. */
const widths: Record<Device, number> = { desktop: 760, phone: 390 };

type PreviewFrameProps = {
  title: string;
  /** The address of the email in a theme. It answers with a sandbox of its own. */
  srcOf: (theme: Theme) => string;
};

/** An email as a desktop or a phone shows it, by day or at night. In a narrow place it's scaled down, not cut. */
export function PreviewFrame({ title, srcOf }: PreviewFrameProps) {
  const [box, room] = useWidth();
  const [chosen, setDevice] = useState<Device>();
  const [theme, setTheme] = useState<Theme>("light");
  const device = chosen ?? (room !== undefined && room < 480 ? "phone" : "desktop");
  const width = widths[device];
  const scale = Math.min(1, (room ?? width) / width);
  return (
    <div className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap gap-3">
        <Switch label="Width" value={device} choices={devices} onChange={setDevice} />
        <Switch label="Theme" value={theme} choices={themes} onChange={setTheme} />
      </div>
      <div
        ref={box}
        className="h-[70dvh] min-h-72 overflow-hidden xl:h-[calc(100dvh-30rem)] rounded-md border border-line bg-raised"
      >
        {/* Its size isn't known while the server renders, and a style attribute would be dropped there. */}
        {room !== undefined && (
          <Frame
            title={title}
            src={srcOf(theme)}
            className={clsx("mx-auto block origin-top-left", theme === "light" ? "bg-[#f3ebdb]" : "bg-[#0c0a08]")}
            style={{
              width: device === "desktop" ? Math.max(width, room) : width,
              scale: String(scale),
              height: `${100 / scale}%`,
            }}
          />
        )}
      </div>
    </div>
  );
}

/** A frame whose address changes in place: the browser's Back doesn't step through what was typed. */
function Frame({ src, title, ...rest }: { title: string; src: string; className: string; style: CSSProperties }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(src);
  const shown = useRef(src);
  useEffect(() => {
    if (shown.current === src) return;
    shown.current = src;
    frame.current?.contentWindow?.location.replace(new URL(src, location.href));
  }, [src]);
  return (
    <iframe ref={frame} title={title} {...rest} sandbox="allow-popups allow-popups-to-escape-sandbox" src={first} />
  );
}

/** The width that there is for something, once it is on the page. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const measure = () => setWidth(box.current?.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}

type SwitchProps<Value extends string> = {
  label: string;
  value: Value;
  choices: Record<Value, string>;
  onChange: (value: Value) => void;
};

function Switch<Value extends string>({ label, value, choices, onChange }: SwitchProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex rounded-sm border border-edge">
      {(Object.keys(choices) as Value[]).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
          className={clsx(
            "min-h-11 border-r border-edge px-4 text-sm font-semibold last:border-r-0",
            each === value ? "bg-gold text-on-gold" : "hover:bg-ink/6",
          )}
        >
          {choices[each]}
        </button>
      ))}
    </div>
  );
}
