import type { Settings } from '#/config.ts';
import type { ServerKeys } from '#/server-keys.ts';

/**
 * What confirmations of form providers are signed with. Without the setting it is a key of the server's own, which nobody
 * outside has: then only the demo form and operators' lists confirm.
 */
export function callbackSecret({ formCallbackSecret }: Pick<Settings, 'formCallbackSecret'>, keys: ServerKeys): Buffer {
  return formCallbackSecret ?? keys.keyedHash('form-callback', 'confirm');
}
