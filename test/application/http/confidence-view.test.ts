import { estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const one = `/api/audio/analysis/${money}`;
const many = `/api/audio/analysis?trackKeys=${money}`;

interface Answer {
  readonly data: readonly { readonly analysis: unknown }[] & Readonly<Record<string, unknown>>;
}

describe("The view of an analysis with its confidence", () => {
  let application: ApplicationUnderTest;
  let plain: string;

  beforeAll(async () => {
    const provider = new FakeProvider("library", [candidate("Pink Floyd", "Money")]);
    application = await openApplicationUnderTest({ providers: [provider] });
    await application.get("/api/audio/search?track=Money");
    plain = await (await application.get(one)).text();
  });
  afterAll(() => application.close());

  it("has all of the plain view, and a confidence in [0, 1] for each value", async () => {
    const response = await application.get(`${one}?include=confidence`);

    const { data, ...others } = (await response.json()) as Answer;
    const { confidence, ...values } = data as unknown as { confidence: Record<string, number> };
    expect(JSON.parse(plain)).toEqual({ data: values, ...others });
    expect(Object.keys(confidence)).toEqual(estimateFields);
    for (const share of Object.values(confidence)) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    }
  });

  it("is the same in a batch, by URL and by body", async () => {
    const single = (await (await application.get(`${one}?include=confidence`)).json()) as Answer;
    const byUrl = (await (await application.get(`${many}&include=confidence`)).json()) as Answer;
    const byBody = await fetch(`${application.url}/api/audio/analysis/batch`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${application.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ trackKeys: [money], include: "confidence" }),
    });

    expect(byUrl.data[0]!.analysis).toEqual(single.data);
    expect(await byBody.json()).toEqual(byUrl);
  });

  it("leaves the plain view as it is, byte for byte", async () => {
    const batch = await (await application.get(many)).text();

    expect(await (await application.get(one)).text()).toBe(plain);
    const { data } = JSON.parse(plain) as { readonly data: object };
    expect(batch).toContain(JSON.stringify(data));
    expect(plain).not.toContain("confidence");
  });

  it.each(["everything", "confidence,beats"])("is refused for include=%s", async (include) => {
    for (const path of [`${one}?`, `${many}&`]) {
      const response = await application.get(`${path}include=${include}`);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { parameter: "include" } });
    }
  });
});
