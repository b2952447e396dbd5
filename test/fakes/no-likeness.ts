/** Places no track: for tests of columns without places. */
export const noLikeness = {
  placesOf: () => Promise.reject(new Error("Nothing is placed here.")),
};
