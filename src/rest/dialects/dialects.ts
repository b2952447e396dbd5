import type { RequestHandler, Router } from "express";
import type { Services } from "../../services/services.js";
import type { SendProblem } from "../error-handler.js";
import {
  acousticbrainzRoutes,
  sendAcousticBrainzProblem,
  takeBasicKey,
} from "./acousticbrainz/acousticbrainz-routes.js";
import {
  audiomusePaths,
  audiomuseRoutes,
  sendAudiomuseProblem,
} from "./audiomuse/audiomuse-routes.js";
import { sendSpotifyProblem, spotifyRoutes } from "./spotify/spotify-routes.js";
import { takeSubsonicKey } from "./subsonic/subsonic-key.js";
import { subsonicRoutes } from "./subsonic/subsonic-routes.js";

/** The interface of another service, which this server answers for programs that were written for it. */
export interface Dialect {
  /** The paths below which its routes are, whose callers are identified by an API key; e.g. "/v1". */
  readonly paths: readonly string[];
  /** Whether its routes are whole paths, rather than what follows these. */
  readonly isAtRoot?: true;
  /** Moves the key from where its clients send it to `Authorization`; absent where they send it there. */
  readonly takeKey?: RequestHandler;
  /** @param version the version of this program */
  readonly routes: (services: Services, version: string) => Router;
  /** Sends the body of a failure in its format; absent where failures have ours. */
  readonly sendProblem?: SendProblem;
}

/** All dialects. The application, the metrics and the check of `PUBLIC_URL` read them from here. */
export const dialects: readonly Dialect[] = [
  { paths: ["/v1"], routes: spotifyRoutes, sendProblem: sendSpotifyProblem },
  {
    paths: ["/api/v1"],
    takeKey: takeBasicKey,
    routes: acousticbrainzRoutes,
    sendProblem: sendAcousticBrainzProblem,
  },
  // What is wrong with a request is told by its answers, and what is wrong with the server in our format.
  { paths: ["/rest"], takeKey: takeSubsonicKey, routes: subsonicRoutes },
  {
    paths: audiomusePaths,
    isAtRoot: true,
    routes: audiomuseRoutes,
    sendProblem: sendAudiomuseProblem,
  },
];
