import { mixTransitionBetween } from "../../../src/domain/catalogue/mix-transition.js";
import { trackOf } from "../../services/similarity/made-up-tracks.js";

const between = (from: object, to: object) =>
  mixTransitionBetween(trackOf("From", from).values, trackOf("To", to).values);

describe("A transition between two tracks of a mix", () => {
  it.each([
    [{}, {}, "same tempo, same key (8B), same mood"],
    [{ tempo: 100 }, { tempo: 102.1 }, "2.1 % faster, same key (8B), same mood"],
    [{ tempo: 100 }, { tempo: 95 }, "5.0 % slower, same key (8B), same mood"],
    [{}, { key: 7 }, "same tempo, a fifth up (8B to 9B), same mood"],
    [{}, { key: 5 }, "same tempo, a fifth down (8B to 7B), same mood"],
    [{}, { key: 9, mode: 0 }, "same tempo, relative key (8B to 8A), same mood"],
    [{}, { mode: 0 }, "same tempo, parallel key (8B to 5A), same mood"],
    [{}, { key: 6 }, "same tempo, distant key (8B to 2B), same mood"],
    [{}, { valence: 0.6, arousal: 0.3 }, "same tempo, same key (8B), calmer, brighter"],
    [{}, { energy: 0.9, valence: 0.4 }, "same tempo, same key (8B), more energy, darker"],
    [{ tempo: null }, { key: null }, "tempo unknown, key unknown, same mood"],
  ])("has for %j to %j the reason %s", (from, to, words) => {
    expect(between(from, to).why).toBe(words);
  });

  it("has the changes in numbers", () => {
    const transition = between(
      { tempo: 100, energy: 0.2, valence: 0.5, arousal: 0.7 },
      { tempo: 97, energy: 0.5, valence: 0.50000001, arousal: 0.4 },
    );

    expect(transition).toMatchObject({
      tempoChangePercent: -3,
      keyRelation: "same",
      energyChange: 0.3,
      valenceChange: 0,
      arousalChange: -0.3,
    });
  });

  it("has no change when either track lacks the value", () => {
    const unknown = { tempo: null, energy: null, valence: null, arousal: null };

    const transition = between({}, unknown);

    expect(transition).toEqual({
      tempoChangePercent: null,
      keyRelation: "same",
      energyChange: null,
      valenceChange: null,
      arousalChange: null,
      why: "tempo unknown, same key (8B)",
    });
  });
});
