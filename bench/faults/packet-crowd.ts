import { isDeepStrictEqual } from 'node:util';
import type { SeededRandom } from '../../apps/server/src/lib/random-from-seed.ts';
import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/invariants.view.ts';
import { type PacketProof, verifyPacket } from '../../packages/chance/src/index.ts';
import { ErrorCode, type Contract, type DataOf } from '../../packages/contract/src/index.ts';
import { givenFans, type SimulatedFan } from '../world/given-fans.ts';
import { givenPackets } from '../world/given-luck.ts';
import type { OwnerPool } from '../world/owner-connection.ts';
import { askAgain } from './ask-again.ts';
import { clients, type Judged, type OpenCrowd, shorten } from './crowd.ts';
import { type Known, type Outcome, sendOnce, sendUntilKnown, startClients } from './send-until-known.ts';
import { readProof } from './read-proof.ts';
import type { Stage } from './stages/stage.ts';

const path = '/activity/api/v1/packet/grabPackage';

type Share = DataOf<Contract[`GET ${typeof path}`]>;
type Grab = { readonly packetId: string; readonly fan: SimulatedFan };
type ToldGrab = Grab & Known<Share>;

const fanCount = 1_000;
/** The size of packets: so small and so many that one is sold out every moment, also during faults. */
const size = { shares: 300, total: 6_000 };
const packetIds = Array.from({ length: 80 }, (_, place) => `grabbed-${place + 1}`);
/** The share of grabs of a new packet; the others grab one that they may have grabbed already, or that is gone. */
const newShare = 0.8;

/** Grabs by fans of packets that are sold out one after another. */
export const openPacketCrowd: OpenCrowd = async (stage, { seed, recoveries, troubles }) => {
  await using connection = await stage.connectAsOwner();
  const fans = await givenFans(connection.ownerPool, { fans: fanCount });
  await givenPackets(connection, { packetIds, ...size });
  const told: ToldGrab[] = [];
  let current = 0;

  function chooseGrab(random: SeededRandom): Grab {
    const place = random.chance(newShare) ? current : Math.floor(random.next() * (current + 1));
    const fan = fans[Math.floor(random.next() * fans.length)];
    return { packetId: packetIds[place] ?? '', fan: fan ?? { id: 0, token: '' } };
  }

  const { stop } = startClients(clients, seed, async (home, random) => {
    const grab = chooseGrab(random);
    const known = await sendUntilKnown<Share>(
      { addresses: stage.addresses, troubles, recoveries },
      { name: `grab of ${grab.packetId} by ${grab.fan.id}`, home, send: (address) => sendGrab(address, grab) },
    );
    if (!known) return;
    told.push({ ...grab, ...known });
    const isGone = known.refusal !== undefined && grab.packetId === packetIds[current];
    if (isGone && current < packetIds.length - 1) current += 1;
  });
  return { told: () => told.length, stop, judge: () => judgeGrabs(stage, { fans, told, seed }) };
};

function sendGrab(address: string, { packetId, fan }: Grab): Promise<Outcome<Share>> {
  const request = { method: 'GET', headers: { token: fan.token } } as const;
  return sendOnce(`${address}${path}?packetId=${packetId}`, request, [ErrorCode.PACKET_SOLD_OUT]);
}

type ShareRow = {
  readonly packetId: string;
  readonly slot: number;
  readonly amount: number;
  readonly fan: number;
  readonly grabbedAt: Date;
  /** How often the ledger has it. */
  readonly posted: number;
};

type GrabAnswers = {
  readonly fans: readonly SimulatedFan[];
  readonly told: readonly ToldGrab[];
  readonly seed: string;
};

async function judgeGrabs(stage: Stage, { fans, told, seed }: GrabAnswers): Promise<Judged> {
  await using connection = await stage.connectAsOwner();
  const { ownerPool } = connection;
  const { checked, violations: broken } = await checkInvariants(ownerPool);
  const rows = await readShares(ownerPool);
  const written = new Map(rows.map((row) => [`${row.packetId} ${row.fan}`, row]));
  const answered = told.filter(({ answer }) => answer !== undefined);
  const answeredKeys = new Set(answered.map(keyOf));

  const lost = [...answeredKeys].filter((key) => !written.has(key)).map((key) => `lost: the share of ${key}`);
  const doubled = rows.filter((row) => row.posted !== 1).map((row) => `posted ${row.posted} times: ${keyOfRow(row)}`);
  const strangers = [...written.keys()].filter((key) => !answeredKeys.has(key)).map((key) => `never answered: ${key}`);
  const otherwise = answered
    .filter((grab) => !isAsWritten(grab, written.get(keyOf(grab))))
    .map((grab) => `${keyOf(grab)} was told ${JSON.stringify(grab.answer)}`);
  const again = await askAgain(stage, { told, seed, nameOf: keyOf, send: sendGrab });
  const proofs = await verifyProofs(stage);
  const replays = answered.filter(({ answer, sendings, sentMs }) => {
    return sendings > 1 && answer !== undefined && Date.parse(answer.grabbedAt) < sentMs;
  });
  return {
    written: rows.length,
    lost: lost.length,
    doubled: doubled.length,
    told: [
      ['Grabs answered', answered.length],
      ['Grabs refused: PACKET_SOLD_OUT', told.length - answered.length],
    ],
    found: [
      ['Resends that found their share written', replays.length],
      ['Shares in the database', rows.length],
      ['Packets sold out', proofs.soldOut],
      ['Lost', lost.length],
      ['Posted twice', doubled.length],
      ['Sent once more at the end, and told the same', again.equal],
      ['Packets recomputed from their proofs', proofs.verified],
      ['Invariants checked', checked.length],
    ],
    violations: [
      ...[
        lost,
        doubled,
        strangers,
        otherwise,
        wrongRefusals(told, rows),
        await wrongSums(ownerPool, fans, rows),
      ].flatMap(shorten),
      ...again.differences,
      ...proofs.differences,
      ...(broken.length > 0 ? [describeViolations(broken)] : []),
    ],
  };
}

function keyOf({ packetId, fan }: Grab): string {
  return `${packetId} ${fan.id}`;
}

function keyOfRow({ packetId, fan }: ShareRow): string {
  return `${packetId} ${fan}`;
}

async function readShares(ownerPool: OwnerPool): Promise<ShareRow[]> {
  const { rows } = await ownerPool.query<ShareRow>(
    `SELECT s.packet_id AS "packetId", s.slot, s.amount, s.fan_id AS fan, s.grabbed_at AS "grabbedAt",
            coalesce(t.posted, 0)::integer AS posted
       FROM packet_share s
       JOIN packet p ON p.id = s.packet_id
       LEFT JOIN (SELECT fan, pool, amount, count(*) AS posted FROM ledger.transfer WHERE reason = 50
         GROUP BY fan, pool, amount) t
         ON t.fan = s.fan_id AND t.pool = p.pool AND t.amount = s.amount
      WHERE s.fan_id IS NOT NULL`,
  );
  return rows;
}

function isAsWritten({ answer }: ToldGrab, row: ShareRow | undefined): boolean {
  if (!answer || !row) return true;
  const { packetId, slot: place, amount, grabbedAt } = row;
  const { packetId: toldId, place: toldPlace, amount: toldAmount, grabbedAt: toldAt } = answer;
  return isDeepStrictEqual([toldId, toldPlace, toldAmount, toldAt], [packetId, place, amount, grabbedAt.toISOString()]);
}

/** Finds wrong refusals: "sold out" is wrong for a fan who has a share, and while a share is left. */
function wrongRefusals(told: readonly ToldGrab[], rows: readonly ShareRow[]): string[] {
  const holders = new Set(rows.map(keyOfRow));
  const taken = Map.groupBy(rows, ({ packetId }) => packetId);
  return told
    .filter(({ refusal }) => refusal !== undefined)
    .filter((grab) => holders.has(keyOf(grab)) || taken.get(grab.packetId)?.length !== size.shares)
    .map((grab) => `${keyOf(grab)} was refused with ${grab.refusal}`);
}

/** Finds wrong sums: a fan has the Points of all own shares and no others. */
async function wrongSums(
  ownerPool: OwnerPool,
  fans: readonly SimulatedFan[],
  shares: readonly ShareRow[],
): Promise<string[]> {
  const { rows } = await ownerPool.query<{ fan: number; balance: number }>(
    `SELECT a.fan, a.balance FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit
      WHERE u.name = 'POINT' AND a.fan = ANY ($1)`,
    [fans.map(({ id }) => id)],
  );
  const sums = new Map<number, number>();
  for (const { fan, amount } of shares) sums.set(fan, (sums.get(fan) ?? 0) + amount);
  return rows
    .filter(({ fan, balance }) => balance !== (sums.get(fan) ?? 0))
    .map(({ fan, balance }) => `fan ${fan} has ${balance} Points, and should have ${sums.get(fan) ?? 0}`);
}

/** Returns whether a job has ended the sold-out packets. */
function isReady({ grabbed, shares, seed }: PacketProof): boolean {
  return grabbed < shares || seed !== null;
}

/** Recomputes every packet as anybody can. */
async function verifyProofs({ addresses: [address] }: Stage) {
  const differences: string[] = [];
  let verified = 0;
  let soldOut = 0;
  for (const packetId of packetIds) {
    const proof = await readProof(address, { packetId }, 'packet', isReady);
    const failed = verifyPacket(proof).filter(({ ok }) => ok === false);
    if (failed.length > 0) differences.push(`the proof of ${packetId} fails: ${JSON.stringify(failed)}`);
    else verified += 1;
    if (proof.grabbed === proof.shares) soldOut += 1;
  }
  return { differences, verified, soldOut };
}
