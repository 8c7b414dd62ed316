import { isDeepStrictEqual } from 'node:util';
import { addPhotos } from '#/modules/art/index.ts';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { listPublishedPolls, readBought, readExchanged, readIds, readSpent } from './content.view.ts';
import { applyLive, liveProblems } from './apply-live.ts';
import { applyLuck, applyStaking, luckProblems, stakingProblems } from './apply-luck.ts';
import { applyBrand } from './apply-brand.ts';
import { applyRiddles, riddleProblems } from './apply-riddles.ts';
import { applySongs, songProblems } from './apply-songs.ts';
import * as store from './content.store.ts';
import { deleteOtherPolls, findLatestRuleSet, publishRules } from './content.store.ts';
import {
  activityRow,
  bannerRow,
  claimTermsRow,
  giftTermsRow,
  idolRow,
  inviteTermsRow,
  nftEditionRow,
  offerRow,
  pageRow,
  quizEditionRow,
  quizRow,
  taskRow,
  teamRow,
  votePackRow,
} from './pack-rows.ts';
import { lastFrozenOpening, type Moment, resolvePackTime } from './pack-time.ts';
import type { PackEntry, Pack } from './pack.ts';
import { PackProblems, type Problem } from './yaml-file.ts';
import { frozenChanges, rulesOf } from './rule-document.ts';
import type { Activity, Best7Poll } from './schema/activities.ts';
import type { Nft, VotePack } from './schema/mall.ts';
import { type AppliedPart, type RetirableTable, upsert } from './upsert.store.ts';

/** The times of an application, and the activities whose history it simulates. */
type Application = Moment & { readonly simulatedActivities: ReadonlySet<string> };

const dayMs = 86_400_000;

/** What an application of a pack did. `retired` also counts idols who were withdrawn from an activity. */
export type PackChanges = { readonly added: number; readonly changed: number; readonly retired: number };

/**
 * Makes the content tables match the pack in the caller's transaction. Activities that the pack no longer names stay
 * unchanged as history.
 * @throws PackProblems when it would change published rules or odds, or reduce stock or budgets below what is used
 */
export async function applyPack(tx: Transaction<DB>, pack: Pack, moment: Application): Promise<PackChanges> {
  const problems = [
    ...(await changesOfFrozen(tx, pack, moment)),
    ...(await stockBelowSold(tx, pack)),
    ...(await budgetBelowSpent(tx, pack)),
    ...(await nftProblems(tx, pack)),
    ...(await riddleProblems(tx, pack, moment)),
    ...(await songProblems(tx, pack.songEvents, moment)),
    ...(await best7Problems(tx, pack.best7Polls, moment)),
    ...(await luckProblems(tx, pack, moment)),
    ...(await stakingProblems(tx, pack)),
    ...(await liveProblems(tx, pack, moment)),
  ];
  if (problems.length > 0) throw new PackProblems(problems);

  // To cut photos takes long, so it comes before rows are locked.
  await addPhotos(tx, pack.photos, moment.now);
  const parts = [await applyCommonRows(tx, pack), await applyPointTerms(tx, pack, moment)];
  for (const { value } of pack.activities) parts.push(await applyActivity(tx, pack, value, moment));
  for (const [table, rows] of listsOf(pack, moment)) parts.push(await applyList(tx, table, rows));
  parts.push(
    await applyRiddles(tx, pack.riddleRounds, moment),
    await applySongs(tx, pack.songEvents, moment),
    await applyBest7(tx, pack.best7Polls, moment),
    await applyLuck(tx, pack, moment),
    await applyStaking(tx, pack, moment),
    await applyLive(tx, pack, moment),
    await applyBrand(tx, pack.brand),
  );
  const written = parts.flatMap((part) => part.written);
  return {
    added: written.reduce((sum, { added }) => sum + added, 0),
    changed: written.reduce((sum, { changed }) => sum + changed, 0),
    retired: parts.reduce((sum, { retired }) => sum + retired, 0),
  };
}

/** Writes the rows that activities, tasks and offers refer to. */
async function applyCommonRows(tx: Transaction<DB>, pack: Pack): Promise<AppliedPart> {
  const written = [
    await upsert(tx, 'invite_terms', ['is_only_row'], [inviteTermsRow(pack.invites)]),
    await upsert(tx, 'claim_terms', ['is_only_row'], [claimTermsRow(pack.limits)]),
    await upsert(tx, 'gift_terms', ['is_only_row'], [giftTermsRow(pack.gifts)]),
    await upsert(tx, 'team', ['id'], valuesOf(pack.teams).map(teamRow)),
    await upsert(tx, 'idol', ['id'], valuesOf(pack.idols).map(idolRow)),
    // Editions of a quiz are never removed, because attempts refer to them; the quiz names the current one.
    await upsert(tx, 'quiz_edition', ['quiz_id', 'edition'], valuesOf(pack.quizzes).map(quizEditionRow)),
    await upsert(tx, 'quiz', ['id'], valuesOf(pack.quizzes).map(quizRow)),
  ];
  return { written, retired: 0 };
}

/** Applies the terms of Points. Points without an end get the whole time from now on when the terms begin. */
async function applyPointTerms(tx: Transaction<DB>, { points }: Pack, { now }: Moment): Promise<AppliedPart> {
  const isChanged = await store.setExpiryTerms(tx, points.lastMonths ?? null, now);
  return { written: [{ added: 0, changed: isChanged ? 1 : 0 }], retired: 0 };
}

type ContentRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** Returns the lists whose rows are written and retired alike. */
function listsOf(pack: Pack, { anchoredAt }: Moment): readonly (readonly [RetirableTable, readonly ContentRow[]])[] {
  const assets = new Map(pack.activities.map(({ value: { id, ticketAsset } }) => [id, ticketAsset]));
  const ticketAsset = (activityId: string) => assets.get(activityId) ?? '';
  return [
    ['task', valuesOf(pack.tasks).map((task, at) => taskRow(task, at, anchoredAt))],
    [
      'offer',
      valuesOf(pack.offers).map((offer, at) =>
        offerRow(offer, at, { anchoredAt, ticketAsset: ticketAsset(offer.activity) }),
      ),
    ],
    ['banner', valuesOf(pack.banners).map((banner, at) => bannerRow(banner, at, anchoredAt))],
    ['vote_pack', valuesOf(pack.votePacks).map(votePackRow)],
    ['nft_edition', valuesOf(pack.nfts).map((nft, at) => nftEditionRow(nft, at, anchoredAt))],
    ['page', pack.pages.map(pageRow)],
    ['faq_entry', valuesOf(pack.faq).map((entry, position) => ({ ...entry, position, retired: false }))],
    ['live_chat_words', valuesOf(pack.chatWords).map((list) => ({ ...list, retired: false }))],
  ];
}

async function applyList(
  tx: Transaction<DB>,
  table: RetirableTable,
  rows: readonly ContentRow[],
): Promise<AppliedPart> {
  const ids = rows.map(({ id }) => id);
  return { written: [await upsert(tx, table, ['id'], rows)], retired: await store.retireOthers(tx, table, ids) };
}

function valuesOf<T>(entries: readonly PackEntry<T>[]): T[] {
  return entries.map(({ value }) => value);
}

async function applyActivity(
  tx: Transaction<DB>,
  pack: Pack,
  activity: Activity,
  { anchoredAt, now, simulatedActivities }: Application,
): Promise<AppliedPart> {
  const row = activityRow(activity);
  const rules = rulesOf(activity, anchoredAt);
  await store.definePeriod(tx, row.period, rules);
  const written = await upsert(tx, 'activity', ['id'], [row]);
  // A simulated history has published its rules before it opened, as a real one does.
  const beforeOpening = new Date(Math.min(now.getTime(), Date.parse(rules.opensAt) - dayMs));
  const publishedAt = simulatedActivities.has(activity.id) ? beforeOpening : now;
  const isPublished = await publishRules(tx, { period: row.period, rules, publishedAt });
  const ownRows = { ...written, added: written.added + (isPublished ? 1 : 0) };
  // A later change of team does not change a final result.
  if (await store.isPeriodClosed(tx, row.period)) return { written: [ownRows], retired: 0 };

  const idolIds = pack.idols.filter(({ value }) => activity.teams.includes(value.team)).map(({ value }) => value.id);
  await store.defineTallies(tx, { period: row.period, idolIds });
  const candidates = await upsert(
    tx,
    'candidate',
    ['activity_id', 'idol_id'],
    idolIds.map((idolId) => ({ activity_id: activity.id, idol_id: idolId, withdrawn: false })),
  );
  return { written: [ownRows, candidates], retired: await store.withdrawOthers(tx, activity.id, idolIds) };
}

async function changesOfFrozen(tx: Transaction<DB>, pack: Pack, moment: Moment): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const entry of pack.activities) {
    const published = await findLatestRuleSet(tx, entry.value.id);
    if (published) problems.push(...frozenChanges(entry, published.document, moment));
  }
  return problems;
}

async function stockBelowSold(tx: Transaction<DB>, pack: Pack): Promise<Problem[]> {
  const exchanged = await readExchanged(tx);
  return pack.offers.flatMap(({ value: offer, problem }) => {
    const sold = exchanged.get(offer.id) ?? 0;
    if (offer.stock === undefined || offer.stock >= sold) return [];
    return [problem(['stock'], `is ${offer.stock}, but fans have exchanged ${sold} already; expected at least that`)];
  });
}

async function budgetBelowSpent(tx: Transaction<DB>, pack: Pack): Promise<Problem[]> {
  const spent = await readSpent(tx);
  return pack.tasks.flatMap(({ value: task, problem }) => {
    const points = spent.get(task.id) ?? 0;
    if (task.budget >= points) return [];
    return [problem(['budget'], `is ${task.budget}, but ${points} are spent already; expected at least that`)];
  });
}

/**
 * Reports changes of what fans have bought: size and picture of an edition with a taken piece, and ids that earlier orders
 * use for goods of the other kind.
 */
async function nftProblems(
  tx: Transaction<DB>,
  { nfts, votePacks }: { nfts: readonly PackEntry<Nft>[]; votePacks: readonly PackEntry<VotePack>[] },
): Promise<Problem[]> {
  const bought = await readBought(tx);
  const packIds = await readIds(tx, 'vote_pack');
  const editionIds = await readIds(tx, 'nft_edition');
  const packsNamedAsNfts = votePacks.flatMap(({ value: { id }, problem }) =>
    editionIds.has(id) ? [problem(['id'], `is "${id}", which was an NFT; expected an id of its own`)] : [],
  );
  const ofNfts = nfts.flatMap(({ value: nft, problem }) => {
    const problems: Problem[] = [];
    const was = bought.get(nft.id);
    if (packIds.has(nft.id)) {
      problems.push(problem(['id'], `is "${nft.id}", which was a vote pack; expected an id of its own`));
    }
    if (was && was.pictureSeed !== nft.pictureSeed) {
      const message = `is "${nft.pictureSeed}", but fans have bought "${was.pictureSeed}"; expected what they bought`;
      problems.push(problem(['pictureSeed'], message));
    }
    if (was && was.size !== nft.size) {
      problems.push(
        problem(['size'], `is ${nft.size}, but fans have bought pieces of ${was.size}; expected ${was.size}`),
      );
    }
    return problems;
  });
  return [...packsNamedAsNfts, ...ofNfts];
}

type Polls = readonly PackEntry<Best7Poll>[];

/** Reports changes of polls that have opened or are about to: a poll is immutable from then on. */
async function best7Problems(tx: Transaction<DB>, polls: Polls, moment: Moment): Promise<Problem[]> {
  const published = await listPublishedPolls(tx, lastFrozenOpening(moment));
  return polls.flatMap(({ value: poll, problem }) => {
    const before = published.find(({ id }) => id === poll.activity);
    if (!before) return [];
    const wanted = { ...windowOf(poll, moment), timeZone: poll.timeZone };
    return (['opensAt', 'closesAt', 'timeZone'] as const)
      .filter((field) => !isDeepStrictEqual(wanted[field], before[field]))
      .map((field) =>
        problem([field], `is not what the poll was opened with; expected ${formatTerm(before[field])} as it was`),
      );
  });
}

/** Writes polls, whose activities must exist. Polls that have opened, or are about to, are never removed. */
async function applyBest7(tx: Transaction<DB>, polls: Polls, moment: Moment): Promise<AppliedPart> {
  const rows = polls.map(({ value: poll }) => {
    const { opensAt, closesAt } = windowOf(poll, moment);
    return {
      activity_id: poll.activity,
      opens_at: opensAt.toISOString(),
      closes_at: closesAt.toISOString(),
      time_zone: poll.timeZone,
    };
  });
  const retired = await deleteOtherPolls(tx, {
    activityIds: rows.map((row) => row.activity_id),
    opensAfter: lastFrozenOpening(moment),
  });
  return { written: [await upsert(tx, 'best7_poll', ['activity_id'], rows)], retired };
}

function windowOf({ opensAt, closesAt }: Best7Poll, { anchoredAt }: Moment) {
  return { opensAt: resolvePackTime(opensAt, anchoredAt), closesAt: resolvePackTime(closesAt, anchoredAt) };
}

function formatTerm(value: Date | string): string {
  return value instanceof Date ? value.toISOString() : value;
}
