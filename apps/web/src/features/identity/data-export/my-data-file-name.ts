import type { Contract, DataOf } from '@lightstick/contract';
import { formatDateTime } from '#/lib/format/format-date.ts';

type MyData = DataOf<Contract['POST /wallet/api/v1/user/getMyData']>;

/** Such as `lightstick-K7QM2XWP-2026-11-21.json`; the day is that of the device. */
export function myDataFileName({
  profile,
  takenAt,
}: Pick<MyData, 'takenAt'> & { profile: { fanCode: string } }): string {
  return `lightstick-${profile.fanCode}-${formatDateTime(new Date(takenAt), { pattern: 'YYYY-MM-DD' })}.json`;
}
