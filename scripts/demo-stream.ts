import { spawn } from "node:child_process";
import { once } from "node:events";
import { findOrInstallFfmpeg } from "./testing/ffmpeg.ts";

// `npm run demo-stream -- ADDRESS [SECONDS]`: pushes a test picture with a tone to a running site, as a host's encoder
// does. The address is shown in admin when a stream key is created. Ctrl-C ends the stream.

const [address, seconds = "3600"] = process.argv.slice(2);
if (
  address === undefined ||
  !/^https?:\/\/[^/]+\/ingest\/[\w-]+\/[\w-]+\.m3u8$/.test(address) ||
  !/^\d+$/.test(seconds)
) {
  console.error("Usage: npm run demo-stream -- http://localhost:3000/ingest/KEY/index.m3u8 [SECONDS]");
  console.error("Create a stream key in admin to get the address, and a stream that uses the key.");
  process.exit(1);
}
const ffmpeg = findOrInstallFfmpeg();
if ("missing" in ffmpeg) {
  console.error(`${ffmpeg.missing}.`);
  process.exit(1);
}

const picture = "-re -f lavfi -i testsrc2=size=1280x720:rate=25";
const tone = "-f lavfi -i sine=frequency=220:beep_factor=4";
const encoding =
  "-c:v libx264 -preset veryfast -profile:v main -pix_fmt yuv420p -b:v 1500k -g 50 -sc_threshold 0 -c:a aac -ac 2";
// It goes on through an interruption, and never waits for an answer.
const sending = "-f hls -hls_time 2 -hls_list_size 6 -hls_flags independent_segments -ignore_io_errors 1 -method PUT";
const words = ["-hide_banner -loglevel warning", picture, tone, `-t ${seconds}`, encoding, sending]
  .join(" ")
  .split(" ");
console.log("Pushing a test picture. Press Ctrl-C to end the stream.");
const child = spawn(ffmpeg.path, [...words, address], { stdio: ["ignore", "inherit", "inherit"] });
// Ctrl-C reaches ffmpeg too, which then says that it has ended.
process.on("SIGINT", () => undefined);
const [code] = (await once(child, "exit")) as [number | null];
process.exit(code ?? 1);
