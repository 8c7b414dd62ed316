export { songPersonalData } from './my-songs.view.ts';
export { freezeRound, freezeRounds } from './freeze-rounds.ts';
export { holdEvent } from './song-event.store.ts';
export { songRoutes } from './songs.routes.ts';
export { songPool } from './standings.store.ts';
