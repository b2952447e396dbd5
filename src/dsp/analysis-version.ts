/** Version of the analysis. Raised whenever any number that it makes could change. */
export const analysisVersion = 9;
