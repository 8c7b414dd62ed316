import type { Contract, DataOf, Language } from '@lightstick/contract';

/** What the host may say: public answers of the platform's own calls, in one language. */
export type Facts = {
  readonly language: Language;
  readonly at: Date;
  /** Of the platform, in which live rooms and weeks are named. */
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
  /** In both languages, by which fans name her. */
  readonly names: readonly string[];
  /** On her profile; it is no place. */
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
  /** When the shown counts were frozen; null while they are live. */
  readonly frozenAt: Date | null;
};
