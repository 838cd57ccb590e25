/** Performance mark set when the page responds to input. Benchmarks and end-to-end tests wait for it. */
export const answersMark = "page-answers";
