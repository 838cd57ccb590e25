import type { IncomingMessage } from "node:http";
import { AppError } from "../app-error.ts";

/** Most bytes of uploads that a node holds at once. */
const maxHeld = 256 * 1024 * 1024;
let held = 0;

/** A body that is being read. */
export interface ArrivingBody {
  whole: Promise<Buffer>;
  stop: (error?: AppError) => void;
  /** Tells one listener how many bytes have arrived, and then of each piece. */
  watch: (listener: (bytes: number) => void) => void;
}

/**
 * Reads a request's body from its first byte on, whatever else is still being decided. An encoder closes its side
 * right after the last byte and never reads the answer; Node then throws away what nobody has read yet.
 *
 * @returns the whole body, a way to stop keeping it, and one to hear of its bytes: of those so far, then of each piece
 * @throws AppError from `whole`: `too_large`, `invalid_input` if the sender broke off, `unavailable` if the node is full
 */
export function readBody(request: IncomingMessage, maxBytes: number): ArrivingBody {
  let notify: (bytes: number) => void = () => undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  const drop = () => {
    held -= size;
    size = 0;
    pieces.length = 0;
  };
  let refuse: (error: AppError) => void = () => undefined;
  const whole = new Promise<Buffer>((resolve, reject) => {
    refuse = (error) => {
      drop();
      request.off("data", append);
      // What still arrives is thrown away: the socket would otherwise wait for a reader.
      request.resume();
      reject(error);
    };
    const append = (piece: Buffer) => {
      size += piece.length;
      held += piece.length;
      if (size > maxBytes) return refuse(new AppError("too_large"));
      if (held > maxHeld) return refuse(new AppError("unavailable"));
      pieces.push(piece);
      notify(piece.length);
    };
    request.on("data", append);
    request.once("end", () => {
      const body = Buffer.concat(pieces);
      drop();
      resolve(body);
    });
    const breakOff = () => refuse(new AppError("invalid_input", { message: "The upload was interrupted" }));
    request.once("error", breakOff);
    request.once("close", () => {
      if (!request.readableEnded) breakOff();
    });
  });
  // Whoever is refused before the body counts never waits for it.
  whole.catch(() => undefined);
  return {
    whole,
    stop: (error = new AppError("invalid_input")) => refuse(error),
    watch(listener) {
      notify = listener;
      listener(size);
    },
  };
}
