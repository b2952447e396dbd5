import { Client, fetchExchange, gql } from "@urql/core";
import { print } from "graphql";
import { formOf, openUploading, song, wav, wavBlob, type Uploading } from "../uploads/uploading.js";

const document = gql`
  mutation ($file: Upload!, $artist: String, $track: String) {
    analyzeUpload(file: $file, artist: $artist, track: $track) {
      trackKey
      isStored
      analysis {
        ... on TrackAnalysis {
          artist
          trackName
          tempo
        }
      }
    }
  }
`;
const query = print(document);
const { artist, track, trackKey } = song;
const toVariable = JSON.stringify({ "0": ["variables.file"] });

const analysed = {
  analyzeUpload: {
    trackKey,
    analysis: { artist, trackName: track, tempo: 100 },
  },
};

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: object }[];
}

describe("A file that is uploaded over GraphQL", () => {
  let uploading: Uploading;
  let url: string;
  let headers: { readonly authorization: string };

  beforeAll(async () => {
    uploading = await openUploading();
    url = `${uploading.application.url}/graphql`;
    headers = { authorization: `Bearer ${uploading.token}` };
  });
  afterAll(() => uploading.close());

  const operations = (variables: object = { artist, track, file: null }): string =>
    JSON.stringify({ query, variables });
  const send = async (
    body: FormData,
    given: Readonly<Record<string, string>> = headers,
  ): Promise<Answer & { readonly status: number }> => {
    const response = await fetch(url, { method: "POST", headers: given, body });
    return { status: response.status, ...((await response.json()) as Answer) };
  };

  it("is analysed for urql, by the names in the name of the file", async () => {
    const client = new Client({
      ...{ url, fetchOptions: { headers }, exchanges: [fetchExchange], preferGetMethod: false },
    });
    const file = new File([wav], `${artist} - ${track}.wav`, { type: "audio/wav" });

    const { data, error } = await client.mutation<object>(document, { file }).toPromise();

    expect([error, data]).toMatchObject([undefined, analysed]);
  });

  it("is refused over the limit of uploads, and without the scope", async () => {
    const large = new Blob([new Uint8Array(1_200_000)], { type: "audio/wav" });
    const reader = await uploading.tokenFor("read");
    const form = (blob: Blob) =>
      formOf(["operations", operations()], ["map", toVariable], ["0", blob]);

    const tooLarge = await send(form(large));
    const readOnly = await send(form(wavBlob()), { authorization: `Bearer ${reader}` });
    const nobody = await send(form(wavBlob()), { "Apollo-Require-Preflight": "true" });

    const codes = [tooLarge, readOnly, nobody].map(
      ({ errors }) => (errors?.[0]?.extensions as { readonly code: string }).code,
    );
    expect(codes).toEqual(["PAYLOAD_TOO_LARGE", "FORBIDDEN", "UNAUTHENTICATED"]);
    expect(await uploading.filesLeft()).toEqual([]);
  });

  it("is refused without a header that only a preflight request allows", async () => {
    const answer = await send(
      formOf(["operations", operations()], ["map", toVariable], ["0", wavBlob()]),
      {},
    );

    expect(answer.status).toBe(400);
    expect(answer.errors?.[0]?.message).toContain("apollo-require-preflight");
  });

  it.each<[string, () => FormData, string]>([
    [
      "no operations",
      () => formOf(["map", toVariable], ["0", wavBlob()]),
      '"operations" is required',
    ],
    ["no map", () => formOf(["operations", operations()], ["0", wavBlob()]), '"map" is required'],
    [
      "no file",
      () => formOf(["operations", operations()], ["map", toVariable]),
      '"file" is required',
    ],
    [
      "the file first",
      () => formOf(["0", wavBlob()], ["operations", operations()], ["map", toVariable]),
      '"operations" is required, before the file',
    ],
    [
      "operations that are not JSON",
      () => formOf(["operations", "{"], ["map", toVariable], ["0", wavBlob()]),
      '"operations" must be a JSON object',
    ],
    [
      "many operations",
      () => formOf(["operations", `[${operations()}]`], ["map", toVariable], ["0", wavBlob()]),
      '"operations" must be a JSON object',
    ],
    [
      "a map to two places",
      () =>
        formOf(
          ["operations", operations()],
          ["map", '{"0":["variables.file","variables.track"]}'],
          ["0", wavBlob()],
        ),
      '"map" must lead from the field of the one file',
    ],
    [
      "a map to a prototype",
      () =>
        formOf(
          ["operations", operations()],
          ["map", '{"0":["variables.__proto__.file"]}'],
          ["0", wavBlob()],
        ),
      '"map" must lead to a variable that is null',
    ],
    [
      "a second file",
      () =>
        formOf(
          ["operations", operations()],
          ["map", toVariable],
          ["0", wavBlob()],
          ["1", wavBlob()],
        ),
      '"file" must be given once',
    ],
  ])("is refused with %s", async (_what, form, says) => {
    const { errors } = await send(form());

    expect(errors?.[0]?.message).toContain(says);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "INVALID_INPUT" });
    await uploading.whenFilesGone();
  });

  it("is a variable that JSON cannot give", async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: operations({ artist, track, file: "own.wav" }),
    });

    expect(await response.text()).toContain("must be a file of a GraphQL multipart request");
  });

  it("is not read where the operation is refused, and the next request is answered", async () => {
    const invalid = JSON.stringify({ query: "{ nothing }", variables: { file: null } });

    const refused = await send(
      formOf(["operations", invalid], ["map", toVariable], ["0", wavBlob()]),
    );
    const next = await send(
      formOf(["operations", operations()], ["map", toVariable], ["0", wavBlob()]),
    );

    expect(refused.errors?.[0]?.message).toContain("nothing");
    expect(next.data).toMatchObject(analysed);
  });
});
