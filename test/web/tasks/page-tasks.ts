import { demoFile } from "./task-library.js";
import type { Person } from "./person.js";

/** What a person wants of the page, and the way to it. */
export interface PageTask {
  readonly name: string;
  /** The most clicks and keys that it takes. */
  readonly clicks: number;
  readonly keys: number;
  /** Begins at the first view, signed in; ends when the person sees that it is done, and fails where it is not. */
  readonly run: (person: Person) => Promise<void>;
}

const SPOTIFY_LIST = [
  "Track Name,Artist Name(s),Album Name",
  "Rain,Clara Keys,Rooms",
  "Not Here,Somebody,Elsewhere",
  "Track 12,Artist 4,",
].join("\r\n");

/** Ten things that people do with a library. */
export const PAGE_TASKS: readonly PageTask[] = [
  {
    name: "Find sad piano under 80 BPM",
    clicks: 6,
    keys: 2,
    run: async (person) => {
      const { page } = person;
      await person.click(view(person, "Library"));
      await person.choose(page.getByLabel("Genre"), "Piano (6)");
      await person.type(page.getByLabel("Tempo to"), "79");
      await person.choose(page.getByLabel("Order", { exact: true }), "Sad");
      await firstTitle(person, "Rain");
    },
  },
  {
    name: "Make a set of 20 tracks between two, and save it for rekordbox",
    clicks: 10,
    keys: 9,
    run: async (person) => {
      const { page } = person;
      await person.click(view(person, "Mix"));
      const [from, to] = ["From", "To"].map((name) => page.getByRole("group", { name }));
      await person.type(from!.getByLabel("Words"), "rain");
      await person.choose(from!.getByLabel("Track"), "Rain – Clara Keys – Rooms");
      await person.type(to!.getByLabel("Words"), "peak ");
      await person.choose(to!.getByLabel("Track"), "Peak Hour – Artist 1");
      await person.choose(page.getByLabel("Number of tracks"), "20");
      await page.getByText("20 tracks", { exact: true }).waitFor();
      await person.save(page.getByRole("button", { name: "rekordbox" }));
    },
  },
  {
    name: "Import a list of Spotify, and see what is missing",
    clicks: 5,
    keys: 0,
    run: async (person) => {
      const { page } = person;
      await person.click(view(person, "Playlists"));
      await person.click(page.getByRole("link", { name: "Import a list of another program" }));
      await person.chooseFile(page.getByLabel("A file with a list"), {
        ...{ name: "Liked.csv", mimeType: "text/csv", buffer: Buffer.from(SPOTIFY_LIST) },
      });
      await page.getByText("Somebody · Not Here").waitFor();
    },
  },
  {
    name: "Play an album of which a word is known",
    clicks: 3,
    keys: 4,
    run: async (person) => {
      const { page } = person;
      await person.type(page.getByLabel("Search the library").last(), "room");
      await person.click(page.getByRole("group", { name: "Albums" }).getByRole("option").first());
      await person.click(page.getByRole("button", { name: "Play Rain" }));
      await page.getByRole("region", { name: "Player" }).getByText("Rain").first().waitFor();
    },
  },
  {
    name: "Make a playlist of three tracks, the last of them first",
    clicks: 12,
    keys: 7,
    run: async (person) => {
      const { page } = person;
      await person.click(view(person, "Library"));
      for (const title of ["Track 10", "Track 20", "Track 30"]) {
        await person.click(page.getByRole("checkbox", { name: `Select ${title}` }));
      }
      await person.click(page.getByRole("button", { name: "Add to a playlist" }));
      await person.type(page.getByRole("toolbar").getByLabel("Name of the playlist"), "Evening");
      await person.click(page.getByRole("button", { name: "Add", exact: true }));
      await page.getByText("3 tracks are added").waitFor();
      await person.click(view(person, "Playlists"));
      await person.click(page.getByRole("link", { name: "Evening", exact: true }));
      await person.click(page.getByRole("checkbox", { name: "Select Track 30" }));
      await person.click(page.getByRole("button", { name: "Move up" }));
      await person.click(page.getByRole("button", { name: "Move up" }));
      await firstTitle(person, "Track 30");
    },
  },
  {
    name: "Hear what sounds like a track",
    clicks: 3,
    keys: 8,
    run: async (person) => {
      const { page } = person;
      await person.type(page.getByLabel("Search the library").last(), "track 12");
      await person.click(page.getByRole("group", { name: "Tracks" }).getByRole("option").first());
      const similar = page.getByRole("region", { name: "Sounds like" });
      await person.click(similar.getByRole("button", { name: /^Play / }).first());
      await page.getByRole("region", { name: "Player" }).waitFor();
    },
  },
  {
    name: "Correct a tempo that is half of the true one",
    clicks: 3,
    keys: 8,
    run: async (person) => {
      const { page } = person;
      await person.type(page.getByLabel("Search the library").last(), "half way");
      await person.click(page.getByRole("group", { name: "Tracks" }).getByRole("option").first());
      await person.click(page.getByRole("button", { name: "This is it: 140" }));
      await page.getByText("in place of 70").waitFor();
    },
  },
  {
    name: "Know tempo and key of a file that is not in the library",
    clicks: 3,
    keys: 0,
    run: async (person) => {
      const { page } = person;
      await person.chooseFile(page.locator("input[type=file]").first(), demoFile);
      await page.locator("[data-field=tempo]").waitFor({ timeout: 120_000 });
      await page.locator("[data-field=key]").waitFor();
    },
  },
  {
    name: "Save all tracks of 120 to 130 BPM as M3U",
    clicks: 4,
    keys: 6,
    run: async (person) => {
      const { page } = person;
      await person.click(view(person, "Library"));
      await person.type(page.getByLabel("Tempo from"), "120");
      await person.type(page.getByLabel("Tempo to"), "130");
      await page.getByText("11 tracks", { exact: true }).waitFor();
      await person.save(page.getByRole("button", { name: "M3U8" }));
    },
  },
  {
    name: "Copy title, tempo and key of an artist's tracks into a spreadsheet",
    clicks: 3,
    keys: 6,
    run: async (person) => {
      const { page } = person;
      await person.type(page.getByLabel("Search the library").last(), "clar");
      await person.click(page.getByRole("group", { name: "Artists" }).getByRole("option").first());
      await person.click(page.locator(".table-row").first());
      await person.press("Control+a");
      await person.press("Control+c");
      await page.getByText("6 tracks are copied as CSV").waitFor();
    },
  },
];

const view = ({ page }: Person, name: string): ReturnType<Person["page"]["locator"]> =>
  page.getByRole("navigation").getByRole("link", { name, exact: true });

/** Waits until a table begins with a title. */
const firstTitle = ({ page }: Person, title: string): Promise<void> =>
  page
    .locator(".table-row .table-link")
    .first()
    .and(page.getByText(title, { exact: true }))
    .waitFor();
