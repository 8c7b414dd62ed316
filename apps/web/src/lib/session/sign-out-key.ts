/** The mutations that sign a fan out, also for good; while one runs, what would be refused once it is done is not asked for. */
export const signOutKey = ['signOut'] as const;
