import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { eventTime } from '@lightstick/contract/zoned-date';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { readAvailable } from '#/modules/points/index.ts';
import { assertAllDrawn, bindOpenings } from './bind-openings.ts';
import { type AttemptRule, type Campaign, findCampaign, leftOf, listPrizes, upsertFan } from './campaigns.store.ts';
import { showDrawnPrize } from './results.view.ts';
import { drawPaid } from './draw-prizes.ts';
import { assertEligible, type Participant } from './luck.rules.ts';
import { listAttemptsOfDay, countAttempt } from './participations.store.ts';

/** What a fan has done on a day of the platform: check-ins, other claimed tasks, votes cast. */
export type DoneOnDay = (
  db: Kysely<DB>,
  day: { readonly fanId: number; readonly from: Date; readonly until: Date },
) => Promise<Readonly<Record<AttemptRule['by'], number>>>;

type Attempts = DataOf<Contract['POST /activity/api/v1/packet/drawRedEnvelopesCount']>;
type Day = { readonly date: string; readonly from: Date; readonly until: Date };

/** Returns the platform's day at an instant. */
function dayAt(at: Date, timeZone: string): Day {
  const date = localDateAt(at, timeZone);
  const startOf = (day: string) => startOfLocalDate(day, timeZone);
  return { date, from: startOf(date), until: startOf(addDays(date, 1)) };
}

type AttemptQuestion = {
  readonly fanId: number;
  readonly at: Date;
  readonly timeZone: string;
  readonly doneOnDay: DoneOnDay;
};

type OfAttempts = Pick<Campaign, 'campaignId' | 'attempts'>;

/** Reads the attempts that a fan has earned and not used today. */
export async function readAttempts(db: Kysely<DB>, campaign: OfAttempts, question: AttemptQuestion): Promise<Attempts> {
  const attempts = (await readAttemptsOf(db, [campaign], question)).get(campaign.campaignId);
  if (!attempts) throw new Error(`The attempts of ${campaign.campaignId} were not read`);
  return attempts;
}

/** Reads the attempts of several red-envelope draws, in as many queries as for one. */
export async function readAttemptsOf(
  db: Kysely<DB>,
  campaigns: readonly OfAttempts[],
  { fanId, at, timeZone, doneOnDay }: AttemptQuestion,
): Promise<ReadonlyMap<string, Attempts>> {
  if (campaigns.length === 0) return new Map();
  const day = dayAt(at, timeZone);
  const done = await doneOnDay(db, { fanId, from: day.from, until: day.until });
  const campaignIds = campaigns.map(({ campaignId }) => campaignId);
  const known = await listAttemptsOfDay(db, { fanId, day: day.date, campaignIds });
  const days = new Map(known.map((attempts) => [attempts.campaignId, attempts]));
  return new Map(
    campaigns.map(({ campaignId, attempts }) => {
      const earnedBy = (attempts ?? []).map(({ by, each, most }) => ({
        by,
        each,
        earned: Math.min(most, Math.floor(done[by] / each)),
        most,
      }));
      const { used = 0, earned: before = 0 } = days.get(campaignId) ?? {};
      // An attempt stays earned, even if what earned it was taken back.
      const earned = Math.max(before, sumOf(earnedBy));
      return [campaignId, { left: earned - used, earnedBy, nextAt: day.until.toISOString() }];
    }),
  );
}

function sumOf(earnedBy: Attempts['earnedBy']): number {
  return earnedBy.reduce((sum, { earned }) => sum + earned, 0);
}

type Intent = Participant & {
  readonly activityId: string;
  readonly clientSeed?: string | undefined;
  readonly commitment?: string | undefined;
  readonly key: string;
  readonly language: Language;
  readonly doneOnDay: DoneOnDay;
};

type Envelope = DataOf<Contract['POST /activity/api/v1/packet/drawRedEnvelopes']>;

/** Uses an earned attempt and binds a red envelope to it, in one transaction; `openEnvelope` then draws it. */
export async function takeEnvelope(tx: Transaction<DB>, intent: Intent): Promise<undefined> {
  const { fan, receivedAt: at, key, clientSeed, commitment } = intent;
  const campaign = await findCampaign(tx, intent.activityId, { lock: true });
  if (campaign?.kind !== 'envelope') throw new Refusal('CAMPAIGN_NOT_FOUND');
  await assertAllDrawn(tx, campaign.campaignId);
  const prizes = await listPrizes(tx, campaign.campaignId);
  if (leftOf(prizes) === 0 && at < campaign.closesAt) throw new Refusal('CAMPAIGN_SOLD_OUT');
  assertEligible(campaign, intent);
  await upsertFan(tx, { campaign, fanId: fan.id });
  const openings = { campaign, prizes, fanId: fan.id, num: 1, clientSeed, commitment, paid: 0, key, at };
  const pay = () => takeAttempt(tx, campaign, { ...intent, fanId: fan.id, at });
  await bindOpenings(tx, { ...openings, pay });
  return undefined;
}

/** Draws the red envelope for an attempt that a call has used, once, and shows its prize. */
export async function openEnvelope(tx: Transaction<DB>, intent: Intent): Promise<Envelope> {
  const { fan, receivedAt: at, language, key } = intent;
  const drawn = await drawPaid(tx, { fanId: fan.id, key });
  const [opened] = drawn.drawn;
  if (!opened) throw new Error('A draw of one envelope brought none');
  const { epoch, commitment, clientSeed } = drawn;
  const { left } = await readAttempts(tx, drawn, { ...intent, fanId: fan.id, at });
  return {
    participationId: String(drawn.participationId),
    prize: showDrawnPrize(opened, language),
    amount: opened.prize.amount ?? 1,
    proof: { epoch, commitment, clientSeed },
    left,
    remaining: await readAvailable(tx, { fanId: fan.id, asset: 'POINT' }),
  };
}

/** Uses one attempt of today. */
async function takeAttempt(tx: Transaction<DB>, campaign: Campaign, question: AttemptQuestion): Promise<void> {
  const { fanId, at, timeZone } = question;
  const { left, earnedBy, nextAt } = await readAttempts(tx, campaign, question);
  if (left < 1) throw new Refusal('ATTEMPTS_USED_UP', { nextAt: eventTime(new Date(nextAt), timeZone, at) });
  const { date: day } = dayAt(at, timeZone);
  await countAttempt(tx, { campaignId: campaign.campaignId, fanId, day, earned: sumOf(earnedBy) });
}
