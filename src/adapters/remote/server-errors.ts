/** The server cannot be reached, does not answer in time, or answers that it cannot do so now. */
export class ServerAwayError extends Error {
  constructor(problem: string, cause?: unknown) {
    super(problem, { cause });
    this.name = "ServerAwayError";
  }
}

/** The server refuses this worker: its key, its scope, or its address. Another attempt is of no use. */
export class ServerRefusedError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "ServerRefusedError";
  }
}

/** Problems of connections by the codes of Node.js, as sentences about the server. */
const PROBLEM_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "accepts no connections",
  ECONNRESET: "closed the connection",
  ENOTFOUND: "has a name that is not known",
  EAI_AGAIN: "has a name that cannot be looked up now",
  ETIMEDOUT: "does not respond in time",
  EHOSTUNREACH: "cannot be reached over the network",
  ENETUNREACH: "cannot be reached over the network",
  ABORT_ERR: "does not respond in time",
  ERR_SSL_WRONG_VERSION_NUMBER: "does not speak HTTPS at this port; check http:// and https://",
  EPROTO: "does not speak HTTPS at this port; check http:// and https://",
};

/** Codes of certificates that Node.js refuses. */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS/;

/** Describes why a request failed, in a sentence without an end. */
export function connectionProblemOf(error: unknown): string {
  const code = codeOf(error);
  if (CERTIFICATE_CODE.test(code)) {
    return (
      `has a certificate that is not accepted (${code}); ` +
      "for a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file"
    );
  }
  return PROBLEM_BY_CODE[code] ?? `cannot be reached (${code})`;
}

/** Returns the code of an error or of the error that caused it; where there is none, its message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The time limit of a request.
  if (error.name === "TimeoutError") return "ABORT_ERR";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error.cause === undefined ? error.message : codeOf(error.cause);
}
