export { best7Routes } from './best7.routes.ts';
export { best7PersonalData } from './poll.view.ts';
export { pollState } from './poll.rules.ts';
export { freezeResult, hasResult } from './best7.store.ts';
