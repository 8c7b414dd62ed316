import { isDeepStrictEqual } from 'node:util';
import type { SeededRandom } from '../../apps/server/src/lib/random-from-seed.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/invariants.view.ts';
import { givenNft } from '../../apps/server/test/world/given-goods.ts';
import { type BoxProof, verifyBox } from '../../packages/chance/src/index.ts';
import { ErrorCode, type Contract, type DataOf } from '../../packages/contract/src/index.ts';
import { givenFans, grant, type SimulatedFan } from '../world/given-fans.ts';
import { givenBoxes } from '../world/given-luck.ts';
import type { OwnerPool } from '../world/owner-connection.ts';
import { askAgain } from './ask-again.ts';
import { clients, type Judged, type OpenCrowd, shorten } from './crowd.ts';
import { readProof } from './read-proof.ts';
import { type Known, type Outcome, sendOnce, sendUntilKnown, startClients } from './send-until-known.ts';
import type { Stage } from './stages/stage.ts';

const path = '/wallet/api/v1/pointsMall/participateActivity';

type Opened = DataOf<Contract[`POST ${typeof path}`]>;
type Opening = { readonly key: string; readonly fan: SimulatedFan; readonly boxId: string; readonly num: number };
type ToldOpening = Opening & Known<Opened>;

/** Most fans have more Points than they will pay; the poor run out. */
const rich = { fans: 450, points: 100_000 };
const poor = { fans: 50, points: 60 };
const price = 10;
const mostAtOnce = 5;
const ticket = 'OUTAGE_TICKET';
/** One that outlasts the rounds, and small ones that are sold out in the middle of them. */
const hotBox = 'box-hot';
const smallBoxes = Array.from({ length: 12 }, (_, place) => `box-small-${place + 1}`);
const hotShare = 0.5;
const pieces = 300;

/** Openings of boxes by fans who pay in Points, and win Points, tickets and pieces. */
export const openBoxCrowd: OpenCrowd = async (stage, { seed, recoveries, troubles }) => {
  await using connection = await stage.connectAsOwner();
  const { ownerPool } = connection;
  const groups = await Promise.all(
    [rich, poor].map(async ({ fans, points }) => {
      const some = await givenFans(ownerPool, { fans });
      await grant(ownerPool, { fanIds: some.map(({ id }) => id), amount: points, asset: 'POINT' });
      return some.map((fan) => ({ fan, points }));
    }),
  );
  const fans = groups.flat();
  const edition = await givenNft({ ownerPool, clock: systemClock }, { size: pieces, reserved: pieces });
  await givenBoxes(
    connection,
    new Map([
      [hotBox, { price, rareWithin: 30, prizes: prizesOf({ points: 40_000, tickets: 9_000, pieces: 180, edition }) }],
      ...smallBoxes.map((boxId) => {
        return [
          boxId,
          { price, rareWithin: 15, prizes: prizesOf({ points: 100, tickets: 15, pieces: 10, edition }) },
        ] as const;
      }),
    ]),
  );
  const told: ToldOpening[] = [];
  let current = 0;

  function choose(random: SeededRandom): Opening {
    const one = fans[Math.floor(random.next() * fans.length)];
    const boxId = random.chance(hotShare) ? hotBox : (smallBoxes[current] ?? hotBox);
    const num = 1 + Math.floor(random.next() * mostAtOnce);
    return { key: uuidV7(new Date()), fan: one?.fan ?? { id: 0, token: '' }, boxId, num };
  }

  const { stop } = startClients(clients, seed, async (home, random) => {
    const opening = choose(random);
    const known = await sendUntilKnown<Opened>(
      { addresses: stage.addresses, troubles, recoveries },
      { name: nameOf(opening), home, send: (address) => sendOpening(address, opening) },
    );
    if (!known) return;
    told.push({ ...opening, ...known });
    const isGone = known.refusal === 'CAMPAIGN_SOLD_OUT' && opening.boxId === smallBoxes[current];
    if (isGone && current < smallBoxes.length - 1) current += 1;
  });
  const granted = new Map(fans.map(({ fan, points }) => [fan.id, points]));
  return { told: () => told.length, stop, judge: () => judgeOpenings(stage, { told, granted, seed }) };
};

function prizesOf({
  points,
  tickets,
  pieces: count,
  edition,
}: Record<'points' | 'tickets' | 'pieces', number> & { edition: string }) {
  const title = { en_US: 'A prize', zh_TW: '一份獎品' };
  return [
    { prizeId: 'points', title, gives: { asset: 'POINT', amount: 5 }, isRare: false, total: points },
    { prizeId: 'tickets', title, gives: { asset: ticket, amount: 1 }, isRare: false, total: tickets },
    { prizeId: 'piece', title, gives: { edition }, isRare: true, total: count },
  ];
}

function nameOf({ key }: Opening): string {
  return `opening ${key}`;
}

const finalRefusals: readonly number[] = [
  ErrorCode.CAMPAIGN_SOLD_OUT,
  ErrorCode.CAMPAIGN_TOO_MANY,
  ErrorCode.INSUFFICIENT_POINTS,
];

function sendOpening(address: string, { key, fan, boxId, num }: Opening): Promise<Outcome<Opened>> {
  const headers = { 'content-type': 'application/json', token: fan.token, 'idempotency-key': key };
  const body = JSON.stringify({ activityId: boxId, num });
  return sendOnce(`${address}${path}`, { method: 'POST', headers, body }, finalRefusals);
}

type OpeningRow = {
  readonly key: string;
  readonly fan: number;
  readonly participationId: string;
  readonly boxId: string;
  readonly num: number;
  readonly paid: number;
  readonly at: Date;
  readonly results: readonly { readonly nonce: number; readonly prizeId: string; readonly serial: number | null }[];
};
type BoxAnswers = {
  readonly told: readonly ToldOpening[];
  readonly granted: ReadonlyMap<number, number>;
  readonly seed: string;
};

async function judgeOpenings(stage: Stage, { told, granted, seed }: BoxAnswers): Promise<Judged> {
  await using connection = await stage.connectAsOwner();
  const { ownerPool } = connection;
  const { checked, violations: broken } = await checkInvariants(ownerPool);
  const rows = await readOpenings(ownerPool);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  const answered = told.filter(({ answer }) => answer !== undefined);
  const answeredKeys = new Set(answered.map(({ key }) => key));

  const lost = answered.filter(({ key }) => !byKey.has(key)).map((one) => `lost: ${nameOf(one)}`);
  const doubled = [...byKey].filter(([, same]) => same.length > 1).map(([key]) => `written twice: opening ${key}`);
  const strangers = rows.filter(({ key }) => !answeredKeys.has(key)).map(({ key }) => `never answered: opening ${key}`);
  const otherwise = answered
    .filter((one) => !isAsWritten(one, byKey.get(one.key)?.[0]))
    .map((one) => `${nameOf(one)} was told ${JSON.stringify(one.answer)}`);
  const replays = answered.filter(({ key, sendings, sentMs }) => {
    return sendings > 1 && Number(byKey.get(key)?.[0]?.at) < sentMs;
  });
  // What was refused wrote nothing, so that it is judged anew.
  const again = await askAgain(stage, { told: answered, seed, nameOf, send: sendOpening });
  const proofs = await verifyProofs(stage, ownerPool);
  return {
    written: rows.length,
    lost: lost.length,
    doubled: doubled.length,
    told: countAnswers(told),
    found: [
      ['Resends that found their opening written', replays.length],
      ['Participations in the database', rows.length],
      ['Boxes opened', answered.reduce((sum, { num }) => sum + num, 0)],
      ['Lost', lost.length],
      ['Written twice', doubled.length],
      ['Sent once more at the end, and told the same', again.equal],
      ['Openings recomputed from their proofs', proofs.verified],
      ['Kinds of box sold out', proofs.soldOut],
      ['Invariants checked', checked.length],
    ],
    violations: [
      ...[lost, doubled, strangers, otherwise, gapsOf(answered), await wrongSums(ownerPool, granted, answered)].flatMap(
        shorten,
      ),
      ...again.differences,
      ...proofs.differences,
      ...(broken.length > 0 ? [describeViolations(broken)] : []),
    ],
  };
}

async function readOpenings(ownerPool: OwnerPool): Promise<OpeningRow[]> {
  const { rows } = await ownerPool.query<OpeningRow>(
    `SELECT n.key, n.fan_id AS fan, n.id::text AS "participationId", n.campaign_id AS "boxId", n.num, n.paid, n.at,
            jsonb_agg(jsonb_build_object('nonce', o.nonce, 'prizeId', z.prize_id, 'serial', o.serial)
              ORDER BY o.nonce) AS results
       FROM participation n
       JOIN campaign_opening o ON o.participation_id = n.id
       JOIN campaign_prize z ON z.campaign_id = o.campaign_id AND z.position = o.position
      GROUP BY n.id`,
  );
  return rows;
}

function isAsWritten({ fan, answer }: ToldOpening, row: OpeningRow | undefined): boolean {
  if (!answer || !row) return true;
  const { participationId, activityId: boxId, num, paid } = answer;
  const results = (answer.results ?? []).map(({ nonce, prizeId, serial }) => ({ nonce, prizeId, serial }));
  const { key, at } = row;
  return isDeepStrictEqual({ key, fan: fan.id, participationId, boxId, num, paid, at, results }, row);
}

function countAnswers(told: readonly ToldOpening[]): Judged['told'] {
  const answered = told.filter(({ answer }) => answer !== undefined);
  const refused = Map.groupBy(
    told.filter(({ refusal }) => refusal !== undefined),
    ({ refusal }) => refusal,
  );
  return [
    ['Openings answered', answered.length],
    ...[...refused].map(([refusal, some]) => [`Openings refused: ${refusal}`, some.length] as const),
  ];
}

/** Finds gaps: the openings of a box are numbered from one on without a gap, and each number was given once. */
function gapsOf(answered: readonly ToldOpening[]): string[] {
  const byBox = Map.groupBy(answered, ({ boxId }) => boxId);
  return [...byBox].flatMap(([boxId, some]) => {
    const nonces = some
      .flatMap(({ answer }) => (answer?.results ?? []).map(({ nonce }) => nonce))
      .toSorted((a, b) => a - b);
    const at = nonces.findIndex((nonce, place) => nonce !== place + 1);
    return at === -1 ? [] : [`the openings of ${boxId} have no number ${at + 1}, or have it twice`];
  });
}

/** Finds wrong sums: a fan has what was granted, less the prices, and all prizes. */
async function wrongSums(
  ownerPool: OwnerPool,
  granted: BoxAnswers['granted'],
  answered: readonly ToldOpening[],
): Promise<string[]> {
  const due = new Map([...granted].map(([fan, points]) => [`${fan} POINT`, points]));
  const add = (name: string, amount: number) => due.set(name, (due.get(name) ?? 0) + amount);
  for (const { fan, answer } of answered) {
    add(`${fan.id} POINT`, -(answer?.paid ?? 0));
    for (const { gives } of answer?.results ?? []) if (gives) add(`${fan.id} ${gives.assetName}`, gives.amount);
  }
  const { rows } = await ownerPool.query<{ name: string; balance: number }>(
    `SELECT a.fan || ' ' || u.name AS name, a.balance FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit
      WHERE u.name IN ('POINT', $1) AND a.fan = ANY ($2)`,
    [ticket, [...granted.keys()]],
  );
  return rows
    .filter(({ name, balance }) => balance !== (due.get(name) ?? 0))
    .map(({ name, balance }) => `fan ${name}: has ${balance}, and should have ${due.get(name) ?? 0}`);
}

/** Replays all boxes as anybody can; the seed of one that is still on sale is taken from the database. */
async function verifyProofs({ addresses: [address] }: Stage, ownerPool: OwnerPool) {
  const differences: string[] = [];
  let verified = 0;
  let soldOut = 0;
  for (const activityId of [hotBox, ...smallBoxes]) {
    const isGone = ({ document, openings }: BoxProof) =>
      openings.length === document.prizes.reduce((sum, { total }) => sum + total, 0);
    const proof = await readProof(address, { activityId }, 'box', (one) => !isGone(one) || one.seed !== null);
    const { rows } = await ownerPool.query<Pick<BoxProof, 'seed' | 'revealedAt'>>(
      `SELECT encode(seed, 'hex') AS seed, to_json(coalesce(revealed_at, now())) #>> '{}' AS "revealedAt"
         FROM luck_seed WHERE subject_id = $1`,
      [activityId],
    );
    const failed = verifyBox({ ...proof, ...rows[0] }).filter(({ ok }) => ok !== true);
    if (failed.length > 0) differences.push(`the proof of ${activityId} fails: ${JSON.stringify(failed)}`);
    else verified += proof.openings.length;
    if (isGone(proof)) soldOut += 1;
  }
  return { differences, verified, soldOut };
}
