import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { waitUntil } from "../../wait-until.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const titles = ["One", "Two", "Three", "Four", "Five"];

describe("The library over GraphQL", () => {
  let folder: string;
  let application: ApplicationUnderTest;
  let analyzer: FakeAnalyzer;
  let writer: string;

  beforeEach(async () => {
    // Different audio, because files with the same are one recording.
    const files = titles.map((title, index) => [
      `Ann - ${title}.aiff`,
      taggedAiff({}, undefined, index),
    ]);
    folder = await musicFolder(Object.fromEntries(files) as Record<string, Uint8Array>);
    analyzer = new FakeAnalyzer();
    application = await openApplicationUnderTest(
      { analyzer, sources: undefined, providers: undefined },
      { LIBRARY_DIRS: folder, LIBRARY_ANALYSIS: "off" },
    );
    await application.services.library.scanAll();
    const { access } = application.services;
    ({ token: writer } = await access.issue({ name: "writer", scopes: ["read", "write"] }));
  });
  afterEach(async () => {
    await application.close();
    await removeMusicFolders();
  });

  const ask = async (query: string, token = application.token) => {
    const response = await fetch(`${application.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as {
      // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each test knows what it selected
      data: any;
      errors?: { message: string; extensions: { code: string } }[];
    };
  };
  const failAll = async () => {
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));
    await application.services.libraryAnalysis.finish(new AbortController().signal);
    application.services.libraryStatus.expire();
  };

  it("pages through the tracks that are not analysed, in both directions", async () => {
    const page = async (args: string) => {
      const { data } = await ask(
        `{ tracks(filter: {analysed: false}, ${args}) { totalCount edges { cursor node { trackName } }
           pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } }`,
      );
      return data.tracks;
    };

    const one = await page("first: 3");
    const two = await page(`first: 3, after: "${one.pageInfo.endCursor}"`);
    const back = await page(`last: 3, before: "${two.pageInfo.startCursor}"`);

    const names = [...one.edges, ...two.edges].map(
      ({ node }: { node: { trackName: string } }) => node.trackName,
    );
    expect(names.sort()).toEqual([...titles].sort());
    expect([one.totalCount, two.totalCount]).toEqual([5, 5]);
    expect([one.pageInfo.hasNextPage, two.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(back.edges).toEqual(one.edges);
  });

  it("refuses other conditions and orders beside `analysed: false`, and names them", async () => {
    const answers = [
      await ask('{ tracks(filter: {analysed: false, text: "a"}) { totalCount } }'),
      await ask("{ tracks(filter: {analysed: false, mood: {happy: {gte: 0}}}) { totalCount } }"),
      await ask("{ tracks(filter: {analysed: false}, orderBy: {field: TEMPO}) { totalCount } }"),
      await ask("{ tracks(filter: {analysed: false}, offset: 2) { totalCount } }"),
    ];

    const messages = answers.map(({ errors }) => [
      errors?.[0]?.extensions.code,
      errors?.[0]?.message,
    ]);
    expect(messages).toEqual([
      ["INVALID_INPUT", expect.stringContaining('"filter.text"')],
      ["INVALID_INPUT", expect.stringContaining('"filter.mood"')],
      ["INVALID_INPUT", expect.stringContaining('"orderBy"')],
      ["INVALID_INPUT", expect.stringContaining('"offset"')],
    ]);
  });

  it("lists analysed tracks from a place on, with the track of each analysis", async () => {
    await application.services.libraryAnalysis.finish(new AbortController().signal);
    const page = "first: 2, orderBy: {field: TRACK_NAME}";

    const { data } = await ask(
      `{ tracks(${page}, offset: 2) { totalCount nodes { trackName analysis { ... on TrackAnalysis { track { trackName artist } } } } } }`,
    );
    const { errors } = await ask(`{ tracks(${page}, offset: -1) { totalCount } }`);

    expect(data.tracks.totalCount).toBe(5);
    expect(data.tracks.nodes).toEqual(
      ["One", "Three"].map((trackName) => ({
        trackName,
        analysis: { track: { trackName, artist: "Ann" } },
      })),
    );
    expect(errors?.[0]).toMatchObject({
      extensions: { code: "INVALID_INPUT" },
      message: expect.stringContaining('"offset"') as unknown,
    });
  });

  it("lists the analysed tracks with `analysed: true`, as without it", async () => {
    await application.services.libraryAnalysis.finish(new AbortController().signal);

    const { data } = await ask(
      "{ given: tracks(filter: {analysed: true}) { totalCount } absent: tracks { totalCount } }",
    );

    expect(data).toEqual({ given: { totalCount: 5 }, absent: { totalCount: 5 } });
  });

  it("shows why analyses failed, and the paths only to keys with the scope write", async () => {
    await failAll();
    const query = `{ library { tracks analysed waiting failed failureCounts { code count }
      folders { path fileCount isConfigured problem }
      failures(first: 2) { totalCount nodes { fileId } edges { node { fileId code message path track { artist } } } } }
      tracks(filter: {analysed: false}, first: 1) { edges { node { analysis { ... on AnalysisFailed { code } } } } } }`;

    const { data: read } = await ask(query);
    const { data: written } = await ask(query, writer);

    expect(read.library).toMatchObject({
      ...{ tracks: 5, analysed: 0, waiting: 0, failed: 5 },
      failureCounts: [{ code: "AUDIO_UNDECODABLE", count: 5 }],
      folders: [{ path: null, fileCount: 5, isConfigured: true, problem: null }],
    });
    expect(read.library.failures.totalCount).toBe(5);
    const { edges, nodes } = read.library.failures;
    const [{ node }] = edges;
    expect(nodes).toEqual(edges.map((edge: (typeof edges)[0]) => ({ fileId: edge.node.fileId })));
    expect(node).toMatchObject({
      fileId: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
      ...{ code: "AUDIO_UNDECODABLE", path: null, track: { artist: "Ann" } },
    });
    expect(written.library.failures.edges[0].node.path).toMatch(/^\/.*\/Ann - .*\.aiff$/);
    expect(written.library.folders[0].path).toMatch(/^\//);
    expect(read.tracks.edges[0].node.analysis).toEqual({ code: "AUDIO_UNDECODABLE" });
  });

  it("retries with the scope write only", async () => {
    await failAll();

    const refused = await ask("mutation { retryAnalyses }");
    const retried = await ask("mutation { retryAnalyses }", writer);
    const { data } = await ask("{ library { waiting failed } }");
    const again = await ask('mutation { retryAnalyses(trackKey: "0123456789abcdef") }', writer);

    expect(refused.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect(retried.data).toEqual({ retryAnalyses: 5 });
    expect(data.library).toEqual({ waiting: 5, failed: 0 });
    expect(again.errors?.[0]?.extensions.code).toBe("INVALID_INPUT");
  });

  it("sends the status again when it has changed", async () => {
    const response = await fetch(`${application.url}/graphql/stream`, {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", accept: "text/event-stream" },
        authorization: `Bearer ${application.token}`,
      },
      body: JSON.stringify({ query: "subscription { libraryUpdated { analysed waiting } }" }),
    });
    const reader = response.body!.getReader();
    let text = "";
    const reading = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        text += Buffer.from(value).toString();
      }
    })();
    await waitUntil(() => text.includes('{"analysed":0,"waiting":5}'));

    await application.services.libraryAnalysis.finish(new AbortController().signal);
    await waitUntil(() => text.includes('{"analysed":5,"waiting":0}'));
    await reader.cancel();
    await reading;

    expect(text).not.toContain("errors");
  });
});
