// Cases that must not compile; checked by the type checker, never run.
import type { Contract, Endpoint, ErrorOf, InputOf, Route } from './src/index.ts';
import { voteEndpoints } from './src/votes.ts';

type DoVote = Contract['POST /activity/api/v1/vote/doVote'];

({ body: { activityId: 1004, idolId: '101', num: 1 } }) satisfies InputOf<DoVote>;
// @ts-expect-error an amount of votes is a number
({ body: { activityId: 1004, idolId: '101', num: '1' } }) satisfies InputOf<DoVote>;
// @ts-expect-error the idol is required
({ body: { activityId: 1004, num: 1 } }) satisfies InputOf<DoVote>;
// @ts-expect-error not a refusal of this call
'EMAIL_TAKEN' satisfies ErrorOf<DoVote>;
const unknownRefusal = { ...voteEndpoints['POST /activity/api/v1/vote/doVote'], errors: ['NO_SUCH_REFUSAL'] } as const;
// @ts-expect-error a call may only promise refusals that exist
({ 'GET /x': unknownRefusal }) satisfies Record<Route, Endpoint>;
