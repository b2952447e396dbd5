/** The parts of the package that are used here; it has no types of its own. */
declare module "spotify-web-api-node" {
  type Reply = Promise<{ readonly body: unknown; readonly statusCode: number }>;
  class SpotifyWebApi {
    constructor(credentials: { readonly accessToken: string });
    getTrack(id: string): Reply;
    getTracks(ids: readonly string[]): Reply;
    searchTracks(query: string, options?: object): Reply;
    getAudioFeaturesForTrack(id: string): Reply;
    getAudioFeaturesForTracks(ids: readonly string[]): Reply;
    getAudioAnalysisForTrack(id: string): Reply;
    getRecommendations(options: object): Reply;
    getMe(): Reply;
  }
  export default SpotifyWebApi;
}

declare module "spotify-web-api-node/src/webapi-request.js" {
  const requests: { builder: (accessToken: string) => unknown };
  export default requests;
}

declare module "spotify-web-api-node/src/base-request.js" {
  interface RequestBuilder {
    withScheme(scheme: string): RequestBuilder;
    withHost(host: string): RequestBuilder;
    withPort(port: number): RequestBuilder;
    withAuth(accessToken: string): RequestBuilder;
  }
  const Request: { builder(): RequestBuilder };
  export default Request;
}
