import { send } from "./send-load.js";
import {
  describedNames,
  openDescribedLibrary,
  type DescribedLibrary,
} from "./described-library.js";
import { turnExceptions } from "./turn-exceptions.js";

/** Statuses that say that a request was understood: done, or refused for what the library has. */
const UNDERSTOOD = [200, 201, 202, 204, 304, 404, 409, 410, 422];

/** Requests that cannot be understood without what another machine or a person has. */
const UNKNOWN_HERE: Readonly<Record<string, string>> = {
  addMusicServer: "needs a music server that accepts the login",
  addLibraryFolder: "needs a folder of this machine",
  pauseLibraryFolder: "needs a folder of this machine",
  removeLibraryFolder: "needs a folder of this machine",
  openSession: "needs a link that was not used",
  getSession: "needs a session",
  endSession: "needs a session",
};

describe("The requests whose turns are measured", () => {
  let library: DescribedLibrary;

  beforeAll(async () => {
    library = await openDescribedLibrary();
  });
  afterAll(() => library.close());

  const answerTo = (name: string) =>
    send(library, library.loadNamed(name), { endlessMilliseconds: 300 });

  it.each(describedNames.rest)("are understood over REST: %s", async (name) => {
    const { status, text } = await answerTo(name);

    if ((name.split(" ")[0] ?? "") in UNKNOWN_HERE) expect(status).toBeLessThan(500);
    else
      expect([UNDERSTOOD.includes(status), status, text.slice(0, 300)]).toEqual([
        true,
        status,
        expect.anything(),
      ]);
  });

  it.each(describedNames.graphql)("are executed over GraphQL: %s", async (name) => {
    const { status, text } = await answerTo(name);

    expect([status, text.slice(0, 500)]).toEqual([200, expect.stringContaining("data")]);
    expect(text).not.toMatch(
      /GRAPHQL_VALIDATION_FAILED|GRAPHQL_PARSE_FAILED|BAD_USER_INPUT|TOO_COSTLY|TOO_COMPLEX/,
    );
  });

  it("are those that have exceptions", () => {
    const names = [...describedNames.rest, ...describedNames.graphql];

    expect(
      Object.keys(turnExceptions).filter((name) => !names.includes(name) && name !== "start"),
    ).toEqual([]);
  });
});
