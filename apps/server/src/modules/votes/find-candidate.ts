import { Refusal } from '#/errors.ts';
import type { Activity, Candidate } from './activities.view.ts';

/** Who stands in an activity and has not withdrawn. Throws Refusal IDOL_NOT_FOUND. */
export function findCandidate(activity: Activity, idolId: string): Candidate {
  const candidate = activity.candidates.get(idolId);
  if (!candidate || candidate.isWithdrawn) throw new Refusal('IDOL_NOT_FOUND');
  return candidate;
}
