import { sandboxAccountName } from '../provider.ts';

/** The organiser as the sandbox's X knows it: one account with one post, that is never new. */
export const organiser = {
  id: '1004',
  name: sandboxAccountName,
  post: { id: '1860000000000001004', createdAt: '2026-01-01T00:00:00.000Z' },
} as const;
