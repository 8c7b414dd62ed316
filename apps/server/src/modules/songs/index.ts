export { songPersonalData } from './my-songs.view.ts';
export { freezeRound, freezeRounds } from './freeze-rounds.ts';
export { holdEvent, songPool } from './songs.store.ts';
export { songRoutes } from './songs.routes.ts';
