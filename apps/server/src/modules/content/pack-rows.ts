import { type PackTime, resolvePackTime } from './pack-time.ts';
import type { Activity } from './schema/activities.ts';
import type { Offer, VotePack } from './schema/mall.ts';
import type { Page } from './schema/pages.ts';
import type { Task } from './schema/tasks.ts';
import type { Idol, Team } from './schema/teams.ts';

/*
 * What a pack defines, as rows of the tables. `position` keeps the order of the file. Rows of one table always have the
 * same columns, so a missing value is null.
 */

export function teamRow(team: Team, position: number) {
  return { id: team.id, name: team.name, slogan: team.slogan, colour: team.colour, position };
}

export function idolRow(idol: Idol) {
  return {
    id: idol.id,
    team_id: idol.team,
    name: idol.name,
    number: idol.number,
    profile: idol.profile,
    portrait_seed: idol.portraitSeed,
    birthday: idol.birthday ?? null,
    hobby: idol.hobby ?? null,
  };
}

export function activityRow(activity: Activity) {
  return {
    id: activity.id,
    period: Number(activity.id),
    title: activity.title,
    subtitle: activity.subtitle,
    ticket_asset: activity.ticketAsset,
    vote_asset: activity.voteAsset,
    votes_per_ticket: activity.votesPerTicket,
    cover_seed: activity.coverSeed,
    rules: activity.rules,
    prizes: prizesOf(activity),
  };
}

/** Prizes as the table keeps them. */
export function prizesOf({ prizes }: Activity) {
  return prizes.map(({ ranks: [fromRank, toRank], title }) => ({ fromRank, toRank, title }));
}

export function taskRow(task: Task, position: number, anchoredAt: Date) {
  const streakRewards = 'rewards' in task ? task.rewards : null;
  return {
    id: task.id,
    type_id: task.type,
    tab: task.tab,
    title: task.title,
    description: task.description,
    reward: 'reward' in task ? task.reward : task.rewards[0],
    streak_rewards: streakRewards,
    period: task.period,
    links: 'links' in task ? task.links : [],
    dwell_seconds: 'dwellSeconds' in task ? task.dwellSeconds : 0,
    opens_at: instantOf(task.opensAt, anchoredAt),
    ends_at: instantOf(task.endsAt, anchoredAt),
    position,
    retired: false,
  };
}

export function offerRow(
  offer: Offer,
  position: number,
  { anchoredAt, ticketAsset }: { anchoredAt: Date; ticketAsset: string },
) {
  return {
    id: offer.id,
    activity_id: offer.activity,
    title: offer.title,
    description: offer.description,
    gives_asset: ticketAsset,
    gives_amount: offer.tickets,
    price: offer.price,
    stock: offer.stock ?? null,
    per_fan_limit: offer.perFanLimit ?? null,
    opens_at: instantOf(offer.opensAt, anchoredAt),
    closes_at: instantOf(offer.closesAt, anchoredAt),
    position,
    retired: false,
  };
}

export function votePackRow(pack: VotePack, position: number) {
  return {
    id: pack.id,
    activity_id: pack.activity,
    title: pack.title,
    votes: pack.votes,
    bonus_votes: pack.bonusVotes,
    price: pack.price,
    position,
    retired: false,
  };
}

export function pageRow({ slug, title, summary, body, updatedAt }: Page) {
  return { id: slug, title, summary, body, updated_on: updatedAt, retired: false };
}

function instantOf(time: PackTime | undefined, anchoredAt: Date): string | null {
  return time ? resolvePackTime(time, anchoredAt).toISOString() : null;
}
