import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteDriver } from "../../../src/adapters/storage/sqlite/sqlite-driver.js";
import { scopes } from "../../../src/domain/api-key.js";
import { StorageBusyError } from "../../../src/domain/errors/availability-errors.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeDirectory } from "../../fakes/fake-directory.js";
import { FakeSoundDirectory } from "../../fakes/fake-sound-directory.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { ExchangeCoverage } from "../../rest/description/exchange-coverage.js";
import { exchangeMismatches } from "../../rest/description/exchange-mismatches.js";
import { exchangeOf, type Exchange } from "../../rest/description/exchange.js";
import { InterfaceDescription } from "../../rest/description/interface-description.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import type { DescribedRequest, Stage } from "./described-request.js";
import { dropAllTables } from "./emptied-database.js";
import { answersHead, describedRequests, notExercised } from "./described-requests.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { coveredFile } from "./open-requests.js";
import { sourcesIn } from "./worker-exchanges.js";

const description = new InterfaceDescription();
const operations = new Map(description.operations.map((operation) => [operation.id, operation]));

/** Each request, once for every described media type of its response. */
const requests = describedRequests.flatMap((request) =>
  acceptable(request.operationId, request.status).map((accept) => ({
    ...request,
    accept,
    shown: typeof request.path === "string" ? request.path.slice(0, 60) : "a path made there",
  })),
);

/** The first request of each operation that succeeds. */
const samples = describedRequests.filter(
  ({ operationId, status }, n) =>
    status < 300 && describedRequests.findIndex((other) => other.operationId === operationId) === n,
);

/** Each sample, once for every media type of a response with this status. */
const samplesThatMay = (status: number): readonly (DescribedRequest & { accept: string })[] =>
  samples.flatMap((sample) =>
    acceptable(sample.operationId, status).map((accept) => ({ ...sample, status, accept })),
  );

function acceptable(id: string, status: number): readonly string[] {
  const answer = operations.get(id)?.answers.get(status);
  if (!answer) return [];
  return answer.content.size === 0 ? ["*/*"] : [...answer.content.keys()];
}

describe("The REST interface and its description", () => {
  const provider = new FakeProvider("library");
  const analyzer = new FakeAnalyzer({}, sixSeconds);
  const otherProvider = new FakeProvider("other");
  const directory = new FakeDirectory("library");
  const otherDirectory = new FakeDirectory("other");
  const soundDirectory = new FakeSoundDirectory();
  const excerpts: Stage["excerpts"] = {};
  const coverage = new ExchangeCoverage(description);
  const issued = new Map<unknown, Map<string, string>>();
  let folder: string;
  let application: ApplicationUnderTest;
  let stage: Stage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-openapi-"));
    await mkdir(join(folder, "Described"));
    await writeFile(join(folder, "Described", "covered.aiff"), coveredFile);
    application = await open({});
    await application.services.library.scanAll();
    // After the scan, so that the library does not have it.
    await writeFile(join(folder, "of-a-source.aiff"), taggedAiff({}, undefined, 9));
    const owner = (await keyFor(application)).slice("Bearer ot_live_".length).slice(0, 8);
    const webhook = { id: "wh_0123456789abcdef", deliveryId: "msg_0" };
    const work = { id: "0", token: "0", sequence: 0 };
    const others = { otherProvider, directory, otherDirectory, soundDirectory };
    stage = { application, owner, provider, ...others, analyzer, webhook, work, excerpts };
  });

  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    otherProvider.replyWith([]);
    directory.answerWith([]);
    otherDirectory.answerWith([]);
    soundDirectory.answerWith([]);
    provider.replyWith([
      candidate("Pink Floyd", "Money", { kind: "embedded" }),
      candidate("Pink Floyd", "06 - Cymbaline"),
    ]);
    analyzer.answerWith({
      tempo: 124.5,
      key: 11,
      mode: 0,
      timeSignature: 7,
      energy: 1,
      happy: 0.5,
    });
  });

  const open = (environment: Readonly<Record<string, string>>): Promise<ApplicationUnderTest> =>
    openApplicationUnderTest(
      {
        ...{ analyzer, providers: [provider, otherProvider] },
        sources: sourcesIn(folder, excerpts),
        directories: [directory, otherDirectory],
        soundDirectories: [soundDirectory],
      },
      {
        DATA_DIR: folder,
        LIBRARY_DIRS: folder,
        UPLOAD_LIMIT_MB: "1",
        WEBHOOK_PRIVATE_ADDRESSES: "on",
        ...environment,
      },
    );

  const keyFor = async (
    { services }: ApplicationUnderTest,
    wanted: readonly string[] = scopes,
  ): Promise<string> => {
    const held = scopes.filter((scope) => wanted.includes(scope));
    const keys = issued.get(services) ?? new Map<string, string>();
    issued.set(services, keys);
    const name = held.join() || "nothing";
    const token = keys.get(name) ?? (await services.access.issue({ name, scopes: held })).token;
    keys.set(name, token);
    return `Bearer ${token}`;
  };

  /** Sends a request, with a key that has all scopes unless the headers contain another one. */
  const exchange = async (
    { operationId, path: target, body, headers, accept }: DescribedRequest & { accept: string },
    {
      to = application,
      method = operations.get(operationId)!.method,
      given = {},
    }: {
      to?: ApplicationUnderTest;
      method?: string;
      given?: { readonly authorization?: string };
    } = {},
  ): Promise<Exchange> => {
    const path = typeof target === "function" ? target(stage) : target;
    const { authorization = await keyFor(to) } = given;
    const own = typeof headers === "function" ? headers(stage) : headers;
    const sent = new Headers({ accept, ...own, authorization });
    sent.set("x-request-id", "described");
    const isSent = !["GET", "HEAD", "DELETE"].includes(method);
    const content = typeof body === "function" ? body() : body;
    const init = {
      method,
      headers: sent,
      ...(isSent && content !== undefined && { body: content }),
    };
    const request = new Request(to.url + path, init);
    return exchangeOf(method, path, request.headers, await fetch(request));
  };

  /** Expects that the exchange is as described, and counts it as covered. */
  const expectDescribed = (found: Exchange, status: number): void => {
    expect([found.status, exchangeMismatches(found, description)]).toEqual([status, []]);
    coverage.add(found);
  };

  it.each(requests)("agree on $status of $operationId as $accept: $shown", async (request) => {
    const restore = await request.given?.(stage);

    const found = await exchange(request);

    restore?.();
    expectDescribed(found, request.status);
  });

  it.each(samplesThatMay(401))(
    "agree on $operationId without a key, as $accept",
    async (sample) => {
      const found = await exchange(sample, { given: { authorization: "" } });

      expectDescribed(found, 401);
    },
  );

  it.each(samplesThatMay(403).filter(({ operationId }) => operations.get(operationId)?.scopes))(
    "agree on $operationId without its scope, as $accept",
    async (sample) => {
      const needed = operations.get(sample.operationId)!.scopes ?? [];
      const others = scopes.filter((scope) => !needed.includes(scope));

      const authorization = await keyFor(application, others);

      expectDescribed(await exchange(sample, { given: { authorization } }), 403);
    },
  );

  it.each(samplesThatMay(405))("agree on PROPFIND of $operationId, as $accept", async (sample) => {
    const found = await exchange(sample, { method: "PROPFIND" });

    expectDescribed(found, 405);
  });

  it.each(samplesThatMay(406))("agree on $operationId as something else", async (sample) => {
    expectDescribed(await exchange({ ...sample, accept: "application/x-unknown" }), 406);
  });

  it.each(samples)("agree on OPTIONS of $operationId", async (sample) => {
    const found = await exchange({ ...sample, accept: "*/*" }, { method: "OPTIONS" });

    const allowed = found.headers.get("allow")?.split(", ");
    expect([found.status, found.body]).toEqual([204, ""]);
    expect(allowed).toContain(operations.get(sample.operationId)!.method);
  });

  it.each(samples.filter(({ operationId }) => answersHead(operations.get(operationId)!)))(
    "agree on HEAD of $operationId",
    async (sample) => {
      const found = await exchange({ ...sample, accept: "*/*" }, { method: "HEAD" });

      expect([found.status, found.body]).toEqual([sample.status, ""]);
      expect(exchangeMismatches(found, description)).toEqual([]);
    },
  );

  describe("where a key has one request a second", () => {
    let limited: ApplicationUnderTest;

    beforeAll(async () => {
      limited = await open({ RATE_LIMIT_PER_SECOND: "1", DATABASE_URL: "sqlite::memory:" });
    });
    afterAll(() => limited.close());

    it.each(samplesThatMay(429))(
      "agree on $operationId over the rate limit, as $accept",
      async (sample) => {
        const { token } = await limited.services.access.issue({ name: "limited", scopes });
        const given = { authorization: `Bearer ${token}` };

        let found = await exchange(sample, { to: limited, given });
        while (found.status !== 429) found = await exchange(sample, { to: limited, given });

        expectDescribed(found, 429);
      },
    );
  });

  describe("over a database that has lost its tables", () => {
    let broken: ApplicationUnderTest;
    let given: { readonly authorization: string };

    beforeAll(async () => {
      const path = join(folder, "broken.db");
      broken = await open({ DATABASE_URL: `sqlite:${path}` });
      given = { authorization: await keyFor(broken) };
      dropAllTables(path);
    });
    afterAll(() => broken.close());

    it.each(samplesThatMay(500))("agree on $operationId, as $accept", async (sample) => {
      const found = await exchange(sample, { to: broken, given });

      expectDescribed(found, 500);
    });

    it("agree on getReadiness", async () => {
      const sample = samples.find(({ operationId }) => operationId === "getReadiness")!;

      const found = await exchange({ ...sample, accept: "*/*" }, { to: broken, given });

      expectDescribed(found, 503);
    });
  });

  describe("over a database that another process locks", () => {
    let locked: ApplicationUnderTest;
    let given: { readonly authorization: string };

    // An application that has read nothing yet, because values that were read are kept for a second.
    beforeAll(async () => {
      locked = await open({ DATABASE_URL: `sqlite:${join(folder, "locked.db")}` });
      given = { authorization: await keyFor(locked) };
    });
    afterAll(() => locked.close());
    const working = Object.getOwnPropertyDescriptors(SqliteDriver.prototype);
    beforeEach(() => {
      const held = (): Promise<never> => Promise.reject(new StorageBusyError());
      Object.assign(SqliteDriver.prototype, { run: held, list: held });
    });
    afterEach(() => void Object.defineProperties(SqliteDriver.prototype, working));

    it.each(samplesThatMay(503))("agree on $operationId, as $accept", async (sample) => {
      const found = await exchange(sample, { to: locked, given });

      expectDescribed(found, 503);
    });
  });

  it("exercise everything that is described, except what is listed with its reason", () => {
    const missing = coverage.missing();

    expect(missing).toEqual(Object.keys(notExercised).sort());
  });
});
