import { Refusal } from '#/errors.ts';
import { isUuid, uuidV7TimeMs } from '#/uuid-v7.ts';

/** Clocks of phones are wrong, but not by more than this; keys are kept in the order of their time. */
const furthestAheadMs = 24 * 60 * 60 * 1000;

/**
 * The client's `Idempotency-Key`, in lower case, or nothing when none was sent.
 *
 * @throws Refusal REQUEST_INVALID when it is not a UUID, or of version 7 with a time more than a day ahead.
 */
export function idempotencyKeyOf(header: string | string[] | undefined, now: Date): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !isUuid(header)) {
    throw new Refusal('REQUEST_INVALID', {
      field: 'Idempotency-Key',
      expected: {
        en_US: 'must be a UUID such as 0193a5b0-7c1e-7d3a-9f60-2b1c4d5e6f70',
        zh_TW: '必須是 UUID，例如 0193a5b0-7c1e-7d3a-9f60-2b1c4d5e6f70',
      },
    });
  }
  const key = header.toLowerCase();
  const timeMs = uuidV7TimeMs(key);
  if (timeMs !== undefined && timeMs > now.getTime() + furthestAheadMs) {
    throw new Refusal('REQUEST_INVALID', {
      field: 'Idempotency-Key',
      expected: {
        en_US: 'the time inside this UUID must not be more than a day ahead; check the clock of the device',
        zh_TW: '此 UUID 內的時間不可超前一天以上，請檢查裝置時間',
      },
    });
  }
  return key;
}
