import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServerProcess, stopProcesses } from "../processes/running-process.js";
import { exampleRequests, floor, stableExample } from "./demo-examples.js";

const file = new URL("../../../src/rest/description/examples.json", import.meta.url);
const library = fileURLToPath(new URL("../../../src/demo/library/", import.meta.url));

describe("The examples of the description", () => {
  let folder: string;
  let url: string;
  let token = "";

  const answerTo = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as object) };
    return (await fetch(`${url}${path}`, { ...init, headers })).json();
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-examples-"));
    ({ url, token = "" } = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: "warn" }));
    const manifest = await readFile(join(library, "manifest.json"), "utf8");
    const tracks = JSON.parse(manifest) as readonly { readonly trackKey: string }[];
    for (const { trackKey } of tracks) await answerTo(`/api/audio/analysis/${trackKey}`);
  });
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("are what a server with the demo library answers (UPDATE_EXAMPLES=1 writes them)", async () => {
    const answers: Record<string, unknown> = {};
    const { recording } = (await answerTo(`/api/audio/analysis/${floor}`)) as {
      readonly recording: { readonly recordingId: string };
    };
    for (const { of, path, ...init } of exampleRequests) {
      const answer = await answerTo(path.replace("RECORDING", recording.recordingId), init);
      answers[of] = stableExample(answer, url, library);
    }

    if (process.env["UPDATE_EXAMPLES"] === "1") {
      await writeFile(file, `${JSON.stringify(answers, null, 2)}\n`);
    }
    expect(answers).toEqual(JSON.parse(await readFile(file, "utf8")));
  });
});
