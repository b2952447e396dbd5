import { meanRatings } from "./fit-moods.js";

const csv = `track id, genre, amazement, solemnity, tenderness, nostalgia, calmness, power, joyful_activation, tension, sadness, mood, liked, disliked, age, gender, mother tongue
1,classical,0,1,0,0,0,0,1,1,0,3,1,0,21,1,English
1,classical,1,1,0,0,0,0,0,1,0,3,0,1,30,0,Dutch
104,rock,0,0,0,0,0,1,0,0,0,3,1,0,30,0,Dutch
`;

describe("meanRatings", () => {
  it("averages the ratings of a track, and numbers tracks within their genre", () => {
    const ratings = meanRatings(csv);

    expect([...ratings.keys()]).toEqual(["classical/1", "rock/4"]);
    expect(ratings.get("classical/1")).toMatchObject({
      amazement: 0.5,
      solemnity: 1,
      joyful_activation: 0.5,
      liked: 0.5,
      disliked: 0.5,
    });
    expect(ratings.get("rock/4")).toMatchObject({ power: 1, tension: 0 });
  });
});
