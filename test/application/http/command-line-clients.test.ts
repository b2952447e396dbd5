import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openUploading, uploadPath, wav, type Uploading } from "../uploads/uploading.js";
import { commandLineClients, type WrittenRequest } from "./command-line-clients.js";

/** A name that each client has to encode. */
const [artist, track] = ["Sigrún + 椎名林檎", 'Ljósið & 1+1 = "100 %"'] as const;

for (const client of commandLineClients) {
  const describeWith = client.isInstalled ? describe : describe.skip;

  describeWith(`${client.name} (skipped where it is not installed)`, () => {
    let folder: string;
    let uploading: Uploading;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "overtone-client-"));
      const provider = new FakeProvider("library", [candidate(artist, track)]);
      uploading = await openUploading({ providers: [provider] });
    });
    afterAll(async () => {
      await uploading.close();
      await rm(folder, { recursive: true });
    });

    async function send(path: string, request: Partial<WrittenRequest>) {
      const { application, token } = uploading;
      const { status, body } = await client.send({
        token,
        ...request,
        url: application.url + path,
      });
      return { status, answer: JSON.parse(body) as unknown };
    }

    it("finds a name that it encodes", async () => {
      const query = { "name.artist": artist, "name.track": track };

      const { status, answer } = await send("/api/audio/search", { query });

      expect(status).toBe(200);
      expect(answer).toMatchObject({ data: [{ artist, trackName: track, match_score: 1 }] });
    });

    it("sends a GraphQL operation as JSON", async () => {
      const json = { query: `{ trackKey(artist: "Pink Floyd", track: "Money") }` };

      const { status, answer } = await send("/graphql", { json });

      expect([status, answer]).toEqual([200, { data: { trackKey: "bc24aaa5a97c70ed" } }]);
    });

    it.each([
      ['Prince - 12" Mix.wav', "Prince", '12" Mix'],
      ["Björk - Jóga (日本).wav", "Björk", "Jóga (日本)"],
      ["+44 - 1+1, 50 %; a=b.wav", "+44", "1+1, 50 %; a=b"],
    ])("sends a file, whose name is read: %s", async (name, sentArtist, trackName) => {
      const file = join(folder, name);
      await writeFile(file, wav);

      const { status, answer } = await send(uploadPath, { file });

      expect(status).toBe(200);
      expect(answer).toMatchObject({ data: { artist: sentArtist, trackName } });
    });

    it("receives the refusal of a file that is too large", async () => {
      const file = join(folder, "Ann - Large.wav");
      await writeFile(file, Buffer.alloc(3_000_000));

      const { status, answer } = await send(uploadPath, { file });

      expect(status).toBe(413);
      expect(answer).toMatchObject({ success: false, error: { code: "PAYLOAD_TOO_LARGE" } });
    });

    it("receives the refusal of a wrong key", async () => {
      const query = { track: "Money" };

      const { status, answer } = await send("/api/audio/search", { query, token: "wrong" });

      expect(status).toBe(401);
      expect(answer).toMatchObject({ success: false, error: { code: "UNAUTHENTICATED" } });
    });
  });
}
