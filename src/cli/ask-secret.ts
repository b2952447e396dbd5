import { Writable } from "node:stream";

/**
 * Reads a line of standard input: a person is asked for it, and what they type is not shown. Without a line, it is empty.
 *
 * @param question e.g. "Password of ann"
 */
export async function askSecret(question: string): Promise<string> {
  const { createInterface } = await import("node:readline");
  const { stdin, stderr } = process;
  const isPerson = stdin.isTTY;
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isPerson) stderr.write(`${question}: `);
  const lines = createInterface({ input: stdin, output, terminal: isPerson });
  // The terminal does not send a signal while each key is read.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
    if (isPerson) stderr.write("\n");
  }
}
