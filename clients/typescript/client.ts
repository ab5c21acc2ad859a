/** The API of a site of Boatzee, every operation with its types: `api.GET("/api/v1/me")`. */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.d.ts";

export type Shapes = components["schemas"];
export type Api = Client<paths>;

/** How often a request is sent that nobody answers, or that is to come again later. */
const TRIES = 100;
const LONGEST = 60;

const sleep = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Asks until there is an answer, and waits as long as the site is away or wants to be left alone. */
async function patiently(request: Request): Promise<Response> {
  let pause = 1;
  for (let tries = 1; ; tries++) {
    let wait = pause;
    try {
      const answer = await fetch(request.clone());
      const spent = /;r=0;t=(\d+)/.exec(answer.headers.get("RateLimit") ?? "");
      if (answer.status !== 429 && answer.status < 500) {
        await sleep(Number(spent?.[1] ?? 0));
        return answer;
      }
      if (tries === TRIES) return answer;
      wait = Number(answer.headers.get("Retry-After") ?? pause);
    } catch (lost) {
      if (tries === TRIES) throw lost;
    }
    await sleep(wait);
    pause = Math.min(2 * pause, LONGEST);
  }
}

/** Whoever has this token, at the site of this address. */
export function connect(address: string, token: string): Api {
  return createClient<paths>({
    baseUrl: address.replace(/\/$/, ""),
    headers: { Authorization: `Bearer ${token}` },
    fetch: patiently,
  });
}
