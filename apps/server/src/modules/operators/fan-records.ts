import type { FanRecords } from '#/fan-records.ts';

/** What operators did to fans: it stays, by the pseudonym that the fan becomes. */
export const operatorFanRecords: FanRecords = {
  erased: [],
  kept: {
    operator_act: 'The audit of operators names fans by their account id alone, which tells nobody who they were.',
  },
};
