import { registerHooks } from "node:module";
import { ts } from "@ts-morph/common";

// openapi-typescript writes types with the compiler's former API, which TypeScript 7 doesn't have: loaded first, this
// module stands for the compiler.
registerHooks({ resolve: (name, context, next) => next(name === "typescript" ? import.meta.url : name, context) });

// oxlint-disable-next-line import/no-default-export -- it is imported as the compiler's default export
export default ts;
