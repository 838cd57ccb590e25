import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { handler } from "altcha-lib/workers/shared";

// A worker: it's sent `{ type: "work", challenge }`, and answers with the solution, null, or an object with an error.
handler({ deriveKey });
