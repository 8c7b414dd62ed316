import type { QueryClient } from '@tanstack/react-query';

/**
 * Fetches everything once more in the language that is shown now. What is still on its way for the first time, in the
 * language before, is given up first: invalidating alone would let it arrive and keep it.
 */
export async function fetchAnew(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}
