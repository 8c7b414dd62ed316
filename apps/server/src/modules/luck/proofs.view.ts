import { quicknet } from '@lightstick/chance';
import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { findDraw, listEntries } from './raffles.store.ts';
import { findSeed, type Seed } from './seeds.store.ts';

type Proof = DataOf<Contract['GET /activity/api/v1/packet/getProof']>;
type PacketProof = Extract<Proof, { kind: 'packet' }>;
type BoxProof = Extract<Proof, { kind: 'box' }>;
type RaffleProof = Extract<Proof, { kind: 'raffle' }>;

/** A packet, a raffle, or a stretch of openings, by default the latest. */
export type ProofSubject =
  | { readonly packetId: string }
  | { readonly campaignId: string; readonly epoch?: number | undefined };

/**
 * Reads what is needed to recompute a packet, a stretch of openings or a raffle. Secret parts are null until they are
 * revealed.
 *
 * @throws Refusal PACKET_NOT_FOUND, CAMPAIGN_NOT_FOUND
 */
export async function readProof(db: Kysely<DB>, subject: ProofSubject): Promise<Proof> {
  if ('packetId' in subject) return readPacketProof(db, subject.packetId);
  const { rows } = await sql<CampaignRow>`
    select id, kind, document, encode(document_hash, 'hex') as "documentHash", beacon from campaign
     where id = ${subject.campaignId}`.execute(db);
  const [campaign] = rows;
  if (!campaign) throw new Refusal('CAMPAIGN_NOT_FOUND');
  return campaign.kind === 'raffle' ? readRaffleProof(db, campaign) : readBoxProof(db, campaign, subject.epoch);
}

type CampaignRow = {
  readonly id: string;
  readonly kind: 'box' | 'envelope' | 'raffle';
  readonly document: BoxProof['document'];
  readonly documentHash: string;
  readonly beacon: 'drand' | 'organiser' | null;
};

type PacketRow = {
  readonly asset: string;
  readonly total: number;
  readonly shares: number;
  readonly taken: number;
  readonly fundedAt: Date;
  readonly opensAt: Date;
  readonly sharesHash: string;
  readonly amounts: number[];
};

async function readPacketProof(db: Kysely<DB>, packetId: string): Promise<PacketProof> {
  const { rows } = await sql<PacketRow>`
    select p.asset, p.total, p.shares, p.taken, p.funded_at as "fundedAt", p.opens_at as "opensAt",
           encode(p.shares_hash, 'hex') as "sharesHash",
           array(select s.amount from packet_share s where s.packet_id = p.id order by s.slot) as amounts
      from packet p where p.id = ${packetId}`.execute(db);
  const seed = await findSeed(db, packetId);
  const [packet] = rows;
  if (!packet || !seed) throw new Refusal('PACKET_NOT_FOUND');
  const isRevealed = seed.revealedAt !== null;
  return {
    kind: 'packet',
    format: 'lightstick/packet/v1',
    packetId,
    assetName: packet.asset,
    total: packet.total,
    shares: packet.shares,
    fundedAt: packet.fundedAt.toISOString(),
    opensAt: packet.opensAt.toISOString(),
    commitment: seed.commitment.toString('hex'),
    sharesHash: packet.sharesHash,
    seed: showSeed(seed),
    amounts: isRevealed ? packet.amounts.map(Number) : null,
    grabbed: packet.taken,
  };
}

function showSeed({ seed, revealedAt }: Seed): string | null {
  return revealedAt === null ? null : seed.toString('hex');
}

async function readBoxProof(db: Kysely<DB>, campaign: CampaignRow, epoch: number | undefined): Promise<BoxProof> {
  const seed = await findSeed(db, campaign.id, epoch);
  if (!seed || seed.firstNonce === null || seed.leftAtStart === null) throw new Refusal('CAMPAIGN_NOT_FOUND');
  return {
    kind: 'box',
    format: 'lightstick/box/v1',
    activityId: campaign.id,
    epoch: seed.epoch,
    document: campaign.document,
    documentHash: campaign.documentHash,
    commitment: seed.commitment.toString('hex'),
    startedAt: seed.startedAt.toISOString(),
    seed: showSeed(seed),
    revealedAt: seed.revealedAt?.toISOString() ?? null,
    leftAtStart: [...seed.leftAtStart],
    sinceAtStart: await readSince(db, campaign.id, seed.firstNonce),
    openings: await readOpenings(db, campaign.id, seed),
  };
}

/** Openings without a rare prize before a nonce, of the fans who had some. */
async function readSince(db: Kysely<DB>, campaignId: string, nonce: number): Promise<[number, number][]> {
  const { rows } = await sql<{ number: number; since: number }>`
    with last_rare as (
      select o.fan_id, max(o.nonce) as nonce
        from campaign_opening o
        join campaign_prize p on p.campaign_id = o.campaign_id and p.position = o.position and p.is_rare
       where o.campaign_id = ${campaignId} and o.nonce < ${nonce}
       group by o.fan_id
    )
    select f.number, count(*)::integer as since
      from campaign_opening o
      join campaign_fan f on f.campaign_id = o.campaign_id and f.fan_id = o.fan_id
      left join last_rare r on r.fan_id = o.fan_id
     where o.campaign_id = ${campaignId} and o.nonce < ${nonce} and o.nonce > coalesce(r.nonce, 0)
     group by f.number order by f.number`.execute(db);
  return rows.map(({ number, since }) => [number, since]);
}

async function readOpenings(
  db: Kysely<DB>,
  campaignId: string,
  { epoch, firstNonce }: Seed,
): Promise<BoxProof['openings']> {
  const { rows } = await sql<{ nonce: number; clientSeed: string; number: number; position: number }>`
    select o.nonce, n.client_seed as "clientSeed", f.number, o.position
      from campaign_opening o
      join participation n on n.id = o.participation_id
      join campaign_fan f on f.campaign_id = o.campaign_id and f.fan_id = o.fan_id
     where o.campaign_id = ${campaignId} and o.nonce >= ${firstNonce}
       and o.nonce < coalesce((select s.first_nonce from luck_seed s
                                where s.subject_id = o.campaign_id and s.epoch = ${epoch + 1}), 2147483647)
     order by o.nonce`.execute(db);
  return rows.map(({ nonce, clientSeed, number, position }) => [nonce, clientSeed, number, position]);
}

async function readRaffleProof(db: Kysely<DB>, campaign: CampaignRow): Promise<RaffleProof> {
  const draw = await findDraw(db, campaign.id);
  const entries = draw ? await listEntries(db, campaign.id) : null;
  const { rows: winners } = await sql<{ hash: string }>`
    select encode(f.entry_hash, 'hex') as hash
      from raffle_winner w join campaign_fan f on f.campaign_id = w.campaign_id and f.fan_id = w.fan_id
     where w.campaign_id = ${campaign.id} order by w.place`.execute(db);
  return {
    kind: 'raffle',
    format: 'lightstick/draw/v1',
    activityId: campaign.id,
    document: campaign.document,
    documentHash: campaign.documentHash,
    entries: entries?.map(({ hash, weight }) => ({ hash, weight })) ?? null,
    root: draw?.root.toString('hex') ?? null,
    frozenAt: draw?.frozenAt.toISOString() ?? null,
    beacon:
      campaign.beacon === 'drand'
        ? {
            kind: 'drand',
            chainHash: quicknet.chainHash,
            publicKey: quicknet.publicKey,
            round: draw?.round ?? null,
            signature: draw?.signature?.toString('hex') ?? null,
          }
        : await readOrganiserSeed(db, campaign.id),
    winners: draw?.drawnAt ? winners.map(({ hash }) => hash) : null,
    drawnAt: draw?.drawnAt?.toISOString() ?? null,
  };
}

async function readOrganiserSeed(db: Kysely<DB>, campaignId: string): Promise<RaffleProof['beacon']> {
  const seed = await findSeed(db, campaignId);
  if (!seed) throw new Error(`Raffle ${campaignId} has no organiser's seed`);
  return { kind: 'organiser', commitment: seed.commitment.toString('hex'), seed: showSeed(seed) };
}
