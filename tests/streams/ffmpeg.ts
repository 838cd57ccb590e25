import { spawn } from "node:child_process";
import { once } from "node:events";

/** How ffmpeg makes two seconds of a picture and a tone per segment, as the studio's page tells hosts. */
const encoding =
  "-c:v libx264 -preset ultrafast -profile:v main -pix_fmt yuv420p -g 20 -sc_threshold 0 -c:a aac -ac 2 -f hls -hls_time 1 -hls_list_size 6 -hls_flags independent_segments -ignore_io_errors 1 -method PUT";

/**
 * Pushes a test picture for so many seconds of video, at this multiple of the video's own speed, or as fast as it can:
 * it then sends the next files while earlier ones are on their way.
 */
export function startFfmpeg(address: string, seconds: number, { speed = 1 }: { speed?: number | "unpaced" } = {}) {
  const pace = speed === "unpaced" ? "" : `-readrate ${speed} `;
  const input = [
    ...`${pace}-f lavfi -i testsrc2=size=320x180:rate=20`.split(" "),
    ...`${pace}-f lavfi -i sine=frequency=220`.split(" "),
  ];
  const args = ["-hide_banner", "-loglevel", "error", ...input, "-t", String(seconds), ...encoding.split(" "), address];
  const child = spawn(process.env.FFMPEG_PATH ?? "ffmpeg", args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  return {
    ended,
    /** Kills it, as a power cut does: it says nothing to the site. */
    async cut() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
