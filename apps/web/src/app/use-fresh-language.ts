import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { fetchAnew } from './fetch-anew.ts';

/** Names and texts come from the server in the fan's language: another language asks for all of them again. */
export function useFreshLanguage(): void {
  const queryClient = useQueryClient();
  const { languageType } = useEnvironment();
  const shown = useRef(languageType);

  useEffect(() => {
    if (shown.current === languageType) return;
    shown.current = languageType;
    void fetchAnew(queryClient);
  }, [languageType, queryClient]);
}
