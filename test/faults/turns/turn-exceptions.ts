/** Longest turn that any request may take, milliseconds. */
export const TURN_LIMIT_MILLISECONDS = 50;

/** Requests, by their names, that may take longer turns, with the reasons. Empty: none may. */
export const turnExceptions: Readonly<Record<string, string>> = {};
