import { Panel } from "#web/admin-kit/panel.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";

/** A text to copy, such as an address. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">{label}</p>
      <div className="flex flex-wrap items-start gap-2 rounded-sm border border-edge bg-raised py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 basis-[min(10rem,100%)] self-center text-sm wrap-anywhere">{text}</code>
        <CopyButton text={text} label="Copy" description={`Copy: ${label}`} />
      </div>
    </div>
  );
}

const muxer = "method=PUT ignore_io_errors=1 hls_time=2 hls_list_size=6";

/** The command that streams a file with ffmpeg. */
const ffmpegCommand = (url: string): string =>
  `ffmpeg -re -i INPUT -c:v libx264 -profile:v main -pix_fmt yuv420p -b:v 3500k -g 50 -r 25 -sc_threshold 0 ` +
  `-c:a aac -ac 2 -b:a 160k -f hls -hls_time 2 -hls_list_size 6 -hls_flags independent_segments ` +
  `-ignore_io_errors 1 -method PUT ${url}`;

/** How a host sets up an encoder: exact settings, to copy. */
export function EncoderSettings({ url, isExample = false }: { url: string; isExample?: boolean }) {
  return (
    <div className="grid gap-5">
      <Panel
        title="OBS Studio"
        text={
          isExample
            ? "Settings, Output, mode Advanced, tab Recording. Replace YOUR-KEY with the host's key."
            : "Settings, Output, mode Advanced, tab Recording."
        }
      >
        <ol className="grid list-decimal gap-3 pl-5 text-sm">
          <li>
            Type: <strong>Custom Output (FFmpeg)</strong>. FFmpeg output type: <strong>Output to URL</strong>.
          </li>
          <li>
            Container format: <strong>hls</strong>. Video encoder: <strong>libx264</strong>, 3500 kbps. Audio encoder:{" "}
            <strong>aac</strong>, 160 kbps.
          </li>
          <li>
            Keyframe interval: <strong>50 frames</strong> at 25 frames per second, which is 2 seconds.
          </li>
          <li>
            Press <strong>Start Recording</strong> to stream and <strong>Stop Recording</strong> to stop.
          </li>
        </ol>
        <CopyLine label="File path or URL" text={url} />
        <CopyLine label="Muxer settings" text={muxer} />
        <CopyLine label="Video encoder settings" text="profile=main sc_threshold=0 pix_fmt=yuv420p" />
      </Panel>
      <Panel title="ffmpeg" text="INPUT is a camera, a capture card or a file. Options must come before the address.">
        <CopyLine label="Command" text={ffmpegCommand(url)} />
      </Panel>
      <Panel title="Apps that only support RTMP">
        <p className="text-sm text-muted">
          We take HLS, not RTMP. Stream from the app to YouTube or Twitch and choose "YouTube or Twitch" as the stream's
          source, or use OBS as above.
        </p>
      </Panel>
    </div>
  );
}
