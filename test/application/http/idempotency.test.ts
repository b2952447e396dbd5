import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { formOf, openUploading, song, wav, wavBlob, type Uploading } from "../uploads/uploading.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const time = trackKeyFrom("Pink Floyd", "Time");

describe("A batch with an Idempotency-Key", () => {
  const folders: string[] = [];
  const applications: ApplicationUnderTest[] = [];
  let one: ApplicationUnderTest;
  let other: ApplicationUnderTest;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "overtone-idempotency-"));
    folders.push(folder);
    const providers = () => [
      new FakeProvider(
        "library",
        ["Money", "Time"].map((name) => candidate("Pink Floyd", name)),
      ),
    ];
    const shared = { DATABASE_URL: `sqlite:${join(folder, "shared.db")}`, DATA_DIR: folder };
    one = await openApplicationUnderTest({ providers: providers() }, shared);
    other = await openApplicationUnderTest({ providers: providers() }, shared);
    applications.push(one, other);
    await one.get("/api/audio/search?track=Money");
  });
  afterAll(async () => {
    for (const application of applications) await application.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const post = (
    key: string,
    body: unknown,
    { to = one, token = one.token } = {},
  ): Promise<Response> =>
    fetch(`${to.url}/api/audio/analysis/batch`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  it("gets the first answer again, from any server, whatever has changed since", async () => {
    const body = { trackKeys: [money], compute: false };
    const first = await post('"a-1"', body);
    await one.get(`/api/audio/analysis/${money}`);

    const again = await post("a-1", { compute: false, trackKeys: [money] }, { to: other });

    const text = await first.text();
    expect(JSON.parse(text)).toMatchObject({ data: [{ status: "not_requested" }] });
    expect([again.status, await again.text()]).toEqual([200, text]);
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect([first, again].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([
      null,
      "true",
    ]);
  });

  it("is refused with another body", async () => {
    await post("b", { trackKeys: [money] });

    const response = await post("b", { trackKeys: [time] });

    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { code: "IDEMPOTENCY_KEY_REUSED" } });
  });

  it("is another request of another caller", async () => {
    const { token } = await one.services.access.issue({ name: "other", scopes: ["read"] });
    await post("c", { trackKeys: [money] });

    const response = await post("c", { trackKeys: [time] }, { token });

    expect([response.status, response.headers.get("idempotency-replayed")]).toEqual([200, null]);
  });

  it("can be repeated after a failure", async () => {
    const failed = await post("d", { trackKeys: ["nonsense"] });
    const response = await post("d", { trackKeys: [money] });

    expect([failed.status, response.status]).toEqual([400, 200]);
  });

  it.each(["", " ", '""', "two words", '"open', "x".repeat(256), "ümlaut"])(
    "is refused for the key %j",
    async (key) => {
      const response = await post(key, { trackKeys: [money] });

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { parameter: "Idempotency-Key" } });
    },
  );
});

describe("An upload with an Idempotency-Key", () => {
  let uploading: Uploading;

  beforeEach(async () => {
    uploading = await openUploading();
  });
  afterEach(() => uploading.close());

  const form = (file: Blob = wavBlob()): FormData =>
    formOf(["artist", song.artist], ["track", song.track], ["file", file, "a.wav"]);

  const upload = (key: string, body: FormData = form()): Promise<Response> =>
    uploading.post(body, { "idempotency-key": key, prefer: "wait=20" });

  it("is analysed once, and answered alike, although each form has a boundary of its own", async () => {
    const first = await upload("a");
    const again = await upload("a");

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await again.text()).toBe(await first.text());
    for (const name of ["content-location", "etag", "cache-control"]) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(uploading.analyzer.received).toHaveLength(1);
    expect(await uploading.filesLeft()).toEqual([]);
  });

  it("is refused with another file, or with other names", async () => {
    await upload("b");

    const file = await upload("b", form(new Blob([wav.subarray(0, 100_000)])));
    const names = await upload("b", formOf(["artist", "Bob"], ["file", wavBlob(), "a.wav"]));

    expect([file.status, names.status]).toEqual([422, 422]);
    expect(uploading.analyzer.received).toHaveLength(1);
  });

  it("is refused while the first one runs, and answered after it", async () => {
    const release = uploading.analyzer.hold();
    const first = upload("c");
    let second = await upload("c");
    // Whichever arrives first is the one that runs.
    while (second.status !== 409) second = await upload("c");

    release();
    const answer = await first;
    const third = await upload("c");

    expect(await second.json()).toMatchObject({ error: { code: "IDEMPOTENCY_KEY_IN_USE" } });
    expect(second.headers.get("retry-after")).toBe("1");
    expect([answer.status, third.status]).toEqual([200, 200]);
    expect(await third.text()).toBe(await answer.text());
  });

  it("can be repeated after a failure", async () => {
    const failed = await upload("d", form(new Blob(["not audio"])));
    const response = await upload("d");

    expect([failed.status, response.status]).toEqual([422, 200]);
  });
});
