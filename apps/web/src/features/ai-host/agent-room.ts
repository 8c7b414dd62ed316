import type { Contract, DataOf } from '@lightstick/contract';

export type AgentRoom = DataOf<Contract['GET /activity/api/v1/jplive/agent']>;
export type Stage = AgentRoom['stage'];
export type StagedQuestion = NonNullable<Stage['now']>;
export type Answer = NonNullable<StagedQuestion['answer']>;
export type MyQuestion = NonNullable<NonNullable<AgentRoom['mine']>['question']>;
export type FeaturedFan = NonNullable<Stage['featured']>;
