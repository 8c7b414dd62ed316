import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { avatarUrlOf, coverUrl } from '#/modules/art/index.ts';
import { readAvailable } from '#/modules/points/index.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { showPrize } from './results.view.ts';
import { type CampaignTerms, leftOf, listPrizesOf, type Prize, termsOfCampaign } from './campaigns.store.ts';
import { type DoneOnDay, readAttemptsOf } from './draw-envelope.ts';
import { drawsAt } from './draw-raffle.ts';
import { eligibilityOf, byTurn, epochMs, graceMs, luckState } from './luck.rules.ts';

type ShownCampaign = DataOf<Contract['GET /activity/api/v1/packet/getActivityDetail']>;
type Raffle = Extract<ShownCampaign, { kind: 'raffle' }>;
type TextInBothLanguages = Readonly<Record<Language, string>>;

type Winner = {
  readonly place: number;
  readonly prizeId: string;
  readonly fanId: number;
  readonly nickname: string;
  readonly avatar_file: string | null;
  readonly avatar_seed: string;
};

type CampaignRow = CampaignTerms & {
  readonly electionId: string | null;
  readonly description: TextInBothLanguages;
  readonly coverSeed: string;
  readonly documentHash: string;
  readonly version: number;
  readonly publishedAt: Date;
  readonly entries: number;
  readonly epoch: number | null;
  readonly commitment: string | null;
  readonly seedStartedAt: Date | null;
  readonly round: number | null;
  readonly frozenAt: Date | null;
  readonly drawnAt: Date | null;
};

export type ListedCampaign = CampaignRow & { readonly prizes: readonly Prize[]; readonly winners: readonly Winner[] };

const mostCampaigns = 200;
const mostWinners = 100;

/**
 * Lists the campaigns that close after an instant, or one by its id, with their prizes and, of drawn raffles, the first
 * winners.
 */
export async function listCampaigns(
  db: Kysely<DB>,
  wanted: { readonly since: Date } | { readonly campaignId: string },
): Promise<ListedCampaign[]> {
  const isWanted =
    'since' in wanted ? sql`c.closes_at > ${wanted.since} or c.ended_at is null` : sql`c.id = ${wanted.campaignId}`;
  const { rows } = await sql<CampaignRow>`
    select ${termsOfCampaign}, c.activity_id as "electionId", c.description, c.cover_seed as "coverSeed",
           encode(c.document_hash, 'hex') as "documentHash", c.version, c.published_at as "publishedAt", c.entries,
           s.epoch, encode(s.commitment, 'hex') as commitment, s.started_at as "seedStartedAt",
           d.round, d.frozen_at as "frozenAt", d.drawn_at as "drawnAt"
      from campaign c
      left join lateral (select * from luck_seed x where x.subject_id = c.id order by x.epoch desc limit 1) s on true
      left join raffle_draw d on d.campaign_id = c.id
     where ${isWanted}
     order by c.closes_at desc limit ${mostCampaigns}`.execute(db);
  const ids = rows.map(({ campaignId }) => campaignId);
  const prizes = await listPrizesOf(db, ids);
  const winners = await listWinnersOf(db, ids);
  return rows.map((row) => ({
    ...row,
    prizes: prizes.get(row.campaignId) ?? [],
    winners: winners.get(row.campaignId) ?? [],
  }));
}

async function listWinnersOf(db: Kysely<DB>, ids: readonly string[]): Promise<ReadonlyMap<string, Winner[]>> {
  const { rows } = await sql<Winner & { campaignId: string }>`
    select w.campaign_id as "campaignId", w.place, p.prize_id as "prizeId", w.fan_id as "fanId", f.nickname,
      f.avatar_file,
           f.avatar_seed
      from raffle_winner w
      join campaign_prize p on p.campaign_id = w.campaign_id and p.position = w.position
      join ${faceRows} f on f.id = w.fan_id
     where w.campaign_id = any(${ids}::text[]) and w.place <= ${mostWinners}
     order by w.campaign_id, w.place`.execute(db);
  return Map.groupBy(rows, ({ campaignId }) => campaignId);
}

export type Viewer = {
  readonly fan: Fan | undefined;
  /** ISO 3166-1; undefined when unknown. */
  readonly country: string | undefined;
  readonly language: Language;
  readonly at: Date;
  readonly timeZone: string;
  readonly doneOnDay: DoneOnDay;
};

/** Campaigns as a fan sees them, in the order of their turn. */
export async function presentCampaigns(
  db: Kysely<DB>,
  campaigns: readonly ListedCampaign[],
  viewer: Viewer,
): Promise<ShownCampaign[]> {
  const own = await readOwn(db, campaigns, viewer);
  return campaigns.map((campaign) => present(campaign, own, viewer)).toSorted(byTurn);
}

type FanIn = {
  readonly used: number;
  readonly since: number;
  readonly entryHash: string | null;
  readonly salt: string | null;
  readonly won: { readonly place: number; readonly prizeId: string } | null;
};

/** What a fan has in campaigns, by campaign. */
type OwnParticipation = {
  readonly fans: ReadonlyMap<string, FanIn>;
  readonly attempts: Awaited<ReturnType<typeof readAttemptsOf>>;
};

async function readOwn(
  db: Kysely<DB>,
  campaigns: readonly ListedCampaign[],
  viewer: Viewer,
): Promise<OwnParticipation> {
  const fanId = viewer.fan?.id;
  if (fanId === undefined) return { fans: new Map(), attempts: new Map() };
  const ids = campaigns.map(({ campaignId }) => campaignId);
  const { rows } = await sql<{ campaignId: string } & FanIn>`
    select o.campaign_id as "campaignId", o.used, o.since, encode(o.entry_hash, 'hex') as "entryHash",
           encode(o.salt, 'hex') as salt,
           case when p.prize_id is not null then jsonb_build_object('place', w.place, 'prizeId', p.prize_id) end as won
      from campaign_fan o
      left join raffle_winner w on w.campaign_id = o.campaign_id and w.fan_id = o.fan_id
      left join campaign_prize p on p.campaign_id = w.campaign_id and p.position = w.position
     where o.fan_id = ${fanId} and o.campaign_id = any(${ids}::text[])`.execute(db);
  const open = campaigns.filter((campaign) => campaign.kind === 'envelope' && stateOf(campaign, viewer.at) === 'open');
  const attempts = await readAttemptsOf(db, open, { ...viewer, fanId });
  return { fans: new Map(rows.map(({ campaignId, ...fan }) => [campaignId, fan])), attempts };
}

export function stateOf(campaign: ListedCampaign, at: Date) {
  return luckState(campaign, campaign.kind !== 'raffle' && leftOf(campaign.prizes) === 0, at);
}

function present(campaign: ListedCampaign, own: OwnParticipation, viewer: Viewer): ShownCampaign {
  const { kind, campaignId, price, perFanLimit, rareWithin } = campaign;
  const fan = own.fans.get(campaignId);
  const total = campaign.prizes.reduce((sum, prize) => sum + prize.total, 0);
  const common = { ...commonFields(campaign, viewer), total, left: leftOf(campaign.prizes) };
  switch (kind) {
    case 'box': {
      const pity = rareWithin === null ? null : { within: rareWithin, since: fan?.since ?? 0 };
      return { kind, ...common, price, perFanLimit, openedByMe: fan?.used ?? 0, pity, seed: seedOf(campaign) };
    }
    case 'envelope': {
      // Before and after there is nothing to earn.
      const none = { left: 0, earnedBy: [], nextAt: campaign.closesAt.toISOString() };
      const attempts = viewer.fan === undefined ? null : (own.attempts.get(campaignId) ?? none);
      return { kind, ...common, attempts, attemptRules: [...(campaign.attempts ?? [])], seed: seedOf(campaign) };
    }
    case 'raffle':
      return presentRaffle(campaign, fan, viewer);
  }
}

function commonFields(campaign: ListedCampaign, { fan, country, language, at }: Viewer) {
  return {
    activityId: campaign.campaignId,
    electionId: campaign.electionId,
    title: campaign.title[language],
    description: campaign.description[language],
    coverUrl: coverUrl(campaign.coverSeed),
    state: stateOf(campaign, at),
    opensAt: campaign.opensAt.toISOString(),
    closesAt: campaign.closesAt.toISOString(),
    minAccountAgeHours: campaign.minAccountAgeHours,
    regions: campaign.regions === null ? null : [...campaign.regions],
    mayTakePart: fan ? eligibilityOf(campaign, { fan, country, receivedAt: at }) : null,
    odds: { version: campaign.version, hash: campaign.documentHash, publishedAt: campaign.publishedAt.toISOString() },
    prizes: campaign.prizes.map((prize) => ({
      ...showPrize(prize, language),
      total: prize.total,
      left: prize.total - prize.drawn,
    })),
  };
}

function seedOf({ campaignId, epoch, commitment, seedStartedAt, closesAt }: ListedCampaign) {
  if (epoch === null || commitment === null || seedStartedAt === null) {
    throw new Error(`Campaign ${campaignId} has no seed`);
  }
  const revealsAt = new Date(Math.min(seedStartedAt.getTime() + epochMs, closesAt.getTime() + graceMs));
  return { epoch, commitment, startedAt: seedStartedAt.toISOString(), revealsAt: revealsAt.toISOString() };
}

function presentRaffle(campaign: ListedCampaign, fan: FanIn | undefined, viewer: Viewer): Raffle {
  const { beacon, perFanLimit, frozenAt, closesAt, drawnAt } = campaign;
  if (beacon === null || perFanLimit === null) throw new Error(`Raffle ${campaign.campaignId} has no beacon or limit`);
  return {
    kind: 'raffle',
    ...commonFields(campaign, viewer),
    price: campaign.price,
    perFanLimit,
    entries: campaign.entries,
    entrants: campaign.fans,
    mine: viewer.fan ? ownEntries(fan, drawnAt !== null) : null,
    draw: drawState(campaign, viewer.at),
    drawsAt: drawsAt(closesAt, frozenAt).toISOString(),
    drawnAt: drawnAt?.toISOString() ?? null,
    beacon: { kind: beacon, round: campaign.round, commitment: beacon === 'organiser' ? campaign.commitment : null },
    winners: campaign.winners.map(({ place, prizeId, nickname, fanId, ...face }) => ({
      place,
      prizeId,
      nickname,
      avatarUrl: avatarUrlOf(face),
      isMe: fanId === viewer.fan?.id,
    })),
  };
}

/**
 * Returns a fan's own entries. The draw is shown when everything of it is, because the fan's own are read later than
 * the rest.
 */
function ownEntries(fan: FanIn | undefined, isDrawn: boolean): Raffle['mine'] {
  if (!fan) return { entries: 0, entryHash: null, salt: null, won: null };
  return { entries: fan.used, entryHash: fan.entryHash, salt: fan.salt, won: isDrawn ? fan.won : null };
}

/** Returns how far the draw of a raffle is. `frozen`: the list is published; `waiting`: the beacon is due. */
export function drawState(
  { closesAt, frozenAt, drawnAt, fans }: Pick<ListedCampaign, 'closesAt' | 'frozenAt' | 'drawnAt' | 'fans'>,
  at: Date,
): Raffle['draw'] {
  if (drawnAt !== null) return fans === 0 ? 'empty' : 'drawn';
  if (frozenAt === null) return 'open';
  return at < drawsAt(closesAt, frozenAt) ? 'frozen' : 'waiting';
}

type Balance = DataOf<Contract['POST /wallet/api/v1/pointsMall/getActivityAvailableBalance']>;

/**
 * Reads the balance with which a fan could take part. Throws Refusal CAMPAIGN_NOT_FOUND for red-envelope draws, which
 * cost nothing.
 */
export async function readBalance(db: Kysely<DB>, campaign: ListedCampaign, fanId: number): Promise<Balance> {
  if (campaign.kind === 'envelope') throw new Refusal('CAMPAIGN_NOT_FOUND');
  const { campaignId, price, perFanLimit: perFan } = campaign;
  const { rows } = await sql<{ used: number }>`
    select used from campaign_fan where campaign_id = ${campaignId} and fan_id = ${fanId}`.execute(db);
  const used = rows[0]?.used ?? 0;
  const available = await readAvailable(db, { fanId, asset: 'POINT' });
  const left = campaign.kind === 'box' ? leftOf(campaign.prizes) : null;
  const limits = [price === 0 ? null : Math.floor(available / price), left, perFan === null ? null : perFan - used];
  const spendable = Math.max(0, Math.min(...limits.filter((limit) => limit !== null)));
  return { asset: 'POINT', available, spendable, price, left, perFan, used };
}
