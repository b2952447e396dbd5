import { recordingOf } from "../fakes/measured-audio.js";
import { createLoaders } from "../../src/graphql/loaders.js";
import type { Identity } from "../../src/services/access/access-service.js";
import type { Services } from "../../src/services/services.js";

/** More recordings than are read at once. */
const ids = Array.from({ length: 20 }, (_, number) => recordingOf(`Song ${number}`));

const failuresOf = async (loading: Promise<unknown[]>): Promise<readonly unknown[]> =>
  (await loading).map((found) => (found instanceof Error ? found.message : found));

describe("The loaders of a request", () => {
  it("read nothing more once the client has left, and fail all that was to be loaded with one error", async () => {
    const client = new AbortController();
    const read: string[] = [];
    const find = (id: string): Promise<undefined> => {
      read.push(id);
      client.abort();
      return Promise.resolve(undefined);
    };
    const findMany = (keys: readonly string[]): Promise<undefined[]> => {
      read.push(...keys);
      return Promise.resolve(keys.map(() => undefined));
    };
    const services = { recordings: { find }, tracks: { findMany } } as unknown as Services;
    const loaders = createLoaders(services, {} as Identity, () => client.signal);

    const found = await failuresOf(loaders.recordings.loadMany(ids));
    const readBefore = read.length;
    const later = await loaders.tracks.loadMany(ids);

    expect(found).toEqual(ids.map(() => "The client has left."));
    expect(readBefore).toBeLessThan(ids.length);
    expect([read.length, new Set(later).size]).toEqual([readBefore, 1]);
  });
});
