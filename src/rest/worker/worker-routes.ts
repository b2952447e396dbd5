import { Router, type Request, type RequestHandler, type Response } from "express";
import { uncached } from "../../http/caching.js";
import { clientSignal } from "../../http/client-signal.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import type { ClaimName } from "../../services/workers/worker-service.js";
import { sendAudio } from "../audio-response.js";
import { claimNameOf, failureOf, resultOf, sourceOf, workRequestOf } from "./worker-requests.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { offeredJobAnswer } from "./worker-answers.js";

/** The path of the protocol of workers, which requires a key. */
export const WORKER_PATH = "/api/worker";

/** The routes by which workers on other machines claim jobs, read their audio and end them. */
export function workerRoutes(services: Services): Router {
  return Router().use(uncached, claimRoutes(services), jobRoutes(services));
}

function claimRoutes({ access, workers }: Services): Router {
  return routesFrom({
    "/claims": {
      post: async (request, response) => {
        const keyLookup = requireWorker(access, response);
        const work = await workRequestOf(request, response, keyLookup);
        const offer = await workers.claim(work, clientSignal(response));
        if (offer === undefined) response.status(204).end();
        else
          response.json({ success: true, data: offer } satisfies JsonOf<typeof offeredJobAnswer>);
      },
    },
    "/jobs/:id/audio/:source": {
      produces: "any",
      get: async (request, response) => {
        const claim = claimNameOf(request, requireWorker(access, response));
        const source = sourceOf(request);
        const audio = await workers.openAudio(claim, source, clientSignal(response));
        await sendAudio(audio, request, response, { mediaType: "application/octet-stream" });
      },
    },
  });
}

function jobRoutes({ access, workers }: Services): Router {
  type Act = (claim: ClaimName, ...sent: [Request<{ id: string }>, Response]) => Promise<void>;
  const acting =
    (act: Act): RequestHandler<{ id: string }> =>
    async (request, response) => {
      await act(claimNameOf(request, requireWorker(access, response)), request, response);
      response.json({ success: true, data: null });
    };
  return routesFrom({
    "/jobs/:id/result": {
      put: acting(async (claim, ...sent) => {
        await workers.requireClaim(claim);
        await workers.complete(claim, await resultOf(...sent));
      }),
    },
    "/jobs/:id/failure": {
      post: acting(async (claim, ...sent) => workers.fail(claim, await failureOf(...sent))),
    },
    "/jobs/:id/lease": { post: acting((claim) => workers.extend(claim)) },
    "/jobs/:id/release": { post: acting((claim) => workers.release(claim)) },
  });
}

/**
 * Returns the public part of the key of a worker. Its requests take load away, and so are not counted for the rate limit
 * (`identifyWorker`).
 */
function requireWorker(access: Services["access"], response: Response): string {
  return access.requireScope(identityOf(response), "work").lookup;
}
