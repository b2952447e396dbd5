import type { Wish } from "../../../src/domain/sentence/sentence.js";
import type { RankRequest } from "../../../src/domain/sentence/ranking.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { analysisOf } from "./analysis-store.contract.js";
import type { OpenedCatalogue } from "./replaced-bytes.js";

const low: Wish = { field: "energy", isHigh: false, weight: 1 };
const fast: Wish = { field: "tempo", isHigh: true, weight: 1 };

const request: RankRequest = { filter: {}, except: [], wishes: [], first: 10 };

/** The contract of every AnalysisCatalogue for tracks that are ranked. */
export function describeRankedAnalyses(name: string, open: () => Promise<OpenedCatalogue>): void {
  describe(`${name} as a catalogue that ranks`, () => {
    const opened = async () => {
      const { store, catalogue } = await open();
      const tracks = [
        ["Calm", { energy: 0.1, tempo: 70 }],
        ["Quick", { energy: 0.3, tempo: 170 }],
        ["Loud", { energy: 0.9, tempo: 120 }],
        ["Silent", { energy: null, tempo: null }],
      ] as const;
      for (const [title, values] of tracks) await store.save(analysisOf("Ann", title, values));
      const ids = new Map(
        (
          await store.list({ filter: {}, order: { field: "trackName", direction: "asc" } })
        ).items.map(({ recordingId, trackName }) => [recordingId, trackName] as const),
      );
      const rank = async (given: Partial<RankRequest>) => {
        const { items, totalCount } = await catalogue.rank({ ...request, ...given });
        return { items, totalCount, titles: items.map((item) => ids.get(item.recordingId)) };
      };
      return { rank, idOf: (title: string) => [...ids].find(([, one]) => one === title)![0] };
    };

    it("orders tracks by a wish, and has those without the value last", async () => {
      const { rank } = await opened();

      const { titles, items } = await rank({ wishes: [low] });

      expect(titles).toEqual(["Calm", "Quick", "Loud", "Silent"]);
      expect(items.map(({ score }) => score)).toEqual(
        items.map(({ closeness }) => closeness[0] ?? 0),
      );
      expect(items[3]).toMatchObject({ score: 0, closeness: [null] });
    });

    it("weighs several wishes", async () => {
      const { rank } = await opened();

      const both = await rank({ wishes: [low, fast], first: 1 });
      const mostly = await rank({ wishes: [{ ...low, weight: 99 }, fast], first: 1 });

      expect(both.titles).toEqual(["Quick"]);
      expect(mostly.titles).toEqual(["Calm"]);
      expect(both.totalCount).toBe(4);
    });

    it("leaves out what fails the filter, and what passes an exception", async () => {
      const { rank } = await opened();

      const { titles, totalCount } = await rank({
        filter: { estimates: { tempo: { gte: 60 } } },
        except: [{ estimates: { energy: { gte: 0.8 } } }, { text: "quick" }],
      });

      expect(titles).toEqual(["Calm"]);
      expect(totalCount).toBe(1);
    });

    it("has no scores without wishes, and is ordered by artist then", async () => {
      const { rank } = await opened();

      const { items } = await rank({});

      expect(items.map(({ score }) => score)).toEqual([null, null, null, null]);
    });

    it("ranks only what is near, by how near it is", async () => {
      const { rank, idOf } = await opened();
      const near = new Map([
        [idOf("Loud"), 0.9],
        [idOf("Calm"), 0.8],
        [recordingOf("elsewhere"), 1],
      ]);

      const nearest = await rank({ near });
      const calmest = await rank({ near, wishes: [low] });

      expect(nearest.titles).toEqual(["Loud", "Calm"]);
      expect(nearest.items[0]!.score).toBe(0.9);
      expect(calmest.titles).toEqual(["Calm", "Loud"]);
    });
  });
}
