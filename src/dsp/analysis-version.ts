/** Version of the analysis. Raised whenever any number that the analysis returns could change. */
export const ANALYSIS_VERSION = 9;
