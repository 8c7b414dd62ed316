import { ApiError } from '#/lib/api/api-error.ts';
import { ensurePublicKey } from '#/lib/secrets/seal-secret.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/**
 * Sees to it at start that the key for passwords is stored. What the server has to say against it is shown as a notice;
 * any other failure is only logged, because the key is asked for again when it is needed.
 */
export async function warmPublicKey(): Promise<void> {
  try {
    await ensurePublicKey();
  } catch (error) {
    if (error instanceof ApiError) showToast({ kind: 'notice', title: error.message });
    else console.warn('The public key could not be fetched yet.', error);
  }
}
