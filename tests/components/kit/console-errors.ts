/** Console errors that the running test allows. Cleared before each test. */
export const expectedErrors: RegExp[] = [];

/** Allows a console error that belongs to the test case; any other error fails the test. */
export const expectConsoleError = (pattern: RegExp): void => void expectedErrors.push(pattern);
