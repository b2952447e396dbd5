import { FailureLog } from "../../src/services/failure-log.js";
import { IndexPreparation } from "../../src/services/index-preparation.js";
import { RecordingLogger } from "../fakes/recording-logger.js";

describe("IndexPreparation", () => {
  it("builds each index once, however often it is asked to", async () => {
    const { preparation, built } = prepared();

    await Promise.all([preparation.run(), preparation.run()]);

    expect(built).toEqual(["catalogue", "sound", "library"]);
    expect(preparation.isDone).toBe(true);
  });

  it("is done when one could not be built, and says so in the log", async () => {
    const { preparation, built, logger } = prepared({ failing: "sound" });

    await preparation.run();

    expect(built).toEqual(["catalogue", "sound", "library"]);
    expect(preparation.isDone).toBe(true);
    expect(logger.lines).toHaveLength(1);
  });

  it("begins with no further index once it is closed", async () => {
    const { preparation, built } = prepared();
    const running = preparation.run();

    await preparation.close();

    await running;
    expect(built).toEqual(["catalogue"]);
    expect(preparation.isDone).toBe(false);
  });
});

function prepared({ failing }: { readonly failing?: string } = {}) {
  const built: string[] = [];
  const logger = new RecordingLogger();
  const build = <T>(name: string, value: T): Promise<T> => {
    built.push(name);
    return name === failing ? Promise.reject(new Error(name)) : Promise.resolve(value);
  };
  const preparation = new IndexPreparation({
    store: { count: () => build("catalogue", 0) },
    index: { ask: <Answer>() => build("sound", undefined as Answer) },
    library: { search: () => build("library", []) },
    failures: new FailureLog({ logger }),
  });
  return { preparation, built, logger };
}
