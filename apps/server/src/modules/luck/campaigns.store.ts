import { type CampaignDocument, canonicalJson, documentHash } from '@lightstick/chance';
import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { activityRows } from '#/modules/elections/index.ts';
import { editionRows } from '#/modules/shop/index.ts';
import { setAside } from './plans.store.ts';
import { epochMs, graceMs } from './luck.rules.ts';
import { costOf, type LuckPlan, type PlannedPrize } from './plan.ts';
import { insertSeed, newSeed } from './seeds.store.ts';

export type CampaignKind = CampaignDocument['kind'];
export type CampaignPlan = Exclude<LuckPlan, { kind: 'packet' }>;

export type NewCampaign = {
  readonly campaignId: string;
  readonly planId: string;
  readonly plan: CampaignPlan;
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** The source of the randomness of raffles. */
  readonly beacon: 'drand' | 'organiser';
  readonly publishedAt: Date;
};

/**
 * Publishes a campaign: sets its prizes aside and promises its seed. Returns false when a budget has too little; the caller
 * must then roll back.
 */
export async function insertCampaign(tx: Transaction<DB>, campaign: NewCampaign): Promise<boolean> {
  const { campaignId, plan, publishedAt } = campaign;
  // In one order, so that publications never wait for each other in a circle.
  for (const [asset, amount] of [...costOf(plan)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!(await setAside(tx, { subjectId: campaignId, budgetId: plan.budget, asset, amount }))) return false;
  }
  await insertRow(tx, campaign);
  await insertPrizes(tx, campaignId, plan.prizes);
  const seed = { subjectId: campaignId, epoch: 1, seed: newSeed(), startedAt: publishedAt };
  if (plan.kind !== 'raffle') {
    await insertSeed(tx, { ...seed, start: { firstNonce: 1, left: plan.prizes.map(({ total }) => total) } });
  } else if (campaign.beacon === 'organiser') await insertSeed(tx, seed);
  return true;
}

async function insertRow(tx: Transaction<DB>, campaign: NewCampaign): Promise<void> {
  const { plan } = campaign;
  const document = documentOf(campaign);
  await tx
    .insertInto('campaign')
    .values({
      id: campaign.campaignId,
      plan_id: campaign.planId,
      kind: plan.kind,
      activity_id: plan.activityId,
      title: JSON.stringify(plan.title),
      description: JSON.stringify(plan.description),
      cover_seed: plan.coverSeed,
      document: canonicalJson(document),
      document_hash: Buffer.from(documentHash(document)),
      version: plan.version,
      price: document.price,
      per_fan_limit: document.perFanLimit,
      opens_at: campaign.opensAt,
      closes_at: campaign.closesAt,
      min_account_age: `${plan.minAccountAgeHours} hours`,
      regions: plan.regions,
      rare_within: document.rareWithin,
      attempts: plan.kind === 'envelope' ? JSON.stringify(plan.attempts) : null,
      beacon: document.beacon,
      published_at: campaign.publishedAt,
    })
    .execute();
}

function documentOf({ campaignId, plan, beacon, opensAt, closesAt }: NewCampaign): CampaignDocument {
  return {
    format: 'lightstick/campaign/v1',
    kind: plan.kind,
    activityId: campaignId,
    version: plan.version,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    price: plan.kind === 'envelope' ? 0 : plan.price,
    perFanLimit: plan.kind === 'envelope' ? null : plan.perFanLimit,
    minAccountAgeHours: plan.minAccountAgeHours,
    regions: plan.regions,
    prizes: plan.prizes.map(({ prizeId, gives, isRare, total }) => ({
      prizeId,
      assetName: 'asset' in gives ? gives.asset : null,
      amount: 'asset' in gives ? gives.amount : null,
      edition: 'edition' in gives ? gives.edition : null,
      isRare,
      total,
    })),
    rareWithin: plan.kind === 'raffle' ? null : plan.rareWithin,
    attempts: plan.kind === 'envelope' ? plan.attempts : null,
    beacon: plan.kind === 'raffle' ? beacon : null,
  };
}

async function insertPrizes(tx: Transaction<DB>, campaignId: string, prizes: readonly PlannedPrize[]): Promise<void> {
  await tx
    .insertInto('campaign_prize')
    .values(
      prizes.map(({ prizeId, title, gives, isRare, total }, position) => ({
        campaign_id: campaignId,
        position,
        prize_id: prizeId,
        title: JSON.stringify(title),
        asset: 'asset' in gives ? gives.asset : null,
        amount: 'asset' in gives ? gives.amount : null,
        edition_id: 'edition' in gives ? gives.edition : null,
        is_rare: isRare,
        total,
      })),
    )
    .execute();
}

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** What a campaign promises, and what has become of it. */
export type CampaignTerms = {
  readonly campaignId: string;
  readonly kind: CampaignKind;
  readonly title: TextInBothLanguages;
  readonly price: number;
  readonly perFanLimit: number | null;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly minAccountAgeHours: number;
  readonly regions: readonly string[] | null;
  readonly rareWithin: number | null;
  readonly attempts: readonly AttemptRule[] | null;
  readonly beacon: 'drand' | 'organiser' | null;
  /** Fans who took part. */
  readonly fans: number;
  readonly endedAt: Date | null;
};

/** The columns of `CampaignTerms`, of a campaign `c`. */
export const termsOfCampaign = sql`
  c.id as "campaignId", c.kind, c.title, c.price, c.per_fan_limit as "perFanLimit", c.opens_at as "opensAt",
  c.closes_at as "closesAt", (extract(epoch from c.min_account_age) / 3600)::integer as "minAccountAgeHours", c.regions,
  c.rare_within as "rareWithin", c.attempts, c.beacon, c.fans, c.ended_at as "endedAt"`;

/** `nonce` counts its openings so far. */
export type Campaign = CampaignTerms & { readonly documentHash: Buffer; readonly nonce: number };

/** One attempt for `each` of something on a day, at most `most`. */
export type AttemptRule = Extract<LuckPlan, { kind: 'envelope' }>['attempts'][number];

/** Finds a campaign, and locks it if `lock`: openings, entries, freeze and end of one campaign wait for each other. */
export async function findCampaign(
  db: Kysely<DB>,
  campaignId: string,
  { lock }: { lock: boolean },
): Promise<Campaign | undefined> {
  const { rows } = await sql<Campaign>`
    select ${termsOfCampaign}, c.document_hash as "documentHash", c.nonce
      from campaign c where c.id = ${campaignId} ${lock ? sql`for no key update` : sql``}`.execute(db);
  return rows[0];
}

export type Prize = {
  readonly position: number;
  readonly prizeId: string;
  readonly title: TextInBothLanguages;
  readonly asset: string | null;
  readonly amount: number | null;
  /** The election of a ticket or vote asset. */
  readonly assetActivityId: string | null;
  readonly editionId: string | null;
  readonly pictureSeed: string | null;
  readonly isRare: boolean;
  readonly total: number;
  readonly drawn: number;
};

/** Sums the rest of some prizes. */
export function leftOf(prizes: readonly Pick<Prize, 'total' | 'drawn'>[]): number {
  return prizes.reduce((sum, { total, drawn }) => sum + total - drawn, 0);
}

/** Lists the prizes of a campaign in the order of its document. */
export async function listPrizes(db: Kysely<DB>, campaignId: string): Promise<Prize[]> {
  return (await listPrizesOf(db, [campaignId])).get(campaignId) ?? [];
}

/** Lists the prizes of several campaigns, each in the order of its document. */
export async function listPrizesOf(
  db: Kysely<DB>,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, Prize[]>> {
  const { rows } = await sql<Prize & { readonly campaignId: string }>`
    select p.campaign_id as "campaignId", p.position, p.prize_id as "prizeId", p.title, p.asset, p.amount,
           a.id as "assetActivityId", p.edition_id as "editionId", e.picture_seed as "pictureSeed",
             p.is_rare as "isRare",
           p.total, p.drawn
      from campaign_prize p
      left join ${activityRows} a on p.asset in (a.ticket_asset, a.vote_asset)
      left join ${editionRows} e on e.id = p.edition_id
     where p.campaign_id = any(${campaignIds}::text[])
     order by p.campaign_id, p.position`.execute(db);
  return Map.groupBy(rows, ({ campaignId }) => campaignId);
}

/** Puts a fan into a locked campaign on first use. Returns the openings or entries that the fan has used. */
export async function upsertFan(
  tx: Transaction<DB>,
  { campaign, fanId }: { campaign: Campaign; fanId: number },
): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    with taker as (
      insert into campaign_fan as f (campaign_id, fan_id, number, used, per_fan_limit)
      values (${campaign.campaignId}, ${fanId}, ${campaign.fans + 1}, 0, ${campaign.perFanLimit}::integer)
      on conflict (campaign_id, fan_id) do update set used = f.used
      returning used, (xmax = 0) as is_new
    ), counted as (
      update campaign set fans = fans + 1
       where id = ${campaign.campaignId} and (select is_new from taker)
    )
    select used from taker`.execute(tx);
  const [fan] = rows;
  if (!fan) throw new Error('A fan of a campaign was neither found nor created');
  return fan.used;
}

/** Reads the fan's openings in a campaign since the last rare prize. */
export async function readSince(db: Kysely<DB>, fan: { campaignId: string; fanId: number }): Promise<number> {
  const { rows } = await sql<{ since: number }>`
    select since from campaign_fan where campaign_id = ${fan.campaignId} and fan_id = ${fan.fanId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A fan who has paid for openings is not in the campaign');
  return row.since;
}

/** Boxes and red-envelope draws that are over, and those whose seed is due. */
export async function listDueCampaigns(
  db: Kysely<DB>,
  at: Date,
): Promise<{ readonly ended: readonly string[]; readonly toRenew: readonly string[] }> {
  const { rows } = await sql<{ id: string; isOver: boolean }>`
    select c.id, c.closes_at <= ${new Date(at.getTime() - graceMs)} as "isOver"
      from campaign c
     where c.ended_at is null and c.kind <> 'raffle'
       and (c.closes_at <= ${new Date(at.getTime() - graceMs)}
            or exists (select from luck_seed s where s.subject_id = c.id and s.revealed_at is null
                                                and s.started_at <= ${new Date(at.getTime() - epochMs)}))
     order by c.id`.execute(db);
  const idsOf = (isOver: boolean) => rows.filter((row) => row.isOver === isOver).map(({ id }) => id);
  return { ended: idsOf(true), toRenew: idsOf(false) };
}

/** Marks a locked campaign as ended. */
export async function markEnded(tx: Transaction<DB>, campaignId: string, at: Date): Promise<void> {
  await sql`update campaign set ended_at = ${at} where id = ${campaignId}`.execute(tx);
}
