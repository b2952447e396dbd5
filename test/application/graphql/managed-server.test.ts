import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClientError, gql, GraphQLClient } from "graphql-request";
import type { Scope } from "../../../src/domain/api-key.js";
import { waitUntil } from "../../wait-until.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { fileOf, pieces } from "../uploads/uploading.js";

const createKey = gql`
  mutation ($scopes: [ApiKeyScope!], $expires: String) {
    createApiKey(name: "player", scopes: $scopes, expires: $expires) {
      token
      apiKey {
        lookup
        name
        scopes
        expiresAt
        revokedAt
      }
    }
  }
`;

interface CreatedKey {
  readonly createApiKey: {
    readonly token: string;
    readonly apiKey: { readonly lookup: string; readonly expiresAt: string | null };
  };
}

describe("A server that is managed over GraphQL, by graphql-request,", () => {
  let application: ApplicationUnderTest;
  let folder: string;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "overtone-managed-")));
    application = await openApplicationUnderTest({}, { LIBRARY_DIRS: folder });
  });
  afterAll(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  const clientOf = (token: string): GraphQLClient =>
    new GraphQLClient(`${application.url}/graphql`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const clientWith = async (...scopes: readonly Scope[]): Promise<GraphQLClient> =>
    clientOf((await application.services.access.issue({ name: "managing", scopes })).token);
  const codeOf = async (asked: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await asked.catch((thrown: unknown) => thrown);
    return (error as ClientError).response.errors?.[0]?.extensions["code"];
  };

  it("creates, lists and revokes API keys", async () => {
    const admin = await clientWith("read", "admin");

    const { createApiKey } = await admin.request<CreatedKey>(createKey, { expires: "1h" });

    const { lookup, expiresAt } = createApiKey.apiKey;
    const asPlayer = clientOf(createApiKey.token);
    const before = await asPlayer.request<object>('{ trackKey(artist: "a", track: "b") }');
    const revoked = await admin.request<object>(
      "mutation ($id: ID!) { revokeApiKey(lookup: $id) }",
      {
        id: lookup,
      },
    );
    const after = await codeOf(asPlayer.request('{ trackKey(artist: "a", track: "b") }'));
    const listed = await admin.request<{ apiKeys: { lookup: string; revokedAt: string | null }[] }>(
      "{ apiKeys { lookup name scopes revokedAt } }",
    );
    expect(createApiKey.apiKey).toMatchObject({
      name: "player",
      scopes: ["READ"],
      revokedAt: null,
    });
    expect(Date.parse(expiresAt ?? "")).toBeGreaterThan(Date.now());
    expect([Object.keys(before), revoked, after]).toEqual([
      ["trackKey"],
      { revokeApiKey: lookup },
      "UNAUTHENTICATED",
    ]);
    expect(listed.apiKeys.find((key) => key.lookup === lookup)?.revokedAt).not.toBeNull();
    expect(JSON.stringify(listed)).not.toContain("secret");
  });

  it("lets only keys with the scope admin manage keys", async () => {
    const writer = await clientWith("read", "write", "work");

    const codes = await Promise.all([
      codeOf(writer.request("{ apiKeys { lookup } }")),
      codeOf(writer.request(createKey, { scopes: ["ADMIN"] })),
      codeOf(writer.request('mutation { revokeApiKey(lookup: "00000000") }')),
    ]);

    expect(codes).toEqual(["FORBIDDEN", "FORBIDDEN", "FORBIDDEN"]);
  });

  it("refuses keys without a scope, of a wrong lifetime, and unknown ones", async () => {
    const admin = await clientWith("read", "admin");

    const codes = await Promise.all([
      codeOf(admin.request(createKey, { scopes: [] })),
      codeOf(admin.request(createKey, { expires: "soon" })),
      codeOf(admin.request('mutation { revokeApiKey(lookup: "00000000") }')),
    ]);

    expect(codes).toEqual(["INVALID_INPUT", "INVALID_INPUT", "INVALID_INPUT"]);
  });

  it("creates, lists and deletes webhooks", async () => {
    const writer = await clientWith("read", "write");
    const url = "https://example.org/overtone";

    const created = await writer.request<{
      createWebhook: { secret: string; webhook: { id: string } };
    }>(
      `mutation ($url: String!) {
        createWebhook(url: $url, events: [ANALYSIS_FAILED]) { secret webhook { id url events } }
      }`,
      { url },
    );

    const { secret, webhook } = created.createWebhook;
    const listed = await writer.request<object>(
      "{ webhooks { id url events disabledAt deliveries { id state } } }",
    );
    const replayed = await codeOf(
      writer.request(
        'mutation ($id: ID!) { replayWebhookDelivery(webhookId: $id, deliveryId: "msg_0") { id } }',
        webhook,
      ),
    );
    const other = await codeOf(
      (await clientWith("read", "write")).request(
        "mutation ($id: ID!) { deleteWebhook(id: $id) }",
        webhook,
      ),
    );
    const deleted = await writer.request<object>(
      "mutation ($id: ID!) { deleteWebhook(id: $id) }",
      webhook,
    );
    const left = await writer.request<object>("{ webhooks { id } }");
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toMatchObject({ url, events: ["ANALYSIS_FAILED"] });
    expect(listed).toMatchObject({
      webhooks: [{ id: webhook.id, url, disabledAt: null, deliveries: [] }],
    });
    expect([replayed, other]).toEqual(["NOT_FOUND", "NOT_FOUND"]);
    expect([deleted, left]).toEqual([{ deleteWebhook: webhook.id }, { webhooks: [] }]);
  });

  it("scans its library on request, and shows paths of files to those who may write", async () => {
    const writer = await clientWith("read", "write");
    const piece = pieces.find(({ file }) => file.endsWith(".wav"))!;
    await cp(fileOf(piece), join(folder, "Ann - One.wav"));

    await writer.request("mutation { scanLibrary { files } }");

    await waitUntil(async () => (await application.services.library.countFiles()) === 1);
    const reader = await clientWith("read");
    const refused = await codeOf(reader.request("mutation { scanLibrary { files } }"));
    const query = '{ track(by: { names: { artist: "Ann", track: "One" } }) { trackName path } }';
    const [owned, read] = [
      await writer.request<object>(query),
      await reader.request<object>(query),
    ];
    expect(refused).toBe("FORBIDDEN");
    expect(owned).toEqual({ track: { trackName: "One", path: join(folder, "Ann - One.wav") } });
    expect(read).toEqual({ track: { trackName: "One", path: null } });
  });
});
