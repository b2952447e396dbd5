/**
 * Headers that a page of another origin can send only after its browser has asked whether it may.
 * A key is one of them: it is never sent unasked, as cookies are.
 */
export const askedBeforehand = [
  "authorization",
  "apollo-require-preflight",
  "x-apollo-operation-name",
];
