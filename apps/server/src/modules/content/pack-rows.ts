import { createHash } from 'node:crypto';
import { normaliseText } from '#/lib/normalise-text.ts';
import { type PackTime, resolvePackTime } from './pack-time.ts';
import type { Activity, Idol, SongEvent, Team } from './schema/activities.ts';
import type { Nft, Offer, VotePack } from './schema/mall.ts';
import type { Banner, PackPage } from './schema/pages.ts';
import type { Gifts, Invites, TaskLimits, Quiz, RiddleRound, Task } from './schema/tasks.ts';

/*
 * What a pack defines, as rows of the tables. `position` keeps the order of the file. Rows of one table always have the
 * same columns, so a missing value is null.
 */

export function inviteTermsRow({ reward, mostRewarded }: Invites) {
  return { is_only_row: true, reward, most_rewarded: mostRewarded };
}

export function giftTermsRow({ mostSent, mostReceived, mostByEmail }: Gifts) {
  return { is_only_row: true, most_sent: mostSent, most_received: mostReceived, most_by_email: mostByEmail };
}

export function claimTermsRow(limits: TaskLimits) {
  return {
    is_only_row: true,
    most_of_fan: limits.perFan,
    most_on_device: limits.perDevice,
    most_from_network: limits.perNetwork,
    hurry_seconds: limits.hurry.seconds,
    hurry_most: limits.hurry.most,
    accounts_on_device: limits.accounts.perDevice,
    accounts_from_network: limits.accounts.perNetwork,
    hold_hours: limits.holdHours,
  };
}

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
    // The value of the first ticket of a day; the published rules hold the steps.
    votes_per_ticket: activity.priceSteps?.[0]?.votesPerTicket ?? activity.votesPerTicket ?? 1,
    cover_seed: activity.coverSeed,
    rules: activity.rules,
    prizes: prizesOf(activity),
  };
}

/** Writes prizes in the format of the table. */
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
    budget: task.budget,
    least_account_days: task.demands?.accountDays ?? null,
    least_earned: task.demands?.earnedPoints ?? null,
    regions: task.demands?.regions ?? null,
    activity_id: task.activity ?? null,
    links: 'links' in task ? task.links : [],
    dwell_seconds: 'dwellSeconds' in task ? task.dwellSeconds : 0,
    goal: ('goal' in task ? task.goal : undefined) ?? 1,
    quiz_id: 'quiz' in task ? task.quiz : null,
    form: 'form' in task ? { url: task.form.url, parameter: task.form.parameter ?? null } : null,
    opens_at: instantOf(task.opensAt, anchoredAt),
    ends_at: instantOf(task.endsAt, anchoredAt),
    position,
    retired: false,
  };
}

export function bannerRow(banner: Banner, position: number, anchoredAt: Date) {
  return {
    id: banner.id,
    type: banner.type,
    title: banner.title,
    text: banner.text,
    picture_seed: banner.pictureSeed,
    link: banner.link,
    opens_at: instantOf(banner.opensAt, anchoredAt),
    ends_at: instantOf(banner.endsAt, anchoredAt),
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

export function nftEditionRow(nft: Nft, position: number, anchoredAt: Date) {
  return {
    id: nft.id,
    title: nft.title,
    description: nft.description,
    picture_seed: nft.pictureSeed,
    size: nft.size,
    reserved: nft.reserved,
    price: nft.price,
    per_fan_limit: nft.perFanLimit ?? null,
    opens_at: instantOf(nft.opensAt, anchoredAt),
    closes_at: instantOf(nft.closesAt, anchoredAt),
    position,
    retired: false,
  };
}

export function pageRow({ slug, title, summary, body, updatedAt }: PackPage) {
  return { id: slug, title, summary, body, updated_on: updatedAt, retired: false };
}

function instantOf(time: PackTime | undefined, anchoredAt: Date): string | null {
  return time ? resolvePackTime(time, anchoredAt).toISOString() : null;
}

/** Makes an edition of a quiz of a pack. Equal contents make the same edition, in any pack. */
export function quizEditionRow(quiz: Quiz) {
  const contents = {
    questions: quiz.questions.map(({ options, ...question }) => ({
      ...question,
      options: options.map((option) => option.text),
      right: options.flatMap((option, place) => (option.right ? [place] : [])),
    })),
    question_count: quiz.ask ?? quiz.questions.length,
    pass_mark: quiz.passMark,
    seconds_per_question: quiz.secondsPerQuestion,
    tries_per_day: quiz.triesPerDay,
    shuffled: quiz.shuffle,
  };
  const edition = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  return { quiz_id: quiz.id, edition, ...contents };
}

/** Makes the row of a quiz, which names the current edition. */
export function quizRow(quiz: Quiz) {
  const { quiz_id: id, edition } = quizEditionRow(quiz);
  return { id, edition };
}

export function riddleRoundRow(round: RiddleRound, position: number, anchoredAt: Date) {
  return {
    id: round.id,
    task_id: round.task,
    title: round.title,
    description: round.description,
    opens_at: resolvePackTime(round.opensAt, anchoredAt).toISOString(),
    closes_at: resolvePackTime(round.closesAt, anchoredAt).toISOString(),
    price: round.price,
    rewards: round.rewards,
    budget: round.budget,
    position,
  };
}

export function riddleRows(round: RiddleRound) {
  return round.riddles.map(({ id, text, hint }, position) => ({ id, round_id: round.id, text, hint, position }));
}

export function riddleSolutionRows(round: RiddleRound) {
  return round.riddles.map(({ id, answers }) => ({
    riddle_id: id,
    answer: { en_US: answers.en_US[0], zh_TW: answers.zh_TW[0] },
    accepted: [...new Set([...answers.en_US, ...answers.zh_TW].map(normaliseText))].toSorted(),
  }));
}

export function songEventRow(event: SongEvent, position: number, anchoredAt: Date) {
  const { nominations, final, concert } = event;
  return {
    id: event.id,
    activity_id: event.activity,
    title: event.title,
    subtitle: event.subtitle,
    cover_seed: event.coverSeed,
    time_zone: event.timeZone,
    nominations_open_at: resolvePackTime(nominations.opensAt, anchoredAt).toISOString(),
    nominations_close_at: resolvePackTime(nominations.closesAt, anchoredAt).toISOString(),
    final_opens_at: resolvePackTime(final.opensAt, anchoredAt).toISOString(),
    final_closes_at: resolvePackTime(final.closesAt, anchoredAt).toISOString(),
    places: event.places,
    daily_cap: event.dailyCap ?? null,
    rules: event.rules,
    rewards: event.rewards.map(({ ranks: [fromRank, toRank], title, text }) => ({ fromRank, toRank, title, text })),
    concert: concert ? { place: concert.place, text: concert.text, setList: concert.setList } : null,
    concert_starts_at: concert ? resolvePackTime(concert.startsAt, anchoredAt).toISOString() : null,
    position,
  };
}

export function songRows(event: SongEvent) {
  return event.songs.map(({ id, title, artist, story, lyrics, year, seconds, seed }, position) => ({
    id,
    event_id: event.id,
    title,
    artist,
    story,
    lyrics,
    year,
    seconds,
    seed,
    position,
  }));
}
