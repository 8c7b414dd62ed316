import type { Contract, DataOf, InputOf, Language, RouteName } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { readActivities } from '#/modules/elections/index.ts';

/** What the host may say in one language: what a visitor may see. */
export type HostFacts = {
  readonly language: Language;
  readonly at: Date;
  /** The platform's time zone, in which live rooms and weeks are named. */
  readonly timeZone: string;
  readonly election: Election | null;
  readonly songs: DataOf<Contract['GET /activity/api/v1/vote/songList']>;
  readonly offers: DataOf<Contract['POST /wallet/api/v1/pointsMall/getPointExchangeList']>;
  /** Votes for Points. */
  readonly packs: DataOf<Contract['GET /activity/api/v1/vote/saleGoods']>;
  readonly tasks: readonly Task[];
  /** Null without a poll. */
  readonly best7: Best7 | null;
  readonly staking: DataOf<Contract['GET /task/api/v1/staking/info']>;
  readonly rooms: readonly Room[];
  readonly luck: Luck;
};

/** Packets and campaigns that are open or coming, the next first. */
type Luck = {
  readonly packets: readonly LuckWindow[];
  readonly boxes: readonly (LuckWindow & {
    readonly price: number;
    readonly left: number;
    readonly rareLeft: number;
    /** A rare prize comes at this opening of a fan at the latest; null without such a promise. */
    readonly rareWithin: number | null;
  })[];
  /** Drawn when entries close. */
  readonly raffles: readonly (LuckWindow & { readonly price: number; readonly firstPrize: string })[];
};
type LuckWindow = { readonly title: string; readonly opensAt: string; readonly closesAt: string };

/** A Best 7 poll, with its idols in the order of their ranks. */
type Best7 = {
  readonly closesAt: string;
  readonly timeZone: string;
  readonly standings: readonly { readonly name: string; readonly rank: number; readonly points: number }[];
};

type Task = { readonly title: string; readonly reward: number; readonly period: 'once' | 'daily' | 'weekly' };
export type Room = {
  readonly title: string;
  readonly opensAt: Date;
  /** Null for a room that is always on. */
  readonly closesAt: Date | null;
  readonly price: number;
};

export type Idol = {
  readonly idolId: string;
  readonly name: string;
  /** Her names in both languages, as fans use them. */
  readonly names: readonly string[];
  /** The number on her profile; it is not a place. */
  readonly number: number;
  readonly team: string;
  readonly profile: string;
  /** Month and day, as `03-14`. */
  readonly birthday: string | null;
  readonly hobby: string | null;
  readonly votes: number;
  readonly rank: number;
  /** Whether she left in an earlier round. */
  readonly isOut: boolean;
};

/** An idol who no longer takes part. */
export type WithdrawnIdol = Pick<Idol, 'name' | 'names' | 'number'>;

export type Election = {
  readonly activity: DataOf<Contract['GET /activity/api/v1/vote/activity']>;
  /** Null when no rules were published. */
  readonly rules: DataOf<Contract['GET /activity/api/v1/vote/ruleSet']>['document'] | null;
  readonly idols: readonly Idol[];
  readonly withdrawn: readonly WithdrawnIdol[];
  readonly teams: readonly { readonly name: string; readonly names: readonly string[]; readonly votes: number }[];
  /** The time of the freeze of the shown counts; null while they are live. */
  readonly frozenAt: Date | null;
};

/** Makes a public call of the platform without a session. Undefined when the call is refused. */
export type AskPlatform = <R extends RouteName>(
  route: R,
  input: Partial<InputOf<Contract[R]>>,
  language: Language,
) => Promise<DataOf<Contract[R]> | undefined>;

type FactServices = { readonly db: Kysely<DB>; readonly ask: AskPlatform; readonly timeZone: string };

/**
 * Reads what the host may say as a visitor would, by public calls: counts that are hidden from fans are hidden from it, too.
 * Only birthdays and hobbies, which a call answers for one idol at a time, come from the door of elections.
 */
export async function readFacts({ db, ask, timeZone }: FactServices, language: Language, at: Date): Promise<HostFacts> {
  const none = { event: null, songs: [], mine: null };
  const [election, songs, offers, tasks, best7, staking, rooms, luck] = await Promise.all([
    readElection(db, ask, language),
    ask('GET /activity/api/v1/vote/songList', {}, language),
    ask('POST /wallet/api/v1/pointsMall/getPointExchangeList', { body: {} }, language),
    ask('POST /task/api/v1/task/getTasksList', { body: {} }, language),
    ask('GET /activity/api/v1/vote/best7', { query: {} }, language),
    ask('GET /task/api/v1/staking/info', {}, language),
    readRooms(ask, language),
    readLuck(ask, language),
  ]);
  const packs =
    election &&
    (await ask(
      'GET /activity/api/v1/vote/saleGoods',
      { query: { activityId: election.activity.activityId } },
      language,
    ));
  return {
    language,
    at,
    timeZone,
    election,
    songs: songs ?? none,
    packs: packs ?? [],
    offers: (offers ?? []).filter(({ activityId }) => activityId === election?.activity.activityId),
    tasks: Object.values(tasks ?? {})
      .flat()
      .filter(({ state }) => state === 'available' || state === 'unlicensed')
      .map(({ title, reward, period }) => ({ title, reward, period })),
    best7: best7Of(best7?.poll ?? null, election),
    staking: staking ?? noStaking,
    rooms,
    luck,
  };
}

type Poll = DataOf<Contract['GET /activity/api/v1/vote/best7']>['poll'];

/** Returns the poll of the election's idols; the poll of another activity has other ones. */
function best7Of(poll: Poll, election: Election | null): HostFacts['best7'] {
  if (!poll || poll.activityId !== election?.activity.activityId) return null;
  const names = new Map(election.idols.map(({ idolId, name }) => [idolId, name]));
  return {
    closesAt: poll.closesAt,
    timeZone: poll.timeZone,
    standings: poll.results.flatMap(({ idolId, rank, points }) => {
      const name = names.get(idolId);
      return name === undefined ? [] : [{ name, rank, points }];
    }),
  };
}

const noStaking: HostFacts['staking'] = {
  state: 'ended',
  plan: null,
  current: null,
  next: null,
  timeline: null,
  receiveDays: 1,
  lastSettled: null,
  typicalWeight: null,
  mine: null,
};

async function readElection(db: Kysely<DB>, ask: AskPlatform, language: Language): Promise<Election | null> {
  const [first] = (await ask('GET /activity/api/v1/vote/activities', {}, language)) ?? [];
  if (!first) return null;
  const query = { activityId: first.activityId };
  const [activity, rules, list, teams, ranking] = await Promise.all([
    ask('GET /activity/api/v1/vote/activity', { query }, language),
    ask('GET /activity/api/v1/vote/ruleSet', { query }, language),
    ask('GET /activity/api/v1/vote/idol/getAllIdolList', { query }, language),
    ask('GET /activity/api/v1/vote/idol/getVoteIdolTeams', { query }, language),
    ask('GET /activity/api/v1/vote/ranking', { query }, language),
  ]);
  if (!activity || !list || !teams) return null;
  const candidates = (await readActivities(db)).find(({ id }) => id === first.activityId)?.candidates;
  const teamNames = new Map(teams.map(({ teamId, name }) => [teamId, name]));
  const idols = list.map(({ idolId, name, names, number, teamId, profile, votes, rank, leftInRound }): Idol => ({
    idolId,
    name,
    names: Object.values(names),
    number,
    team: teamNames.get(teamId) ?? '',
    profile,
    birthday: candidates?.get(idolId)?.birthday ?? null,
    hobby: candidates?.get(idolId)?.hobby?.[language] ?? null,
    votes,
    rank,
    isOut: leftInRound !== null,
  }));
  return {
    activity,
    rules: rules?.document ?? null,
    idols: idols.toSorted((one, other) => Number(one.isOut) - Number(other.isOut) || one.rank - other.rank),
    withdrawn: (activity.withdrawn ?? []).map(({ name, names, number }) => ({
      name,
      names: Object.values(names),
      number,
    })),
    teams: teams.map(({ name, names, votes }) => ({ name, names: Object.values(names), votes })),
    frozenAt: ranking?.frozenAt ? new Date(ranking.frozenAt) : null,
  };
}

async function readLuck(ask: AskPlatform, language: Language): Promise<HostFacts['luck']> {
  const [packets = [], boxes = [], draws = []] = await Promise.all([
    ask('GET /activity/api/v1/packet/getAllPacket', { query: {} }, language),
    ask('GET /activity/api/v1/packet/getAllBlindBox', { query: {} }, language),
    ask('GET /activity/api/v1/packet/getAllDraw', { query: {} }, language),
  ]);
  const isOn = ({ state }: { readonly state: string }) => state === 'open' || state === 'notOpen';
  const windowOf = ({ title, opensAt, closesAt }: { title: string; opensAt: string; closesAt: string }) => ({
    title,
    opensAt,
    closesAt,
  });
  return {
    packets: packets.filter(isOn).map(windowOf),
    boxes: boxes.filter(isOn).map((box) => ({
      ...windowOf(box),
      price: box.price,
      left: box.left,
      rareLeft: box.prizes.filter(({ isRare }) => isRare).reduce((sum, { left }) => sum + left, 0),
      rareWithin: box.pity?.within ?? null,
    })),
    raffles: draws
      .filter((draw) => draw.kind === 'raffle')
      .filter(isOn)
      .map((raffle) => ({
        ...windowOf(raffle),
        price: raffle.price,
        firstPrize: raffle.prizes[0]?.title ?? '',
      })),
  };
}

const mostRooms = 10;

/** Reads the rooms on air and to come. */
async function readRooms(ask: AskPlatform, language: Language): Promise<Room[]> {
  const rooms = await ask('GET /activity/api/v1/jplive/rooms', { query: { pageNum: 1, pageSize: 1 } }, language);
  return [...(rooms?.onAir ?? []), ...(rooms?.coming ?? [])]
    .slice(0, mostRooms)
    .map(({ title, opensAt, closesAt, price }) => ({
      title,
      price,
      opensAt: new Date(opensAt),
      closesAt: closesAt === null ? null : new Date(closesAt),
    }));
}
