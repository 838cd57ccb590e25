/** What the console may say in the running test. Emptied before each test. */
export const expectedErrors: RegExp[] = [];

/** Says that an error in the console belongs to the case; any other one fails the test. */
export const expectConsoleError = (pattern: RegExp): void => void expectedErrors.push(pattern);
