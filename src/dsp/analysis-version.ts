/** Version of the analysis. Raised whenever any number that the analysis returns could change. */
export const analysisVersion = 9;
