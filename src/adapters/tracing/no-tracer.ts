import type { Tracer } from "../../ports/runtime/tracer.js";

/** Records nothing. */
export const noTracer: Tracer = {
  isOn: false,
  span: (_start, work) => work({ describe: () => undefined }),
  current: () => undefined,
  traceId: () => undefined,
  close: () => Promise.resolve(),
};
