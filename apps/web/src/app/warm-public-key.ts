import { ApiError } from '#/lib/api/api-error.ts';
import { ensurePublicKey } from '#/lib/secrets/public-key.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/**
 * Stores the key for passwords early. A refusal of the server is shown; other failures are only logged, because the key is
 * fetched again when needed.
 */
export async function warmPublicKey(): Promise<void> {
  try {
    await ensurePublicKey();
  } catch (error) {
    if (error instanceof ApiError) showToast({ kind: 'notice', title: error.message });
    else console.warn('The public key could not be fetched yet.', error);
  }
}
