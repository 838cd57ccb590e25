import { Worker, parentPort, workerData } from "node:worker_threads";
import { AppError } from "../app-error.ts";
import { createTurns } from "../turns.ts";
import { TableProblem } from "./table.ts";

type Outcome<Answer> = { answer: Answer } | { problem: string };

/** Files that are read at once, and that wait; more are refused for a few seconds. */
const turns = createTurns(2, 20, 5);

const tooMuch = "We couldn't read this list in time. Save it as a plain CSV file, or split it, and try again.";

/**
 * Does one task in a thread of its own, beside the event loop, and ends it when it takes too long or too much memory:
 * whatever a file does to its reader, requests are answered meanwhile. The thread gets no settings of the site.
 *
 * @param program a module that calls `answerBeside`
 * @param order the task, as plain values
 * @throws AppError `invalid_input` with the sentence of a TableProblem | `unavailable` if too many wait
 */
export function runBeside<Answer>(
  program: URL,
  order: object,
  { ms, heapMb = 512 }: { ms: number; heapMb?: number },
): Promise<Answer> {
  return turns(async () => {
    const worker = new Worker(program, {
      workerData: order,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    let timer: NodeJS.Timeout | undefined;
    try {
      const outcome = await new Promise<Outcome<Answer>>((resolve, reject) => {
        timer = setTimeout(() => resolve({ problem: tooMuch }), ms);
        worker.once("message", resolve);
        worker.once("error", (error: NodeJS.ErrnoException) =>
          error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve({ problem: tooMuch }) : reject(error),
        );
        worker.once("exit", (code) => reject(new Error(`A reader of lists ended with ${code}`)));
      });
      if ("answer" in outcome) return outcome.answer;
      throw new AppError("invalid_input", {
        message: outcome.problem,
        errors: [{ path: "file", message: outcome.problem }],
      });
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  });
}

/** Does the task of this thread, which `runBeside` started, and answers it. */
export function answerBeside(work: (order: never) => object): void {
  let outcome: Outcome<object>;
  try {
    outcome = { answer: work(workerData as never) };
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error;
    outcome = { problem: error.message };
  }
  parentPort!.postMessage(outcome);
}
