import { useState } from 'react';
import { useConfig } from '../config/use-config.ts';
import { assetAddress } from './asset-address.ts';

/** Where a picture is fetched from. Undefined until the settings are known: nothing is fetched from the wrong place. */
export function useAssetAddress(path: string): string | undefined {
  const { data, isError } = useConfig();
  // The hour of its first showing stays with a picture: one that is on screen does not flicker when the hour turns.
  const [shownAt] = useState(() => new Date());
  if (!data && !isError) return undefined;
  return assetAddress(path, data?.assetBaseUrl ?? null, shownAt);
}
