/**
 * A bot for Boatzee over the client that is generated from the site's description: put your own wits into `choose`.
 *
 *     npm ci --prefix clients/typescript && npm run build --prefix clients/typescript
 *     BOATZEE_TOKEN=bzt_… node clients/typescript/built/examples/bot.js https://boatzee.example
 *
 * It accepts every invitation and moves wherever it is its turn, at any game, until Ctrl-C. A level and games behind
 * the address begin a match of each of these with a robot first: `casual BZ DK`.
 */
import { connect, type Shapes } from "../clients/typescript/client.ts";

type Move = Shapes["MoveChoice"];
const PAUSE = Number(process.env.BOATZEE_PAUSE ?? 5); // seconds between two looks
const HOPELESS = new Set(["no-token", "bad-token", "scope-missing", "suspended", "no-account"]);

const [address = process.env.BOATZEE_URL ?? "http://localhost:8000", level, ...games] = process.argv.slice(2);
const api = connect(address, process.env.BOATZEE_TOKEN ?? "");

/** The site has said no: `code` says why, and stays. */
class Refused extends Error {
  readonly code: string;
  constructor(problem: Shapes["ProblemDetails"]) {
    super(problem.detail);
    this.code = problem.code;
  }
}

/** What was answered. Throws Refused. */
function taken<T>(answer: { data?: T; error?: Shapes["ProblemDetails"] }): T {
  if (answer.error) throw new Refused(answer.error);
  return answer.data as T;
}

/** The one of which most is said, the first of several. */
function best(moves: Move[], worth: (move: Move) => number): Move | undefined {
  return moves.reduce<Move | undefined>((top, one) => (top && worth(top) >= worth(one) ? top : one), undefined);
}

/** One of the legal moves. `preview` has the points of every box that may be scored now. */
function choose(moves: Move[], preview: Record<string, number>): Move {
  const [rolls, scores, banks] = (["roll", "score", "bank"] as const).map((kind) => moves.filter((one) => one.kind === kind));
  const alike = ({ keep }: Move) => (new Set(keep).size <= 1 ? 10 : 0) + keep.length;
  const score = best(scores ?? [], ({ box }) => preview[box] ?? 0);
  if (score) {
    const roll = best(rolls ?? [], alike);
    return roll && (preview[score.box] ?? 0) < 25 ? roll : score;
  }
  const wanted = Math.random() < 0.4 && banks?.length ? banks : rolls?.length ? rolls : moves;
  return best(wanted, ({ keep }) => keep.length) as Move;
}

/** Accept an invitation, and move at the table until it is somebody else's turn. Throws Refused. */
async function play(match: Shapes["MatchLine"]): Promise<void> {
  const params = { path: { match_id: match.id } };
  if (match.status === "inviting") taken(await api.POST("/api/v1/matches/{match_id}/accept", { params }));
  for (;;) {
    const now = taken(await api.GET("/api/v1/matches/{match_id}/moves/legal", { params }));
    if (!now.moves.length) return;
    const body = { version: now.version, ...choose(now.moves, now.preview) };
    const shown = taken(await api.POST("/api/v1/matches/{match_id}/moves", { params, body }));
    if (shown.status === "finished") {
      console.log(`Match ${match.id} of ${match.game} is over: place ${shown.seats[shown.my_seat ?? 0]?.place}.`);
    }
  }
}

/** Play whatever waits now. Throws Refused where there is no hope for another match either. */
async function playAll(): Promise<void> {
  let cursor: string | null | undefined;
  do {
    const query = { my_turn: true, limit: 100, cursor };
    const page = taken(await api.GET("/api/v1/matches", { params: { query } }));
    for (const match of page.items) {
      try {
        await play(match);
      } catch (no) {
        if (!(no instanceof Refused) || HOPELESS.has(no.code)) throw no;
        console.log(`Match ${match.id}: ${no.message}`); // such as `stale`: it is looked at again
      }
    }
    cursor = page.next;
  } while (cursor);
}

for (const word of ["SIGINT", "SIGTERM"]) {
  process.on(word, () => {
    console.log("Goodbye.");
    process.exit(0);
  });
}
try {
  console.log(`Playing as ${taken(await api.GET("/api/v1/me")).name}.`);
  for (const game of games) {
    const body = { game, robot: level } as Shapes["MatchSent"];
    taken(await api.POST("/api/v1/matches", { body }));
  }
  for (;;) {
    await playAll();
    await new Promise((done) => setTimeout(done, PAUSE * 1000));
  }
} catch (no) {
  if (!(no instanceof Refused)) throw no;
  console.error(no.message);
  process.exitCode = 1;
}
