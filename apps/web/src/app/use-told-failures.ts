import { useEffect } from 'react';
import { tellFailuresBy } from '#/lib/failure/report-failure.ts';
import { tellFailure } from './tell-failure.ts';

/** Tells the fan by toasts what has failed, also before this was there. */
export function useToldFailures(): void {
  useEffect(() => tellFailuresBy(tellFailure), []);
}
