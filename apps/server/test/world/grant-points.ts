import { randomUUID } from 'node:crypto';
import { credit } from '#/modules/points/index.ts';
import type { TestFan } from './given-fan.ts';
import type { World } from './world.ts';

/** Credits Points as if they had come at an instant, which decides how long they last. */
export function grantPoints({ db }: World, fan: TestFan, amount: number, receivedAt: Date) {
  return db.transaction().execute((tx) =>
    credit(tx, {
      fanId: fan.id,
      asset: 'POINT',
      amount,
      pool: { kind: 'issue', name: 'test grants' },
      reason: 'demo_grant',
      key: randomUUID(),
      receivedAt,
    }),
  );
}
