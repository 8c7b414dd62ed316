import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { fetchAnew } from './fetch-anew.ts';

/**
 * Names and texts come from the server in the fan's language: another language asks for all of them again. The language
 * may have changed before this was there.
 */
export function useFreshLanguage(): void {
  const queryClient = useQueryClient();
  const { languageType } = useEnvironment();

  useEffect(() => void fetchAnew(queryClient, languageType), [queryClient, languageType]);
}
