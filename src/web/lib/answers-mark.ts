/** The browser's timeline notes under this name that the page answers; measuring and journeys wait for it. */
export const answersMark = "page-answers";
